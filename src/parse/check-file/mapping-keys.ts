// Reads mappings as maps by key: keys are text, whatever they are called, and merge keys are followed.
import { isMap, isScalar, isSeq, type Pair, Scalar, type YAMLMap } from 'yaml'
import { type AliasTargets, clip, isNode, offsetOf, resolveAlias, type ValueNode } from './describe.js'

/** One key of a mapping with its value; keys that came in by a merge stand where they were written. */
export interface MappingEntry {
  readonly key: string
  /** Offset of the key. */
  readonly offset: number
  /** Null where the key has no value at all, as in `{id}`. */
  readonly node: ValueNode
  /** The pair of the mapping itself: the key, or the merge that brought it. */
  readonly pair: Pair<unknown, unknown>
}

/** True for a plain `<<`. */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol' && key.type === Scalar.PLAIN
}

/** The name of a key, and whether it may be one. Other keys are named by their text, or `(null)`, `(list)`. */
export function keyName(key: ValueNode): { name: string; isString: boolean } {
  if (isMergeKey(key)) return { name: '<<', isString: true }
  if (isMap(key)) return { name: '(mapping)', isString: false }
  if (isSeq(key)) return { name: '(list)', isString: false }
  if (!isScalar(key)) return { name: '(alias)', isString: false }
  if (typeof key.value === 'string') return { name: key.value, isString: true }
  return { name: key.value === null ? '(null)' : clip(key.source ?? ''), isString: false }
}

/**
 * The entries of a mapping by key. The first of duplicate keys counts, a mapping's own keys stand above merged ones,
 * and earlier merges above later ones. Keys that are no strings and pairs in `skipped` are left out.
 */
export function readEntries(
  mapping: YAMLMap,
  aliases: AliasTargets,
  skipped: ReadonlySet<Pair<unknown, unknown>> = new Set(),
): Map<string, MappingEntry> {
  const entries = new Map<string, MappingEntry>()
  const merges: Pair<unknown, unknown>[] = []
  for (const pair of mapping.items) {
    if (skipped.has(pair)) continue
    if (isMergeKey(pair.key)) merges.push(pair)
    else addEntry(entries, pair, aliases)
  }
  for (const pair of merges) {
    for (const source of mergeSources(pair.value, aliases)) {
      for (const entry of readEntries(source, aliases).values()) {
        if (!entries.has(entry.key)) entries.set(entry.key, { ...entry, pair })
      }
    }
  }
  return entries
}

function addEntry(
  entries: Map<string, MappingEntry>,
  pair: Pair<unknown, unknown>,
  aliases: AliasTargets,
): void {
  const written = isNode(pair.key) ? pair.key : null
  const { name, isString } = keyName(resolveAlias(written, aliases))
  if (!isString || entries.has(name)) return
  const node = isNode(pair.value) ? pair.value : null
  entries.set(name, { key: name, offset: offsetOf(written, 0), node, pair })
}

function mergeSources(value: unknown, aliases: AliasTargets): YAMLMap[] {
  const source = resolveAlias(isNode(value) ? value : null, aliases)
  const list: unknown[] = isSeq(source) ? source.items : [source]
  return list.map((item) => resolveAlias(isNode(item) ? item : null, aliases)).filter((item) => isMap(item))
}
