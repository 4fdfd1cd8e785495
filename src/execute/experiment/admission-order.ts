// In which order blocks are admitted: at random, and the same for everybody who has the same design.
import { type Digest, sha256Hex } from '../../contracts/digest.js'
import type { TrialBlock } from './trials.js'

/**
 * Blocks in the order of a hash over design and block, arms within a block likewise: no arm is always first. The design
 * digest, not that of the plan, orders them, so that an arm's change does not reorder the others.
 */
export function admissionOrder(blocks: readonly TrialBlock[], design: Digest): readonly TrialBlock[] {
  return sortByHash(
    blocks.map((block) => ({
      ...block,
      trials: sortByHash(block.trials, ({ schedulingBlockId, randomizationSlotId }) =>
        [design, schedulingBlockId, randomizationSlotId].join('\n'),
      ),
    })),
    ({ schedulingBlockId }) => `${design}\n${schedulingBlockId}`,
  )
}

function sortByHash<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  const hashed = items.map((item) => ({ item, hash: sha256Hex(textOf(item)) }))
  return hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ item }) => item)
}
