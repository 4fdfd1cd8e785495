// Which targets belong together: those that comparisons connect, directly or over others.
import type { Comparison } from '../contracts/experiment-design.js'
import type { Target } from '../contracts/target.js'

/** Groups of target ids in the order of the targets; a target that nothing compares is a group of its own. */
export function groupTargets(
  targets: readonly Pick<Target, 'targetId'>[],
  comparisons: readonly Comparison[],
): string[][] {
  const groupOf = new Map(targets.map(({ targetId }) => [targetId, new Set([targetId])]))
  for (const { controlTargetId, treatmentTargetIds } of comparisons) {
    const arms = [controlTargetId, ...treatmentTargetIds].flatMap((id) => [...(groupOf.get(id) ?? [])])
    const united = new Set(arms)
    for (const id of united) groupOf.set(id, united)
  }
  const groups = [...new Set(groupOf.values())]
  return groups.map((group) => targets.map(({ targetId }) => targetId).filter((id) => group.has(id)))
}
