// Literal blocks: `|` and `|-` with an indentation that their first line gives.
import type { ReadBlock } from './plain-entry.js'

/** The block whose first line starts at `start`; null when it is empty or its indentation is not plain. */
export function readLiteralBlock(text: string, start: number, strip: boolean): ReadBlock<string> | null {
  const indent = countSpaces(text, start)
  if (indent === 0 || isLineEnd(text, start + indent)) return null
  let value = ''
  let blank = 0
  let at = start
  while (at < text.length) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    const spaces = countSpaces(text, at)
    if (at + spaces === end) {
      // A line of more spaces than the indentation is text or not, depending on what follows.
      if (spaces > indent) return null
      blank++
    } else if (spaces >= indent) {
      value += (value === '' ? '' : '\n'.repeat(blank + 1)) + text.slice(at + indent, end)
      blank = 0
    } else if (spaces === 0) {
      break
    } else return null
    at = end + 1
  }
  return { value: strip ? value : `${value}\n`, end: at }
}

function countSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 0x20) at++
  return at - from
}

function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === 0x0a
}
