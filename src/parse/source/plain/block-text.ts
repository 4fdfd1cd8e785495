// Texts over several lines: literal (`|`) and folded (`>`), with one line end at their end or none (`-`).
import { notPlain } from './not-plain.js'

/** A text and where the first line after it starts. */
export interface BlockText {
  readonly value: string
  readonly end: number
}

/**
 * The block whose first line starts at `start`, below a key in column `parent`. Lines indented more than the first, in folded
 * texts, and lines of spaces alone are not plain.
 */
export function readBlockText(text: string, start: number, header: string, parent: number): BlockText {
  const indent = countSpaces(text, start)
  if (indent <= parent || indent === 0 || isLineEnd(text, start + indent)) throw notPlain
  const folded = header.startsWith('>')
  let value = ''
  let blank = 0
  let at = start
  while (at < text.length) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    if (at === end) blank++
    else {
      const spaces = countSpaces(text, at)
      if (at + spaces === end) throw notPlain
      if (spaces < indent) {
        if (spaces > parent && spaces > 0) throw notPlain
        break
      }
      if (folded && spaces > indent) throw notPlain
      if (value !== '') value += blank === 0 && folded ? ' ' : '\n'.repeat(folded ? blank : blank + 1)
      value += text.slice(at + indent, end)
      blank = 0
    }
    at = end + 1
  }
  return { value: header.endsWith('-') ? value : `${value}\n`, end: Math.min(at, text.length) }
}

/** The number of spaces from `from` on. */
export function countSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 0x20) at++
  return at - from
}

function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === 0x0a
}
