import { expect, test } from 'vitest'
import { estimatePassRate } from '../../../src/analyze/checks/pass-rate.js'

test('is the share of decided checks, with a Wilson 95 % interval', () => {
  const rate = estimatePassRate(17, 3)
  expect(rate).toMatchObject({
    passed: 17,
    decided: 20,
    interval: { kind: 'interval', method: 'wilson', level: 0.95, n: 20, estimate: 0.85 },
  })
  if (rate.interval.kind === 'undefined') throw new Error('undefined')
  expect(rate.interval.lower).toBeCloseTo(0.6395811353, 9)
  expect(rate.interval.upper).toBeCloseTo(0.9476312541, 9)
})

test('is undefined, not 0, without a decided check', () => {
  expect(estimatePassRate(0, 0).interval).toMatchObject({ kind: 'undefined', reason: 'no-observations' })
})
