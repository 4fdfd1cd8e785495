import { expect, test } from 'vitest'
import { evalReportSchema } from '../../../src/contracts/eval-report.js'
import { buildReport } from '../../../src/decide/checks/build-report.js'
import { loadError, makeHeader, makeResult } from '../../support/runs.js'

const ending = { completedAt: '2026-01-02T03:04:07.500Z', runStatus: 'complete' } as const

test('holds the documented keys in the documented order', () => {
  expect(Object.keys(buildReport(makeHeader(['a']), [makeResult('a', 'passed')], ending))).toEqual(
    `schema_version run_id project_root output_dir started_at completed_at duration_ms total_checks passed_checks
    failed_checks errored_checks points_earned total_points percentage pass_threshold meets_threshold run_passed
    run_status not_run skipped load_errors plan_sha256 pass_rate checks`.split(/\s+/),
  )
})

test('adds shard and watch only where they apply', () => {
  const report = buildReport(
    makeHeader(['a'], { shard: '1/2', watch: true }),
    [makeResult('a', 'passed')],
    ending,
  )
  expect(report).toMatchObject({ shard: '1/2', watch: true, run_passed: null, meets_threshold: true })
})

test('counts what was not run in the total, and calls such a run interrupted', () => {
  const report = buildReport(
    makeHeader(['a', 'b'], { pass_threshold: 0.5 }),
    [makeResult('b', 'passed')],
    ending,
  )
  expect(report).toMatchObject({
    total_checks: 2,
    total_points: 2,
    points_earned: 1,
    percentage: 50,
    meets_threshold: true,
    run_passed: false,
    run_status: 'interrupted',
    not_run: ['a'],
    duration_ms: 2500,
  })
})

test('keeps skipped checks out of every total', () => {
  const header = makeHeader(['a'], { skipped: [{ id: 's', reason: 'later' }] })
  const report = buildReport(header, [makeResult('a', 'passed')], ending)
  expect(report).toMatchObject({ total_checks: 1, run_passed: true, skipped: [{ id: 's', reason: 'later' }] })
})

test('one check that raises leaves the entries of the others', () => {
  const results = [makeResult('a', 'passed'), makeResult('b', 'error'), makeResult('c', 'failed')]
  const report = buildReport(makeHeader(['a', 'b', 'c'], { load_errors: [loadError] }), results, ending)
  expect(report.checks).toEqual(results)
  expect(report).toMatchObject({
    passed_checks: 1,
    failed_checks: 1,
    errored_checks: 1,
    load_errors: [loadError],
  })
})

test('gives the pass rate of decided checks with its interval; errors, skips and what was not run are left out', () => {
  const header = makeHeader(['a', 'b', 'c', 'd'], { skipped: [{ id: 's', reason: 'later' }] })
  const results = [makeResult('a', 'passed'), makeResult('b', 'error'), makeResult('c', 'failed')]
  const { pass_rate } = buildReport(header, results, ending)
  expect(pass_rate).toMatchObject({
    passed: 1,
    decided: 2,
    interval: { kind: 'interval', method: 'wilson', level: 0.95, n: 2, estimate: 0.5 },
  })
})

test('gives no pass rate, rather than 0, when nothing was decided', () => {
  const { pass_rate } = buildReport(makeHeader(['a']), [makeResult('a', 'error')], ending)
  expect(pass_rate).toEqual({
    passed: 0,
    decided: 0,
    interval: { kind: 'undefined', method: 'wilson', n: 0, reason: 'no-observations' },
  })
})

test('survives being written and read back', () => {
  const report = buildReport(makeHeader(['a'], { watch: true }), [makeResult('a', 'passed')], ending)
  expect(evalReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
})

test('is never negative in time when the clock was set back', () => {
  const report = buildReport(makeHeader([]), [], { ...ending, completedAt: '2026-01-02T03:00:00.000Z' })
  expect(report.duration_ms).toBe(0)
})

test('refuses records that make no valid report', () => {
  const result = makeResult('a', 'passed', { duration_ms: -1 })
  expect(() => buildReport(makeHeader(['a']), [result], ending)).toThrow(
    expect.objectContaining({
      code: 'REPORT_INVALID',
      message: expect.stringContaining('checks.0.duration_ms'),
    }),
  )
})
