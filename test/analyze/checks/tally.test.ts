import { expect, test } from 'vitest'
import { tallyChecks } from '../../../src/analyze/checks/tally.js'
import { makeHeader, makeResult } from '../../support/runs.js'

test('counts statuses apart and keeps the order of the plan', () => {
  const results = [makeResult('d', 'error'), makeResult('c', 'passed'), makeResult('a', 'failed')]
  const tally = tallyChecks(makeHeader(['a', 'b', 'c', 'd']), results)
  expect(tally).toMatchObject({
    total: 4,
    passed: 1,
    failed: 1,
    errored: 1,
    points: 1,
    percentage: 25,
    notRun: ['b'],
  })
  expect(tally.results.map(({ check_id }) => check_id)).toEqual(['a', 'c', 'd'])
})

test('takes the last of several results of one check', () => {
  const results = [makeResult('a', 'failed'), makeResult('b', 'passed'), makeResult('a', 'passed')]
  expect(tallyChecks(makeHeader(['a', 'b']), results)).toMatchObject({ total: 2, passed: 2, failed: 0 })
})

test('ignores results of checks that were not selected', () => {
  const results = [makeResult('stranger', 'error'), makeResult('a', 'passed')]
  expect(tallyChecks(makeHeader(['a']), results)).toMatchObject({ total: 1, errored: 0, points: 1 })
})

test('counts an id that is selected twice once', () => {
  expect(tallyChecks(makeHeader(['a', 'a']), [makeResult('a', 'passed')])).toMatchObject({
    total: 1,
    points: 1,
  })
})

test.each([
  [0, 0, 0],
  [0, 3, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 8, 12.5],
  [2999, 3000, 100],
  [3, 3, 100],
])('%i of %i is %d percent', (passed, total, percentage) => {
  const ids = Array.from({ length: total }, (_, i) => `c${i}`)
  const results = ids.map((id, i) => makeResult(id, i < passed ? 'passed' : 'failed'))
  expect(tallyChecks(makeHeader(ids), results).percentage).toBe(percentage)
})
