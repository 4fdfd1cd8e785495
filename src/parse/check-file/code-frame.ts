// Shows the lines around a place in a text with a caret under it, safe to print on a terminal.
import type { Position } from '../../contracts/check-definition.js'

const LINES_AROUND = 2
const WIDEST = 120
/** Characters that steer a terminal or reorder the text around them, or that end a line without being LF. */
const unprintable = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu
/** Characters of one UTF-16 unit that take two columns. */
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/g

/**
 * Up to two lines before and after `position` with their numbers, and a caret below its column. Lines are cut to
 * about 120 columns (the marked one around the caret), control characters are replaced one for one.
 * A byte order mark that opens the text is not counted, as in every position of this project.
 */
export function codeFrame(text: string, position: Position): string {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const first = Math.max(1, position.line - LINES_AROUND)
  const lines = takeLines(source, first, position.line + LINES_AROUND)
  const gutter = String(first + Math.max(lines.length, 1) - 1).length
  return lines
    .flatMap((line, index) => {
      const number = first + index
      const label = String(number).padStart(gutter)
      if (number !== position.line) return [`  ${label} | ${cut(line, 0).shown}`.trimEnd()]
      const start = Math.max(0, position.column - 1 - (line.length > WIDEST ? WIDEST / 2 : WIDEST))
      const { shown, lead } = cut(line, start)
      const before = lead + printable(line.slice(start, position.column - 1))
      const margin = before.replace(wide, '  ').replace(/[^ ]/g, ' ')
      return [`> ${label} | ${shown}`.trimEnd(), `  ${' '.repeat(gutter)} | ${margin}^`]
    })
    .join('\n')
}

function takeLines(text: string, first: number, last: number): string[] {
  let start = 0
  for (let line = 1; line < first; line++) {
    const end = text.indexOf('\n', start)
    if (end === -1) return []
    start = end + 1
  }
  const lines: string[] = []
  for (let line = first; line <= last; line++) {
    const end = text.indexOf('\n', start)
    const stop = end === -1 ? text.length : end
    lines.push(text.slice(start, text[stop - 1] === '\r' && stop > start ? stop - 1 : stop))
    if (end === -1) break
    start = end + 1
  }
  return lines
}

function cut(line: string, start: number): { shown: string; lead: string } {
  const lead = start > 0 ? '…' : ''
  const tail = start + WIDEST < line.length ? '…' : ''
  return { shown: lead + printable(line.slice(start, start + WIDEST)) + tail, lead }
}

/** `text` with every character replaced, one for one, that a terminal would obey or that would break the line. */
export function printable(text: string): string {
  return text.toWellFormed().replace(unprintable, (character) => {
    const code = character.charCodeAt(0)
    if (character === '\t') return ' '
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '\u2421' : '\uFFFD'
  })
}
