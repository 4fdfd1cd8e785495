// Says in a few words what stands in a check file; never prints a whole value.
import { type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml'

/** A node of a composed document, or the missing value of a key such as in `{id}`. */
export type ValueNode = Node | null
/** What each alias stands for. */
export type AliasTargets = ReadonlyMap<Node, Node>
/** A composed document. */
export type ComposedDocument = Document.Parsed

const LONGEST_FOUND = 60
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Cuts `text` to `longest` characters, the last one being an ellipsis when something is missing. */
export function clip(text: string, longest = LONGEST_FOUND): string {
  return (text.length > longest ? `${text.slice(0, longest - 1)}…` : text).toWellFormed()
}

/** A piece of the file's text, short, in quotes, with invisible characters escaped. */
export function quote(text: string): string {
  return clip(
    JSON.stringify(clip(text)).replace(
      unprintable,
      (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    ),
  )
}

/** Narrows what the library types loosely: items of a parsed collection are nodes or missing. */
export function isNode(value: unknown): value is Node {
  return isAlias(value) || isScalar(value) || isMap(value) || isSeq(value)
}

/** Where an alias leads; other nodes are themselves. */
export function resolveAlias(node: ValueNode, aliases: AliasTargets): ValueNode {
  return isAlias(node) ? (aliases.get(node) ?? node) : node
}

/** The offset of a node in the text. */
export function offsetOf(node: ValueNode, otherwise: number): number {
  return node?.range?.[0] ?? otherwise
}

/** What a node is, for the `found` of a fault: `the number 012`, `"abc"`, `a list of 3`. */
export function describeNode(node: ValueNode): string {
  if (isSeq(node)) return `a list of ${node.items.length}`
  if (isMap(node)) return `a mapping of ${node.items.length}`
  if (isAlias(node)) return `the alias *${clip(node.source)}`
  if (!isScalar(node)) return 'nothing'
  const source = clip(node.source ?? '')
  switch (typeof node.value) {
    case 'string':
      return quote(node.value)
    case 'number':
      return `the number ${source}`
    case 'boolean':
      return `the boolean ${source}`
    default:
      return source === '' ? 'nothing' : 'null'
  }
}

/** The text of a scalar that is no string, in quotes, as the user could write it; undefined for anything else. */
export function asQuoted(node: ValueNode): string | undefined {
  if (!isScalar(node) || typeof node.value === 'string' || !node.source) return undefined
  return quote(node.source)
}
