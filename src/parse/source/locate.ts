// Finds the node at a path of keys and indexes, and what can be said about its place.
import { isMap, isSeq } from 'yaml'
import { isNode, offsetOf, resolveAlias, type ValueNode } from '../check-file/describe.js'
import { readEntries } from '../check-file/mapping-keys.js'
import type { SourceTree } from './source.js'

/** Keys and indexes from the top. */
export type SourcePath = readonly PropertyKey[]

/** Where a value stands. */
export interface Place {
  /** Aliases followed; null where a key has no value. */
  readonly node: ValueNode
  /** The value, or the key where there is nothing to point at. */
  readonly offset: number
  /** The key, or the item. */
  readonly keyOffset: number
  readonly end: number
  /** False when the path leads to nothing: then the place is that of the last collection on the way. */
  readonly found: boolean
}

/** The place at `path`. */
export function locate({ root, aliases }: SourceTree, path: SourcePath): Place {
  const top = resolveAlias(root, aliases)
  let place: Place = placeOf(top, top, offsetOf(top, 0))
  for (const part of path) {
    const { node } = place
    if (isSeq(node) && typeof part === 'number') {
      const item = node.items[part]
      if (item === undefined) return { ...place, found: false }
      const written = isNode(item) ? item : null
      place = placeOf(written, resolveAlias(written, aliases), offsetOf(written, place.offset))
    } else if (isMap(node)) {
      const entry = readEntries(node, aliases).get(String(part))
      if (!entry) return { ...place, found: false }
      place = placeOf(entry.node, resolveAlias(entry.node, aliases), entry.offset, entry.offset)
    } else return { ...place, found: false }
  }
  return place
}

// An empty value has no text to point at, so its key is shown.
function placeOf(written: ValueNode, node: ValueNode, otherwise: number, key?: number): Place {
  const range = written?.range
  const offset = range && range[1] > range[0] ? range[0] : otherwise
  return { node, offset, keyOffset: key ?? offset, end: range ? range[1] : otherwise, found: true }
}

/** The keys of the mapping at a place with their offsets; none for anything else. */
export function keysAt({ aliases }: SourceTree, { node }: Place): ReadonlyMap<string, number> {
  const entries = isMap(node) ? [...readEntries(node, aliases).values()] : []
  return new Map(entries.map(({ key, offset }) => [key, offset]))
}

/** A path as people write it: `variants[1].git.url`. */
export function showSourcePath(path: SourcePath): string {
  return path.reduce<string>((shown, part) => {
    if (typeof part === 'number') return `${shown}[${part}]`
    const name = String(part)
    const spelt = /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name)
    return shown === '' ? spelt : `${shown}.${spelt}`
  }, '')
}

/** The path that {@link showSourcePath} shows; null for what is none. */
export function readSourcePath(shown: string): SourcePath | null {
  const path: PropertyKey[] = []
  const part = /\[(\d+)\]|(?:^|\.)([^.[\]"]+)|(?:^|\.)("(?:[^"\\]|\\.)*")/y
  while (part.lastIndex < shown.length) {
    const found = part.exec(shown)
    if (!found) return null
    const [, index, name, quoted] = found
    if (index !== undefined) path.push(Number(index))
    else path.push(name ?? String(JSON.parse(quoted ?? '""')))
  }
  return path
}
