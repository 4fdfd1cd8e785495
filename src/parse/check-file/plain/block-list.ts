// Lists of one-line scalars, an item a line.
import { readListItem } from './one-line-value.js'
import type { ReadBlock } from './plain-entry.js'

const itemLine = /^( *)- +/

/** The list whose first item stands at `start`; all items have one indentation. Null when there is no such list. */
export function readBlockList(text: string, start: number): ReadBlock<string[]> | null {
  const items: string[] = []
  let indent: string | undefined
  let at = start
  while (at < text.length) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    const source = text.slice(at, end)
    const match = itemLine.exec(source)
    if (!match) break
    indent ??= match[1]
    const value = readListItem(source.slice(match[0].length))
    if (match[1] !== indent || typeof value !== 'string') return null
    items.push(value)
    at = end + 1
  }
  return items.length === 0 ? null : { value: items, end: at }
}
