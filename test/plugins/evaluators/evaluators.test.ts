// The evaluators that programs carry out, from what was recorded to readings of metrics.
import { describe, expect, test } from 'vitest'
import { example } from '../../../plugins/evaluators/_template/index.js'
import { builtInEvaluators } from '../../../src/builtins.js'
import type { Evaluator } from '../../../src/contracts/evaluator.js'
import type { EvaluatorPlugin } from '../../../src/contracts/experiment/evaluator-plugin.js'
import { EXPERIMENT_IMPLEMENTATIONS as IDS } from '../../../src/contracts/experiment/implementations.js'
import { type Json, snapshotJson } from '../../../src/contracts/json.js'
import { runInTime } from '../../../src/process/in-time.js'
import { call, cases } from '../../evaluate/assertions/cases.js'

const plugins = await builtInEvaluators()
const evaluatorFor = (implementationId: string): Evaluator => ({
  evaluatorId: 'e',
  evaluatorKind: 'assertions',
  implementationId,
  instrumentId: 'i',
  ensembleMemberId: 'm',
  replicateGroupId: 'g',
  replicateIndex: 0,
  metricIds: ['m-1', 'm-2', 'of-another-sample'],
  inputs: [],
})

function evaluate(plugin: EvaluatorPlugin, inputs: Record<string, Json>) {
  const job = {
    evaluator: evaluatorFor(plugin.implementationId),
    sampleId: 's',
    inputs: new Map(Object.entries(inputs)),
  }
  const inTime = <T>(work: () => T) => runInTime(work, 1000)
  return plugin.evaluate(job, { inTime, signal: new AbortController().signal })
}
const named = (implementationId: string) => {
  const plugin = plugins.find((one) => one.implementationId === implementationId)
  if (!plugin) throw new Error(`no ${implementationId}`)
  return plugin
}
const output = named(IDS.outputAssertions)
const execution = named(IDS.executionAssertions)
const exact = named(IDS.exactMatch)
const criteria = (...assertions: Json[]) =>
  assertions.map((assertion, at) => ({ assertion, criterionId: `c-${at + 1}`, metricId: `m-${at + 1}` }))
const reads = (...readings: object[]) =>
  expect.objectContaining({
    status: 'completed',
    readings: readings.map((reading, at) => ({ metricId: `m-${at + 1}`, ...reading })),
  })
const yes = { status: 'observed', value: true }
const no = { status: 'observed', value: false }

test.each(cases)('%j becomes a boolean of its metric', async (assertion, passes, fails) => {
  for (const [{ output: actual, trace, facts }, reading] of [
    [passes, yes],
    [fails, no],
  ] as const) {
    const inputs = JSON.parse(
      JSON.stringify({ actual, trace, executionFacts: facts, criteria: criteria(snapshotJson(assertion)) }),
    )
    expect(await evaluate(execution, inputs)).toEqual(reads(reading))
  }
})

test('only the criteria of the sample apply', async () => {
  const given = { actual: 'abc', criteria: criteria({ type: 'contains', value: 'B' }) }
  expect(await evaluate(output, given)).toMatchObject({ applicable: ['m-1'] })
  expect(await evaluate(output, { actual: 'abc' })).toMatchObject({ applicable: [], readings: [] })
})

test('a structured output is read as JSON', async () => {
  const given = {
    actual: { a: 1 },
    criteria: criteria({ type: 'json_valid' }, { type: 'equals', value: '{"a":1}' }),
  }
  expect(await evaluate(output, given)).toEqual(reads(yes, yes))
})

describe('what was not recorded is missing, whatever stands in the criterion', () => {
  test.each<[string, Json, string]>([
    ['output', { type: 'not_contains', value: 'a' }, 'output-unavailable'],
    ['trace', { type: 'tools_not_called', values: ['A'] }, 'trace-unavailable'],
    ['facts', { type: 'latency_max', value: 9 }, 'execution-facts-unavailable'],
    [
      'facts in a set',
      { type: 'assert-set', children: [{ type: 'cost_max', value: 9 }] },
      'execution-facts-unavailable',
    ],
    ['facts under not', { type: 'latency_max', value: 9, not: true }, 'execution-facts-unavailable'],
  ])('%s', async (_, assertion, reasonCode) => {
    expect(await evaluate(execution, { criteria: criteria(snapshotJson(assertion)) })).toEqual(
      reads({ status: 'missing', reasonCode }),
    )
  })
})

test('a pattern without an end is invalid and neither passes nor fails', async () => {
  const given = {
    actual: `${'a'.repeat(40)}!`,
    criteria: criteria({ type: 'regex', pattern: '^(a+)+$', not: true }),
  }
  expect(await evaluate(output, given)).toEqual(reads({ status: 'invalid', reasonCode: 'time-limit' }))
})

test.each([
  [{ criteria: [{ assertion: { type: 'custom' }, criterionId: 'c', metricId: 'm' }] }, 'criteria-malformed'],
  [{ trace: { toolCalls: 'many' } }, 'trace-malformed'],
  [{ executionFacts: { durationMs: -1 } }, 'execution-facts-malformed'],
])('%j is a failure, not a reading', async (inputs, code) => {
  expect(await evaluate(execution, inputs)).toMatchObject({ status: 'failed', error: { code } })
})

test('an output nested beyond the stack is a failure, not an exception', async () => {
  const actual: Json = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))
  const given = { actual, criteria: criteria({ type: 'json_valid' }) }
  expect(await evaluate(output, given)).toMatchObject({
    status: 'failed',
    error: { code: 'assertions-unreadable' },
  })
})

describe('an exact match', () => {
  const check = (actualPointer: string, expectedPointer: string) => [
    { actualPointer, expectedPointer, criterionId: 'c', metricId: 'm-1' },
  ]
  test.each<[string, Json, Json, string, string, object]>([
    ['order of keys does not count', { a: 1, b: [2] }, { b: [2], a: 1 }, '', '', yes],
    ['order of items does', [1, 2], [2, 1], '', '', no],
    ['a text is no number', '1', 1, '', '', no],
    ['a part that is not there is not equal', {}, { a: null }, '/a', '/a', no],
    ['keys of prototypes are not there', {}, { a: {} }, '/__proto__', '/a', no],
    ['nothing expected', 'x', {}, '', '/a', { status: 'missing', reasonCode: 'expected-unavailable' }],
  ])('%s', async (_, actual, expected, actualPointer, expectedPointer, reading) => {
    const given = { actual, expected, criteria: check(actualPointer, expectedPointer) }
    expect(await evaluate(exact, given)).toEqual(reads(reading))
  })

  test('of values nested beyond the stack is a failure, not an exception', async () => {
    const actual: Json = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))
    const given = { actual, expected: [], criteria: check('', '') }
    expect(await evaluate(exact, given)).toMatchObject({
      status: 'failed',
      error: { code: 'comparison-unreadable' },
    })
  })

  test('reads a trace', async () => {
    const actual = JSON.parse(JSON.stringify({ toolCalls: [call('Read')] }))
    const given = { actual, expected: 'Read', criteria: check('/toolCalls/0/tool', '') }
    expect(await evaluate(exact, given)).toEqual(reads(yes))
  })

  test('has nothing to compare where nothing was recorded', async () => {
    expect(await evaluate(exact, { expected: 1, criteria: check('', '') })).toEqual(
      reads({ status: 'missing', reasonCode: 'actual-unavailable' }),
    )
  })
})

test('the template tells a blank output from none', async () => {
  expect(await evaluate(example, { actual: ' ' })).toEqual(reads(no))
  expect(await evaluate(example, {})).toEqual(reads({ status: 'missing', reasonCode: 'output-unavailable' }))
})
