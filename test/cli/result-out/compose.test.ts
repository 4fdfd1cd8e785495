import { describe, expect, test } from 'vitest'
import { composeDocument, type RunAccount } from '../../../src/cli/result-out/compose.js'
import type { CheckResult } from '../../../src/contracts/check-result.js'
import type { Configuration } from '../../../src/contracts/configuration.js'
import { makeRedactor } from '../../../src/contracts/text-hygiene.js'
import { parseConfiguration } from '../../../src/parse/configuration/parse-configuration.js'
import { makeDocument } from '../../support/result-documents.js'
import { makeRunEnd } from '../../support/run-ends.js'
import { makeHeader, makeResult } from '../../support/runs.js'

const { observed } = makeDocument()
const secret = 'sk-a-secret-value'

function configure(options: object = {}): Configuration {
  return parseConfiguration({ options, environment: {}, defaults: { maxParallelChecks: 1 } }).configuration
}

function compose(
  account: Partial<RunAccount>,
  provenance: Record<string, string | null> = { attempt: null },
) {
  return composeDocument(
    { status: 'completed', exitCode: 0, error: null, configuration: configure(), end: null, ...account },
    {
      toolVersion: '0.1.0',
      observed,
      producedAt: new Date('2026-01-02T03:04:08Z'),
      provenance,
      redact: makeRedactor([secret]),
    },
  )
}

function endOf(results: CheckResult[], header = makeHeader(results.map(({ check_id }) => check_id))) {
  return makeRunEnd(header, results)
}

test('a passed run is told in full', () => {
  const end = endOf([makeResult('a', 'passed', { reason: 'good' })])
  expect(compose({ end }, { attempt: 'attempt-7', session: 's1' })).toEqual(
    makeDocument({
      provenance: { attempt: 'attempt-7', session: 's1' },
      checks: [{ id: 'a', status: 'passed', reason: 'good', model: null }],
    }),
  )
})

test('checks are told in order; the reason of an error is its cause', () => {
  const end = endOf([
    makeResult('b', 'failed', { reason: 'bad' }),
    makeResult('a', 'error', { error_detail: 'no python', error_code: 'PYTHON_NOT_FOUND' }),
    makeResult('c', 'passed', { reason: null, details: { model: 'm-1' } }),
  ])
  const document = compose({ end, exitCode: 1 })
  expect(document).toMatchObject({ status: 'completed', run_passed: false, error: null })
  expect(document.checks).toEqual([
    { id: 'b', status: 'failed', reason: 'bad', model: null },
    { id: 'a', status: 'error', reason: 'no python', model: null },
    { id: 'c', status: 'passed', reason: null, model: 'm-1' },
  ])
})

test('a run that was not whole is not passed and says so', () => {
  const end = makeRunEnd(makeHeader(['a', 'b']), [makeResult('a', 'passed')], { runStatus: 'interrupted' })
  const document = compose({ end, exitCode: 1 })
  expect(document).toMatchObject({ status: 'completed', run_passed: false })
  expect(document.error).toContain('interrupted')
})

test('passed checks do not make a run passed that ended otherwise', () => {
  const end = endOf([makeResult('a', 'passed')])
  expect(compose({ end, exitCode: 1 })).toMatchObject({
    run_passed: false,
    error: expect.stringContaining('status 1'),
  })
})

describe('the harness', () => {
  const configuration = configure({
    harness: { agent: 'codex', reasoningEffort: 'high' },
    passThreshold: 0.5,
  })

  test('is the configured one when nothing was run', () => {
    const document = compose({ status: 'no_checks', error: 'No checks found', configuration })
    expect(document).toMatchObject({ harness: { family: 'codex', effort: 'high' }, pass_threshold: 0.5 })
  })

  test('is that of several judges when they are asked instead, each agent once', () => {
    const judges = [{ agent: 'claude' }, { agent: 'gemini', model: 'm' }, { agent: 'claude', model: 'm' }]
    const several = configure({ harness: { agent: 'codex', judges } })
    const { harness } = compose({ status: 'no_checks', error: 'No checks found', configuration: several })
    expect(harness.family).toBe('claude, gemini')
  })

  test('has the effort that judges recorded, null when they could not pass it on', () => {
    const effortOf = (...recorded: (string | null)[]) => {
      const results = recorded.map((effort, index) =>
        makeResult(`c${index}`, 'passed', { details: { reasoning_effort: effort } }),
      )
      return compose({ configuration, end: endOf([makeResult('script', 'passed'), ...results]) }).harness
        .effort
    }
    expect([effortOf(), effortOf('low'), effortOf(null, 'low'), effortOf(null)]).toEqual([
      'high',
      'low',
      'low',
      null,
    ])
  })

  test('and the threshold are unknown without a configuration', () => {
    const document = compose({ status: 'config_error', error: 'broken', configuration: null })
    expect(document).toMatchObject({ harness: { family: null, effort: null }, pass_threshold: null })
  })
})

test('secrets are redacted and terminal codes removed, wherever they stand', () => {
  const text = `\x1b[31m${secret}\x07`
  const end = endOf([
    makeResult('a', 'failed', { reason: text, details: { model: text, reasoning_effort: text } }),
    makeResult('b', 'error', { error_detail: text }),
  ])
  const configuration = configure({ harness: { agent: 'codex' } })
  const document = compose({ end, error: text, configuration }, { attempt: secret, [`k${secret}`]: secret })
  const written = JSON.stringify(document)
  expect(written).not.toContain(secret)
  expect(written).not.toMatch(/\\u001b|\\u0007/)
  expect(document.provenance).toEqual({ attempt: '[REDACTED]', 'k[REDACTED]': '[REDACTED]' })
})
