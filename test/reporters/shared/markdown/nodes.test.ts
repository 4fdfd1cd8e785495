import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneLine } from '../../../../reporters/shared/display.js'
import {
  codeBlock,
  heading,
  inlineCode,
  list,
  paragraph,
  table,
  words,
  writeMarkdown,
} from '../../../../reporters/shared/markdown/nodes.js'
import { listNodes, parseMarkdown, textOf } from './parse-markdown.js'

/** Pieces of which markup is made. */
const pieces = fc.constantFrom(
  ...'<>[]()!`|*_~#-+=:/\\&;@."\'$^{}'.split(''),
  ...[
    'a',
    'b',
    '1',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '<script>',
    '```',
    '~~~',
    '---',
    '\\|',
  ],
  ...[
    'http://e.x',
    'https://e.x/a_b',
    'www.e.x',
    'a@b.c',
    'mailto:a@b.c',
    '@user',
    '#12',
    '![i](u)',
    '[l](u)',
    '[^1]',
  ],
  ...[
    '[^1]: n',
    '[r]: u',
    '&lt;',
    '&#64;',
    '# ',
    '> ',
    '- ',
    '1. ',
    '- [ ] ',
    '| - |',
    '**',
    '__',
    '~~',
    '$$',
    '\u200b',
  ],
)
const hostile = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))

// Code in a table cannot hold a backslash before a pipe: GitHub's syntax has no way to write it.
const comparable = (text: string) => text.replace(/\\+\|/g, '|')

describe('whatever a text holds', () => {
  test('words stay text or code, in paragraphs, emphasis, lists and tables', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, two) => {
        const tree = parseMarkdown(
          writeMarkdown([
            paragraph(...words(one)),
            paragraph({ type: 'emphasis', children: words(`x${two}x`) }),
            list([words(`x${one}`), words(`x${two}`)]),
            table([
              [words(one), words(two)],
              [words(two), [inlineCode(`x${one}`)]],
            ]),
          ]),
        )
        const allowed = [
          'root',
          'paragraph',
          'emphasis',
          'list',
          'listItem',
          'table',
          'tableRow',
          'tableCell',
          'text',
          'inlineCode',
        ]
        expect(
          listNodes(tree)
            .map(({ type }) => type)
            .filter((type) => !allowed.includes(type)),
        ).toEqual([])
        expect(tree.children.map(({ type }) => type).slice(-3)).toEqual(['paragraph', 'list', 'table'])
        const shown = [oneLine(one), oneLine(two), oneLine(two), oneLine(`x${one}`)]
        const cells = listNodes(tree).filter(({ type }) => type === 'tableCell')
        expect(cells.map((cell) => comparable(textOf(cell)))).toEqual(shown.map(comparable))
      }),
      { numRuns: 800 },
    )
  })

  test('a code block ends where it was meant to end', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tree = parseMarkdown(writeMarkdown([codeBlock(text), heading(2, ...words('after'))]))
        expect(tree.children.map(({ type }) => type)).toEqual(['code', 'heading'])
        expect(textOf(tree)).toBe(`${text}after`)
      }),
      { numRuns: 800 },
    )
  })
})

test.each([
  'http://e.x',
  'HTTPS://E.X',
  'www.e.x',
  'a@b.c',
  '@user',
  '#12',
  'org/repo#12',
  '$x$',
  'mailto:a',
])('%s becomes code, so that no viewer makes a link of it', (word) => {
  expect(words(`see ${word} there`)).toEqual([
    { type: 'text', value: 'see ' },
    { type: 'inlineCode', value: word },
    { type: 'text', value: ' there' },
  ])
})

test('an id of 5,000 characters is cut with an ellipsis', () => {
  const { value } = inlineCode('i'.repeat(5000))
  expect(value).toHaveLength(80)
  expect(value.endsWith('…')).toBe(true)
})

test('a description of a megabyte is cut', () => {
  expect(writeMarkdown([paragraph(...words('long '.repeat(200_000)))]).length).toBeLessThan(2100)
})
