// The plain reader against the YAML library: whatever it reads, the library reads alike.
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { composeYaml } from '../../../src/parse/check-file/compose-yaml.js'
import { indexLines } from '../../../src/parse/check-file/line-index.js'
import { readPlainYaml } from '../../../src/parse/source/plain/read-plain-yaml.js'
import { readSource } from '../../../src/parse/source/read-source.js'
import { bytesOf, fixtures } from '../experiment-inputs.js'

/** The text as the library reads it; null when it has anything to say. */
function byLibrary(text: string): string | null {
  const { documents, findings } = composeYaml(text, indexLines(text))
  if (documents.length !== 1 || findings.length > 0) return null
  return JSON.stringify(documents[0]?.toJS())
}

/** Whether the text is plain; if it is, the library has to agree. */
function agrees(text: string): boolean {
  const value = readPlainYaml(text, () => {})
  if (value === undefined) return false
  expect(JSON.stringify(value), text).toBe(byLibrary(text))
  return true
}

const sample = `# samples
requires: { tools: [node, "a b"], env: [] }   # what it needs
samples:
  - sample_id: 001-abc
    prompt: Review this code, please (it's "mine").
    context: |
      line 1
        line 2

      line 4
    rubric: >-
      Names the fault
      in one sentence.

      And more.
    dimensions:
      tone of voice: polite   # or so
      none:
    weights: [1, -2, 0.5, 1.5, true, null, 'it''s', "\\u00e9\\n"]
    mocks:
    - tool: Bash
      return: {stdout: "", exit: 0}
    # between
    - { tool: Read, return: http-ish, when: 2026-08-01 }
  -   sample_id: b
      prompt: 你好 🍌
`

describe('reads', () => {
  test.each(
    ['files', 'samples'].flatMap((kind) =>
      readdirSync(fixtures(kind === 'files' ? 'files' : 'samples'))
        .filter((file) => file.startsWith('ok-') && /every|list|minimal|beside/.test(file))
        .map((file) => [file, new URL(file, fixtures(kind === 'files' ? 'files' : 'samples'))] as const),
    ),
  )('%s', (_, url) => {
    expect(agrees(readFileSync(url, 'utf8'))).toBe(true)
  })

  test('lists, mappings, texts and comments as people write them', () => {
    expect(agrees(sample)).toBe(true)
    expect(agrees('a: |\n  x\nb: >\n  y\n  z\n\n\nc: >-\n  w')).toBe(true)
    expect(agrees('- a\n- b: c\n  d: e\n-   f\n')).toBe(true)
  })

  test('what the library writes', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom(0, 40),
        fc.boolean(),
        (value, lineWidth, flow) => {
          agrees(stringify(value, { lineWidth, collectionStyle: flow ? 'flow' : 'any' }))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('leaves to the library', () => {
  test.each([
    'a: &x 1\n',
    'a: *x\n',
    'a: !t b\n',
    '<<: {}\n',
    'a: b\na: c\n',
    '{a: 1}\n',
    'a: [b,\n  c]\n',
    'a: b\n  c\n',
    'a:\n  b\n',
    'a: "b\n  c"\n',
    '- - a\n',
    '-\n  a: b\n',
    '? a\n',
    'a: 1e3\n',
    'a: 0x1\n',
    'a: .inf\n',
    'a: +1\n',
    'a: 1.0\n',
    'a: -0\n',
    'a: 12345678901234567890\n',
    'a: True\n',
    'a: ~\n',
    'true: a\n',
    '__proto__: a\n',
    'a:\tb\n',
    'a: b\r\n',
    '\uFEFFa: b\n',
    '---\na: b\n',
    'a: b\n...\n',
    '%YAML 1.2\n---\na: b\n',
    'a: b: c\n',
    'a: [b: c]\n',
    'a: [b]]\n',
    'a: "b"c\n',
    'a: |2\n   x\n',
    'a: |+\n  x\n\n',
    'a: >\n  x\n    y\n',
    'a: |\n    x\n  y\n',
    'a: |\n\n  x\n',
    'a: {b: c, b: d}\n',
    'a: "\\x41"\n',
    '',
    'just text\n',
  ])('%j', (text) => expect(readPlainYaml(text, () => {})).toBeUndefined())
})

test('texts with a stretch that was changed are read alike', () => {
  const pieces = [
    '',
    ' ',
    '  ',
    '\n',
    '- ',
    ': ',
    ':',
    '#',
    ' #',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    ',',
    '|',
    '>',
    '\n  ',
    '1',
    'e',
    '-',
    '.',
    '&',
    '*',
    '\\',
    '?',
    '!',
    '~',
    '@',
  ]
  const change = fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 4 }),
    piece: fc.constantFrom(...pieces),
    again: fc.nat(),
    other: fc.constantFrom(...pieces),
  })
  const characters = [...sample]
  let plain = 0
  fc.assert(
    fc.property(change, ({ at, cut, piece, again, other }) => {
      const changed = [...characters]
      changed.splice(at % (characters.length + 1), cut, piece)
      changed.splice(again % (changed.length + 1), 0, other)
      if (agrees(changed.join(''))) plain++
    }),
    { numRuns: 3000 },
  )
  expect(plain).toBeGreaterThan(300)
})

test('keys are told with their places and with what is around them', () => {
  const seen: string[] = []
  readPlainYaml('a:\n- b: { c: [{ d: 1 }] }\n  e:\n    f: 1\n', (key, offset, depth) =>
    seen.push(`${key} ${offset} ${depth}`),
  )
  expect(seen).toEqual(['a 0 1', 'b 5 3', 'c 10 4', 'd 16 6', 'e 28 3', 'f 35 4'])
})

test('a fault in a value of a plain text still has its place', () => {
  const source = readSource({ file: '/p/a.yaml', bytes: bytesOf(sample) })
  expect(source.findings).toEqual([])
  expect(source.tree().reliableUntil).toBe(Number.POSITIVE_INFINITY)
  expect(source.offsetsOf?.('sample_id', 3)).toEqual([
    sample.indexOf('sample_id'),
    sample.lastIndexOf('sample_id'),
  ])
})
