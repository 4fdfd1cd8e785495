// What an outcome becomes in the result of a check.
import { expect, test } from 'vitest'
import { checkResultSchema } from '../../src/contracts/check-result.js'
import { digestBytes } from '../../src/contracts/digest.js'
import { stampResult } from '../../src/evaluate/stamp-result.js'
import { passedOutcome } from '../support/own-check-type.js'

const identity = {
  checkId: 'greet',
  type: 'deterministic',
  definitionSha256: digestBytes('definition'),
  description: 'What greet says',
  sourcePath: '/project/eval_checks/greet.yaml',
  tags: ['fast'],
}
const timing = {
  startedAt: new Date('2026-01-02T03:04:05.000Z'),
  completedAt: new Date('2026-01-02T03:04:06.500+01:00'),
  durationMs: 1499.6,
}
const failedOutcome = { ...passedOutcome, status: 'failed' as const, reason: 'exit code 1', exitCode: 1 }
const errorOutcome = {
  status: 'error' as const,
  errorCode: 'timed-out',
  errorDetail: 'timed out after 1 s',
  exitCode: null,
  stdout: 'half',
  stderr: '',
  details: { stdout_bytes: 4 },
}

test('a passed check is one point, with its reason and without an error', () => {
  expect(stampResult(identity, timing, passedOutcome)).toEqual({
    check_id: 'greet',
    check_type: 'deterministic',
    check_definition_sha256: digestBytes('definition'),
    description: 'What greet says',
    source_path: '/project/eval_checks/greet.yaml',
    tags: ['fast'],
    status: 'passed',
    score: 1,
    started_at: '2026-01-02T03:04:05.000Z',
    completed_at: '2026-01-02T02:04:06.500Z',
    duration_ms: 1500,
    reason: 'fine',
    error_detail: null,
    error_code: null,
    stdout: 'out',
    stderr: 'err',
    exit_code: 0,
    details: { known: true },
  })
})

test('a failed check is no point, with its reason and without an error', () => {
  expect(stampResult(identity, timing, failedOutcome)).toMatchObject({
    status: 'failed',
    score: 0,
    reason: 'exit code 1',
    error_code: null,
    error_detail: null,
    exit_code: 1,
  })
})

test('an error has its cause, never a reason, and keeps what was seen', () => {
  expect(stampResult(identity, timing, errorOutcome)).toMatchObject({
    status: 'error',
    score: 0,
    reason: null,
    error_code: 'timed-out',
    error_detail: 'timed out after 1 s',
    exit_code: null,
    stdout: 'half',
    details: { stdout_bytes: 4 },
  })
})

test('a duration is a whole number and never negative', () => {
  const durationOf = (durationMs: number) =>
    stampResult(identity, { ...timing, durationMs }, passedOutcome).duration_ms
  expect([-0.2, -5, 0, 0.4, 2.5].map(durationOf)).toEqual([0, 0, 0, 0, 3])
})

test('every result is valid, and stays as it is when the tags of the check change', () => {
  const tags = ['fast']
  const results = [passedOutcome, failedOutcome, errorOutcome].map((outcome) =>
    stampResult({ ...identity, tags }, timing, outcome),
  )
  tags.push('later')
  for (const result of results) {
    expect(checkResultSchema.parse(result)).toEqual(result)
    expect(result.tags).toEqual(['fast'])
  }
})
