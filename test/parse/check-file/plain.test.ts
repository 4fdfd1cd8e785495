// The short way for plain files against the YAML library: whatever it accepts, the library reads in the same way.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import fastGlob from 'fast-glob'
import { describe, expect, test } from 'vitest'
import { indexLines } from '../../../src/parse/check-file/line-index.js'
import { parseYaml } from '../../../src/parse/check-file/parse-yaml.js'
import { parsePlain } from '../../../src/parse/check-file/plain/parse-plain.js'
import { readPlain } from '../../../src/parse/check-file/plain/read-plain.js'
import { scanText } from '../../../src/parse/check-file/scan-text.js'
import { check, judge, types } from './fixtures.js'

const seeded = { seed: 20261201, numRuns: 4000 }

/** Whether the short way took the text; fails when the library reads anything else in it. */
function agrees(text: string): boolean {
  const scanned = scanText(text)
  const plain = parsePlain(text, types)
  if (plain === null) return false
  const { check: whole, findings } = parseYaml(scanned, indexLines(text), types)
  expect(findings, text).toEqual([])
  expect(JSON.stringify([plain, plain.positions]), text).toBe(JSON.stringify([whole, whole?.positions]))
  return true
}

const root = path.resolve(import.meta.dirname, '../../..')
const patterns = ['fixtures/**/*.{yaml,yml}', 'examples/**/*.{yaml,yml}', 'eval_checks/**/*.{yaml,yml}']
// What runs leave behind in a fixture comes and goes.
const ignore = ['**/.eval-banana/**', '**/node_modules/**']
const texts = fastGlob
  .sync(patterns, { cwd: root, dot: true, absolute: true, ignore, suppressErrors: true })
  .sort()
  .map((file) => readFileSync(file, 'utf8'))

describe('against the YAML library', () => {
  test('all check files of this project are read alike', () => {
    const accepted = texts.filter(agrees).length
    expect(accepted).toBeGreaterThan(50)
  })

  test('check files with a stretch that was changed are read alike', () => {
    const pieces = [
      ' ',
      '  ',
      '\n',
      '\n\n',
      ':',
      ': ',
      '#',
      ' #',
      '- ',
      "'",
      '"',
      '|',
      '>',
      '[',
      ']',
      ',',
      '1',
      'é',
    ]
    const change = fc.record({
      text: fc.constantFrom(...texts.filter((text) => text.length < 3000)),
      at: fc.nat(),
      cut: fc.nat(3),
      piece: fc.oneof(fc.constantFrom('', ...pieces), fc.string({ unit: 'binary', maxLength: 3 })),
    })
    let accepted = 0
    fc.assert(
      fc.property(change, ({ text, at, cut, piece }) => {
        const start = at % (text.length + 1)
        // Half of a pair of surrogates cannot come from any bytes.
        const changed = (text.slice(0, start) + piece + text.slice(start + cut)).toWellFormed()
        if (agrees(changed)) accepted++
      }),
      seeded,
    )
    expect(accepted).toBeGreaterThan(500)
  })

  test('one-line values are read alike', () => {
    const word = fc.constantFrom(
      ...[
        'a',
        'b c',
        'x:y',
        'a: b',
        'a:',
        ' #c',
        '#c',
        '0',
        '1',
        '-1',
        '012',
        '1.5',
        '1.0',
        '0x1',
        '1e3',
        '.5',
        '1_0',
      ],
      ...[
        'null',
        'true',
        'True',
        'no',
        '~',
        '<<',
        '.inf',
        '2020-01-01',
        '"',
        "'",
        '\\',
        '[',
        ']',
        '{',
        '}',
        ',',
      ],
      ...[
        '- ',
        '-',
        '? ',
        '&a ',
        '*a',
        '!t ',
        '%',
        '@',
        '`',
        '|',
        '>',
        '=',
        'é',
        '漢字',
        '🙂',
        '\u3000',
        '\u2009',
      ],
      ...[
        'it',
        "'s",
        '(x)',
        '/etc/a.b',
        '$HOME',
        '"q"',
        "'q'",
        '[a, b]',
        '""',
        "''",
        '  ',
        '\u00a0',
        '\ufeff',
      ],
    )
    const value = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(''))
    const key = fc.constantFrom('description', 'tags', 'timeout_seconds', 'skip', 'paths', 'script', 'id')
    let accepted = 0
    fc.assert(
      fc.property(fc.tuple(key, value), ([name, text]) => {
        if (agrees(check({ [name]: text }))) accepted++
      }),
      { ...seeded, numRuns: 20_000 },
    )
    expect(accepted).toBeGreaterThan(1000)
  })

  test('flow lists and block lists are read alike', () => {
    const item = fc.constantFrom(
      ...[
        'a',
        'b c',
        '"q"',
        "'q'",
        '"a, b"',
        "'a # b'",
        '',
        ' ',
        '1',
        'true',
        'a:b',
        'a: b',
        '# c',
        'a #c',
        '- a',
      ],
      ...[
        '[a]',
        '{a: b}',
        '"a\\n"',
        "'it''s'",
        '**/*.ts',
        '*a',
        'src/**',
        "it's",
        'null',
        '~',
        '- ',
        '\u3000a',
        'a\n',
      ],
    )
    const items = fc.array(item, { maxLength: 4 })
    const indent = fc.constantFrom('', ' ', '  ', '  ', '  ', '    ')
    const block = fc
      .tuple(fc.array(fc.tuple(indent, item), { maxLength: 4 }), indent, fc.constantFrom('- ', '-', '-  '))
      .map(([all, usual, dash]) =>
        all.map(([own, text]) => `\n${own === ' ' ? own : usual}${dash}${text}`).join(''),
      )
    const flow = fc
      .tuple(items, fc.constantFrom(',', ', ', ' , '))
      .map(([all, comma]) => `[${all.join(comma)}]`)
    let accepted = 0
    fc.assert(
      fc.property(fc.constantFrom('tags', 'paths'), fc.oneof(block, flow), (name, text) => {
        if (agrees(check({ [name]: text })) || agrees(check({ description: 'd', [name]: text, script: 'x' })))
          accepted++
      }),
      seeded,
    )
    expect(accepted).toBeGreaterThan(200)
  })

  test('blocks of lines are read alike, wherever they end', () => {
    const line = fc.constantFrom(
      ...[
        '',
        ' ',
        '  ',
        '   ',
        '     ',
        'a',
        ' a',
        '  a',
        '   a',
        '    a b',
        '  # c',
        '# c',
        ' # c',
        '  - a',
        '- a',
      ],
      ...[
        '  a: b',
        'skip: s',
        'tags: [a]',
        '---',
        '...',
        '  ---',
        '  """',
        "  'x",
        '%a',
        '\t',
        '  \ta',
        'b:',
      ],
    )
    const header = fc.constantFrom('|', '|-', '|+', '|2', '>', '>-', '| # c', '|  ', 'a', '"a"', '')
    const lines = fc.tuple(fc.array(line, { maxLength: 7 }), fc.constantFrom('', '\n', '\n\n'))
    let accepted = 0
    fc.assert(
      fc.property(header, lines, fc.boolean(), (first, [rest, ending], last) => {
        const block = `script: ${[first, ...rest].join('\n')}${ending}`
        const head = check({ script: null })
        if (agrees(last ? head + block : block + (ending === '' ? '\n' : '') + head)) accepted++
      }),
      { ...seeded, numRuns: 20_000 },
    )
    expect(accepted).toBeGreaterThan(500)
  })
})

describe('a file is plain', () => {
  test('with one-line values, lists, literal blocks, comments and blank lines', () => {
    const lines = [
      '# c',
      'a: 1 # c',
      "b: 'x: y'",
      'c: [p, "q r"]',
      'd:',
      '  - i',
      '',
      'e: |',
      '  s',
      '',
      '    t',
      'f: u',
    ]
    expect([...(readPlain(lines.join('\n')) ?? [])]).toEqual([
      ['a', { line: 2, value: 1 }],
      ['b', { line: 3, value: 'x: y' }],
      ['c', { line: 4, value: ['p', 'q r'] }],
      ['d', { line: 5, value: ['i'] }],
      ['e', { line: 8, value: 's\n\n  t\n' }],
      ['f', { line: 12, value: 'u' }],
    ])
  })

  test.each([
    ['a tab', 'a: b\n\tc\n'],
    ['CRLF', 'a: b\r\n'],
    ['an anchor', 'a: &x b\n'],
    ['an alias', 'a: *x\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a document mark', '---\na: b\n'],
    ['a nested mapping', 'a:\n  b: c\n'],
    ['a flow mapping', 'a: {b: c}\n'],
    ['a scalar over two lines', 'a: b\n  c\n'],
    ['an escape', 'a: "\\n"\n'],
    ['a folded block', 'a: >\n  b\n'],
    ['a key that stands twice', 'a: b\na: c\n'],
    ['a merge key', '<<: b\n'],
    ['a comment that Vitest would read', '# @vitest-environment jsdom\na: b\n'],
    ['no value', 'a:\nb: c\n'],
    ['a number that is not written as JSON does', 'a: 0o17\n'],
  ])('not with %s', (_, text) => {
    expect(readPlain(text)).toBeNull()
  })

  test('not when there is anything to say about the check', () => {
    expect(parsePlain(check(), types)).not.toBeNull()
    expect(parsePlain(judge(), types)).not.toBeNull()
    expect(parsePlain(check({ script: "'# nothing'" }), types)).toBeNull()
    expect(parsePlain(check({ description: "' '" }), types)).toBeNull()
    expect(parsePlain(check({ colour: 'red' }), types)).toBeNull()
    expect(parsePlain(check({ schema_version: '2' }), types)).toBeNull()
    expect(parsePlain(check({ id: null }), types)).toBeNull()
  })
})
