// What earlier runs say about the checks of today.
import { expect, test } from 'vitest'
import { compareWithPast } from '../../../src/analyze/checks/compare-with-past.js'
import type { CheckResult } from '../../../src/contracts/check-result.js'
import { digestBytes } from '../../../src/contracts/digest.js'
import type { PastRun } from '../../../src/contracts/past-run.js'
import { makeResult } from '../../support/results.js'

const statuses = { p: 'passed', f: 'failed', e: 'error' } as const
type Letter = keyof typeof statuses

function pastRun(result: CheckResult | null): PastRun {
  return {
    ...{ schema_version: 1, run_id: 'r', started_at: '2026-01-01T00:00:00.000Z', duration_ms: 1 },
    ...{ total_checks: 1, passed_checks: 0, failed_checks: 0, errored_checks: 0 },
    ...{ run_passed: true, run_status: 'complete', checks: result === null ? [] : [result] },
  }
}

/** Upper case letters are results of another definition. */
function compare(past: string, now: Letter) {
  const runs = [...past].map((letter) => {
    const lower = letter.toLowerCase()
    const status = lower === 'p' || lower === 'f' || lower === 'e' ? statuses[lower] : null
    if (status === null) return pastRun(null)
    const other = { check_definition_sha256: digestBytes('other') }
    return pastRun(makeResult('a', status, letter === lower ? {} : other))
  })
  return compareWithPast([makeResult('a', statuses[now])], runs).get('a')
}

test.each<[string, Letter, object]>([
  ['p', 'f', { change: 'newly-failing', definitionChanged: false, flaky: false }],
  ['f', 'p', { change: 'newly-passing', definitionChanged: false }],
  ['F', 'p', { change: 'newly-passing', definitionChanged: true }],
  ['p', 'p', { change: null, definitionChanged: null }],
  ['', 'f', { change: null, statuses: [] }],
  ['-', 'f', { change: null, statuses: [null] }],
  // An error is no verdict: the last one that was reached counts.
  ['pe', 'f', { change: 'newly-failing' }],
  ['p-', 'f', { change: 'newly-failing' }],
  ['p', 'e', { change: null }],
  ['e', 'f', { change: null }],
])('after %j a check that is now %j is compared with its last verdict', (past, now, expected) => {
  expect(compare(past, now)).toMatchObject(expected)
})

test.each<[string, Letter, boolean]>([
  ['pf', 'p', true],
  ['pef', 'p', true],
  ['ppff', 'f', false],
  ['PF', 'p', false],
  ['pF', 'p', false],
  ['fpf', 'e', true],
])('after %j a check that is now %j is flaky: %j', (past, now, flaky) => {
  expect(compare(past, now)?.flaky).toBe(flaky)
})
