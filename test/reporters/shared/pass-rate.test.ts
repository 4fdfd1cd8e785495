import { expect, test } from 'vitest'
import { describePassRate } from '../../../reporters/shared/pass-rate.js'
import { buildReport } from '../../../src/decide/checks/build-report.js'
import { makeHeader, makeResult } from '../../support/runs.js'

const ending = { completedAt: '2026-01-02T03:04:07.500Z', runStatus: 'complete' } as const

test('names the method, the level and n, and what is not counted', () => {
  const ids = Array.from({ length: 20 }, (_, i) => `c${i}`)
  const header = makeHeader([...ids, 'broken', 'left', 'behind'], { skipped: [{ id: 's', reason: 'later' }] })
  const results = [
    ...ids.map((id, i) => makeResult(id, i < 17 ? 'passed' : 'failed')),
    makeResult('broken', 'error'),
  ]
  expect(describePassRate(buildReport(header, results, ending))).toBe(
    '17/20 decided (85.0%), Wilson 95% interval 64.0% to 94.8%, n = 20; not counted: 1 error, 1 skipped, 2 not run',
  )
})

test('says that there is none when no check was decided', () => {
  const report = buildReport(
    makeHeader(['a', 'b']),
    [makeResult('a', 'error'), makeResult('b', 'error')],
    ending,
  )
  expect(describePassRate(report)).toBe('none, no check was decided; not counted: 2 errors')
})
