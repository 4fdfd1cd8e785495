// JSON is read in two ways, fast and with places: they have to agree with each other and with JSON.parse.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readValue } from '../../../src/parse/check-file/read-values.js'
import { composeJson } from '../../../src/parse/source/compose-json.js'
import { readSource } from '../../../src/parse/source/read-source.js'
import { scanJson } from '../../../src/parse/source/scan-json.js'
import { bytesOf } from '../experiment-inputs.js'

const json = fc.tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, 2)).map(([value, space]) => ({
  text: JSON.stringify(value, null, space),
  value: JSON.parse(JSON.stringify(value)),
}))

test('with places, a text has the value that it has for JSON.parse', () => {
  fc.assert(
    fc.property(json, ({ text, value }) => {
      const { root, findings } = composeJson(text)
      expect(findings).toEqual([])
      expect(JSON.stringify(readValue(root, new Map()))).toBe(JSON.stringify(value))
    }),
  )
})

test('a text is refused exactly when JSON.parse refuses it', () => {
  const edits = fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 3 }),
    put: fc.constantFrom('', '"', ',', ':', '{', ']', '\\', '\n', '\u0000', '0', '-', 'e', 'null', ' ', '/'),
  })
  fc.assert(
    fc.property(json, edits, ({ text }, { at, cut, put }) => {
      const start = at % (text.length + 1)
      const edited = text.slice(0, start) + put + text.slice(start + cut)
      expect(composeJson(edited).findings.length > 0, edited).toBe(!isJsonText(edited))
    }),
    { numRuns: 1000 },
  )
})

test('keys and depth are counted as they stand in the text', () => {
  expect(scanJson('{"a\\\\":{"b:\\"{":[[":"]]},"a\\\\":1}')).toEqual({ keys: 3, depth: 4 })
})

test.each([
  ['a key twice', '{"a":1,"a":2}', ['duplicate-key']],
  ['a key twice, once in escapes', '{"a":{"b":1,"\\u0062":2}}', ['duplicate-key']],
  ['a key twice, in different objects', '{"a":{"a":1},"b":[{"a":1},{"a":2}]}', []],
  ['half a character', '["\\ud83d"]', ['invalid-value']],
  ['a whole one', '["\\ud83d\\ude00"]', []],
  ['a number without end', '[1e400]', ['invalid-value']],
  ['100 levels', `${'['.repeat(100)}${']'.repeat(100)}`, []],
  ['101 levels', `${'['.repeat(101)}${']'.repeat(101)}`, ['too-deep']],
  ['100,000 levels without an end', '['.repeat(100_000), ['too-deep']],
])('%s', (_, text, codes) => {
  const { findings } = readSource({ file: '/p/a.json', bytes: bytesOf(text) })
  expect(findings.map(({ code }) => code)).toEqual(codes)
})

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
