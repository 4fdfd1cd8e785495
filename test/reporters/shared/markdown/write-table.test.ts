import type { PhrasingContent } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import { expect, test } from 'vitest'
import { inlineCode, table, words } from '../../../../reporters/shared/markdown/nodes.js'
import { markdownOptions, writeTable } from '../../../../reporters/shared/markdown/write-table.js'

const texts = [
  'plain',
  '',
  'a|b',
  '- dash',
  '1. one',
  '`tick`',
  'x\ny',
  '<b> & [l](m) _u_ *s* ~~t~~',
  '🍌',
  '\\',
  ' ',
  'https://x.y',
]
const head = [words('Name'), words('Text')]
const row = (text: string): PhrasingContent[][] => [[inlineCode(text)], words(text)]

/** As the library writes the whole table at once. */
function writeAtOnce(rows: PhrasingContent[][][]): string {
  return toMarkdown({ type: 'root', children: [table(rows)] }, markdownOptions).trimEnd()
}

test('a table is written as the library would write it, whatever its cells hold and whatever was written before', () => {
  const tables = [
    [head],
    [head, ...texts.map(row)],
    [head, row('same'), row('same'), row('new'), row('same')],
    [head, ...texts.toReversed().map(row), row('one more')],
    [[...head, words('More')], ...texts.map((text) => [...row(text), words('more')])],
  ]
  for (const rows of tables) expect(writeTable(table(rows))).toBe(writeAtOnce(rows))
})

test('more rows than are kept are all written', () => {
  const rows = [head, ...Array.from({ length: 12_000 }, (_, index) => row(`row ${index}`))]
  for (let i = 0; i < 2; i++) {
    const lines = writeTable(table(rows)).split('\n')
    expect(lines).toHaveLength(12_002)
    expect(lines.at(-1)).toBe('| `row 11999` | row 11999 |')
  }
})
