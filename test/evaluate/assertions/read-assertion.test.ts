// Assertions that programs decide: what passes, what fails, what cannot be told, and what hostile outputs do to them.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Assertion, assertionSchema } from '../../../src/contracts/experiment/assertion.js'
import { isWithinDistance } from '../../../src/evaluate/assertions/edit-distance.js'
import { readAssertion } from '../../../src/evaluate/assertions/read-assertion.js'
import { runInTime } from '../../../src/process/in-time.js'
import { call, cases, evidence } from './cases.js'

const read = (assertion: Assertion, given: Parameters<typeof readAssertion>[1], limitMs = 1000) =>
  readAssertion(assertion, given, (work) => runInTime(work, limitMs))

test.each(cases)('%j passes and fails', (assertion, passes, fails) => {
  expect(assertionSchema.safeParse(assertion).success).toBe(true)
  expect(read(assertion, passes)).toEqual({ status: 'observed', passed: true })
  expect(read(assertion, fails)).toEqual({ status: 'observed', passed: false })
  expect(read({ ...assertion, not: true }, passes)).toEqual({ status: 'observed', passed: false })
  expect(read({ ...assertion, not: true }, fails)).toEqual({ status: 'observed', passed: true })
})

test('every type has a case, but for those of models', () => {
  const types = new Set(cases.map(([{ type }]) => type))
  // 36 types: one is refused (custom), four are asked of models.
  expect(types.size).toBe(36 - 1 - 4)
})

describe('what cannot be told is missing, also under not', () => {
  test.each<[Assertion, Parameters<typeof evidence>[0], string]>([
    [{ type: 'contains', value: 'a' }, { output: null }, 'output-unavailable'],
    [{ type: 'json_valid' }, { output: null }, 'output-unavailable'],
    [{ type: 'levenshtein_max', reference: 'a', value: 9 }, { output: null }, 'output-unavailable'],
    [{ type: 'tools_not_called', values: ['A'] }, { trace: null }, 'trace-unavailable'],
    [{ type: 'turns_max', value: 9 }, { trace: { turns: null } }, 'turns-unreported'],
    [{ type: 'mock_hit', value: 'A:1' }, { trace: { mocksObserved: false } }, 'mocks-unobserved'],
    [
      { type: 'tool_output_contains', value: 'A:x' },
      { trace: { toolCalls: [call('A', { output: null })] } },
      'tool-output-unavailable',
    ],
    [{ type: 'cost_max', value: 9 }, {}, 'cost-unreported'],
    [{ type: 'cost_max', value: 9 }, { facts: { providerCost: { costStatus: 'partial' } } }, 'cost-partial'],
    [
      { type: 'cost_max', value: 9 },
      { facts: { providerCost: { costStatus: 'reported', amount: 1, currency: 'EUR' } } },
      'cost-in-other-currency',
    ],
  ])('%j', (assertion, parts, reasonCode) => {
    expect(read(assertion, evidence(parts))).toEqual({ status: 'missing', reasonCode })
    expect(read({ ...assertion, not: true }, evidence(parts))).toEqual({ status: 'missing', reasonCode })
  })

  test('a set is told as far as its other children tell it', () => {
    const unknown: Assertion = { type: 'cost_max', value: 1 }
    const right: Assertion = { type: 'min_length', value: 0 }
    const wrong: Assertion = { type: 'min_length', value: 9 }
    const set = (mode: 'all' | 'any', ...children: Assertion[]) =>
      read({ type: 'assert-set', mode, children }, evidence({}))
    expect(set('all', unknown, wrong)).toEqual({ status: 'observed', passed: false })
    expect(set('all', unknown, right)).toEqual({ status: 'missing', reasonCode: 'cost-unreported' })
    expect(set('any', unknown, right)).toEqual({ status: 'observed', passed: true })
    expect(set('any', unknown, wrong)).toEqual({ status: 'missing', reasonCode: 'cost-unreported' })
    expect(set('all')).toEqual({ status: 'observed', passed: false })
    expect(set('any')).toEqual({ status: 'observed', passed: false })
  })
})

describe('an assertion that cannot be carried out is invalid, and no failure', () => {
  test('a pattern that is none', () => {
    expect(read({ type: 'regex', pattern: '(' }, evidence({ output: '(' }))).toEqual({
      status: 'invalid',
      reasonCode: 'pattern-invalid',
    })
  })
  test('a pattern that takes for ever is broken off', () => {
    const hostile = `${'a'.repeat(40)}!`
    expect(read({ type: 'regex', pattern: '^(a+)+$' }, evidence({ output: hostile }), 100)).toEqual({
      status: 'invalid',
      reasonCode: 'time-limit',
    })
  })
  test('so is a schema with such a pattern', () => {
    const schema = { type: 'string', pattern: '^(a+)+$' }
    expect(
      read({ type: 'json_schema', schema }, evidence({ output: JSON.stringify(`${'a'.repeat(40)}!`) }), 100),
    ).toEqual({ status: 'invalid', reasonCode: 'time-limit' })
  })
  test('a schema that is none', () => {
    expect(read({ type: 'json_schema', schema: { type: 'nonsense' } }, evidence({ output: '{}' }))).toEqual({
      status: 'invalid',
      reasonCode: 'schema-invalid',
    })
  })
  test('schemas of one id do not disturb each other', () => {
    for (const type of ['string', 'number'])
      expect(read({ type: 'json_schema', schema: { $id: 'same', type } }, evidence({ output: '1' }))).toEqual(
        { status: 'observed', passed: type === 'number' },
      )
  })
})

test('outputs of ten megabytes, with NUL, halves of characters and deep JSON are read like others', () => {
  const long = 'x'.repeat(10_000_000)
  for (const output of [long, `${long}\0`, '\ud800', '['.repeat(1_000_000), '{"__proto__":{"a":1}}']) {
    for (const [assertion] of cases) {
      if (assertion.type === 'rouge_n_min' || assertion.type === 'bleu_min') continue
      expect(['observed', 'missing']).toContain(read(assertion, evidence({ output }), 10_000).status)
    }
  }
  const schema = { type: 'object', required: ['a'] }
  expect(read({ type: 'json_schema', schema }, evidence({ output: '{"__proto__":{"a":1}}' }))).toEqual({
    status: 'observed',
    passed: false,
  })
})

test('the edit distance is that of the whole table, for any two texts and limit', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 12 }), (one, other, limit) => {
      expect(isWithinDistance(one, other, limit)).toBe(wholeTable(one, other) <= limit)
    }),
    { seed: 7, numRuns: 500 },
  )
})

function wholeTable(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => row + column),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row++)
    for (let column = 1; column <= other.length; column++) {
      const line = table[row]
      if (line)
        line[column] = Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1),
        )
    }
  return at(one.length, other.length)
}
