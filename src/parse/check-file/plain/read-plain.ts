// Reads the plain files that most checks are, line by line and far faster than a YAML parser. It knows one-line scalars,
// lists of them and literal blocks; of anything else it says "not plain", and the YAML library reads the file.
import type { Json } from '../../../contracts/json.js'
import { readBlockList } from './block-list.js'
import { readLiteralBlock } from './literal-block.js'
import { readOneLine } from './one-line-value.js'
import type { PlainEntry, ReadBlock } from './plain-entry.js'

/** Tabs, CR and everything that some reader takes for a line end, for nothing or for no text at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const notPlain = /[\u0000-\u0009\u000B-\u001F\u007F-\u00A0\u2028\u2029\uFEFF\uFFFE\uFFFF]/
/** Part of a comment that Vitest would take for a setting, which is a fault. */
const suspicious = '-environment'
const keyLine = /^([a-z][a-z0-9_]*):(?: +|$)/
/** Plain words that YAML does not take for text. */
const otherWords: ReadonlySet<string> = new Set(['null', 'true', 'false'])

/**
 * The entries of a plain file in the order of its keys, exactly as the YAML library reads them; null for any file that
 * holds something else, right or wrong.
 */
export function readPlain(text: string): Map<string, PlainEntry> | null {
  if (notPlain.test(text) || text.includes(suspicious)) return null
  const entries = new Map<string, PlainEntry>()
  let line = 1
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const source = text.slice(start, end)
    const next = end + 1
    if (isBlankOrComment(source)) {
      start = next
      line++
      continue
    }
    const [match, key] = keyLine.exec(source) ?? []
    if (match === undefined || key === undefined || otherWords.has(key) || entries.has(key)) return null
    const read = readValue(source.slice(match.length), text, next)
    if (read === null) return null
    entries.set(key, { line, value: read.value })
    line += read.end === next ? 1 : 1 + countLines(text, next, read.end)
    start = read.end
  }
  return entries
}

// `next` is where the line after the key starts.
function readValue(source: string, text: string, next: number): ReadBlock<Json> | null {
  if (source === '') return readBlockList(text, next)
  if (source === '|' || source === '|-') return readLiteralBlock(text, next, source === '|-')
  const value = readOneLine(source)
  return value === undefined ? null : { value, end: next }
}

// Only a comment at the very start of its line is surely no part of a value.
function isBlankOrComment(source: string): boolean {
  return source === '' || source.startsWith('#')
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
