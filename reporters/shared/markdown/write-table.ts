// Writes tables row by row and keeps the text of each: a watch session writes a thousand rows anew of which one has changed.
import type { Table, TableRow } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'

/** How all Markdown is written. Without aligned pipes the text of a row does not depend on other rows. */
export const markdownOptions: Options = {
  bullet: '-',
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
}

/** So many rows are kept; then they are forgotten together. */
const MOST_ROWS = 10_000
const keptRows = new Map<string, string>()

/** The text of a table, as `mdast-util-gfm` writes it. */
export function writeTable({ children: [head, ...rows] }: Table): string {
  if (!head) return ''
  const keys = rows.map((row) => JSON.stringify([head.children.length, row.children]))
  if (keptRows.size + rows.length > MOST_ROWS) keptRows.clear()
  const unknown = new Map<string, TableRow>()
  rows.forEach((row, index) => {
    const key = keys[index] ?? ''
    if (!keptRows.has(key)) unknown.set(key, row)
  })
  const [first = '', delimiters = '', ...texts] = writeLines([head, ...unknown.values()])
  // A row that is not one line cannot be told from its neighbours.
  if (texts.length !== unknown.size) return writeLines([head, ...rows]).join('\n')
  let at = 0
  for (const key of unknown.keys()) keptRows.set(key, texts[at++] ?? '')
  return [first, delimiters, ...keys.map((key) => keptRows.get(key) ?? '')].join('\n')
}

function writeLines(children: TableRow[]): string[] {
  return toMarkdown({ type: 'table', children }, markdownOptions).trimEnd().split('\n')
}
