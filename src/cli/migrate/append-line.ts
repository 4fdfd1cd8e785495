// Adds a line to the text of a YAML scalar, whatever its style.
import type { Scalar } from 'yaml'
import type { TextEdit } from './text-edits.js'

/** Where a scalar stands and how. */
export interface ScalarPlace {
  /** The whole file. */
  readonly text: string
  readonly node: Scalar
  /** The value of the node. */
  readonly value: string
  readonly newline: string
}

/** The edits that add `line` as a line of its own at the end. */
export function appendLine(place: ScalarPlace, line: string): readonly TextEdit[] {
  const { type } = place.node
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED'
    ? appendToBlock(place, line)
    : rewriteFlow(place, line)
}

/** The value after {@link appendLine}, but for blanks at its end. */
export function appendedValue(value: string, line: string): string {
  return `${value.trimEnd()}\n${line}`
}

function appendToBlock({ text, node, newline }: ScalarPlace, line: string): readonly TextEdit[] {
  const [start = 0, valueEnd = 0] = node.range ?? []
  const source = text.slice(start, valueEnd)
  const end = start + source.trimEnd().length
  const lines = source.split('\n').slice(1)
  const indent = lines.find((content) => content.trim() !== '')?.match(/^ */)?.[0] ?? '  '
  // A folded scalar joins lines: an empty one between keeps them apart.
  const gap = node.type === 'BLOCK_FOLDED' ? newline + newline : newline
  return [{ start: end, end, text: `${gap}${indent}${line}` }]
}

/** Plain and quoted text becomes a block, where a block can hold it, with a comment behind it kept in place. */
function rewriteFlow({ text, node, value, newline }: ScalarPlace, line: string): readonly TextEdit[] {
  const [start = 0, end = 0] = node.range ?? []
  const whole = appendedValue(value, line)
  const printable = !/[^\P{C}\n\t]|[\u2028\u2029]/u.test(whole)
  if (!printable || /^\s/.test(whole)) return [{ start, end, text: JSON.stringify(whole) }]
  const behind = /^[ \t]+#[^\r\n]*/.exec(text.slice(end))?.[0] ?? ''
  const blanks = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0
  const content = whole
    .split('\n')
    .map((part) => (part === '' ? '' : `  ${part}`))
    .join(newline)
  return [{ start, end: end + Math.max(behind.length, blanks), text: `|-${behind}${newline}${content}` }]
}
