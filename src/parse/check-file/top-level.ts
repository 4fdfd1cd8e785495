// Which pairs of the top-level mapping can be believed when something in the file is broken.
import type { Pair, YAMLMap } from 'yaml'
import type { ComposedYaml } from './compose-yaml.js'
import { isNode, offsetOf } from './describe.js'
import { countAtMost } from './line-index.js'
import { isMergeKey, keyName } from './mapping-keys.js'
import type { ScannedText } from './scan-text.js'

/** A pair of a composed mapping. */
export type AnyPair = Pair<unknown, unknown>

/** What can be said about the pairs of a mapping. */
export interface PairTrust {
  /** Pairs that may be something else than they seem: not even their keys count. */
  readonly untrusted: ReadonlySet<AnyPair>
  /** Pairs with a good key whose value must not be judged: it has a fault already. */
  readonly unreadable: ReadonlySet<AnyPair>
  /** False when a key may be there that could not be read. */
  readonly complete: boolean
  /** The key of the pair that an offset lies in, or `YAML`. */
  readonly fieldAt: (offset: number) => string
}

/** Judges the pairs of the top-level mapping; `spoiled` are those with a fault of their own. */
export function judgePairs(
  mapping: YAMLMap,
  yaml: ComposedYaml,
  scanned: ScannedText,
  spoiled: ReadonlySet<AnyPair>,
): PairTrust {
  const starts = mapping.items.map((pair) => offsetOf(keyOf(pair), 0))
  const pairAt = (offset: number) => mapping.items[countAtMost(starts, offset) - 1]
  const untrusted = new Set<AnyPair>()
  const unreadable = new Set<AnyPair>(spoiled)
  let complete = yaml.reliableUntil === Number.POSITIVE_INFINITY
  for (const { code, offset } of yaml.findings) {
    const pair = pairAt(offset)
    if (pair && (code === 'unknown-tag' || code === 'yaml-warning')) unreadable.add(pair)
  }
  for (const [index, pair] of mapping.items.entries()) {
    const start = starts[index] ?? 0
    const keyEnd = keyOf(pair)?.range?.[1] ?? start
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY
    if (end > yaml.reliableUntil) untrusted.add(pair)
    if (scanned.isDamaged(keyEnd, end)) unreadable.add(pair)
    const hidden = scanned.isDamaged(start, keyEnd) || (isMergeKey(pair.key) && unreadable.has(pair))
    if (hidden) {
      untrusted.add(pair)
      complete = false
    }
  }
  return {
    untrusted,
    unreadable,
    complete,
    fieldAt: (offset) => {
      const pair = pairAt(offset)
      return pair ? keyName(keyOf(pair)).name : 'YAML'
    },
  }
}

function keyOf({ key }: AnyPair) {
  return isNode(key) ? key : null
}
