// The library behind the quantiles, against values of scipy 1.17.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  betaQuantile,
  binomialCdf,
  normalCdf,
  normalCritical,
  normalQuantile,
  studentCritical,
} from '../../src/statistics/distributions.js'

test.each([
  [0.975, 1.959963984540054],
  [0.9875, 2.241402727604947],
  [0.8, 0.8416212335729143],
  [1e-8, -5.612001244174789],
])('the normal quantile at %d is %d', (p, z) => {
  expect(normalQuantile(p)).toBeCloseTo(z, 12)
  expect(normalCdf(z)).toBeCloseTo(p, 12)
})

test.each([
  [0.95, 1, 12.706204736432095],
  [0.95, 29, 2.045229642132703],
  [0.99, 5, 4.032142983557536],
  [0.975, 99, 2.276003474751275],
])('the Student quantile of level %d with %d degrees is %d', (level, degrees, t) => {
  expect(studentCritical(level, degrees)).toBeCloseTo(t, 9)
})

test('Student comes down to the normal quantile', () => {
  expect(studentCritical(0.95, 1e6)).toBeCloseTo(normalCritical(0.95), 5)
})

test.each([
  [0.5, 17, 4, 0.8194500205907145],
  [0.025, 81, 183, 0.25273674558527126],
  [0.975, 5000, 5001, 0.5097486483484014],
])('the beta quantile at %d of (%d, %d) is %d', (p, a, b, x) => {
  expect(betaQuantile(p, a, b)).toBeCloseTo(x, 12)
})

test('the binomial distribution function adds up the binomial probabilities', () => {
  expect(binomialCdf(1, 3, 0.5)).toBeCloseTo(0.5, 14)
  expect(binomialCdf(0, 0, 0.5)).toBe(1)
  expect(binomialCdf(4, 4, 0.3)).toBe(1)
})

test('quantile and distribution function of the normal are inverse', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (p) => {
      expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 12)
    }),
  )
})

test.each([0, 1, -0.1, Number.NaN])('the normal quantile at %d is refused', (p) => {
  expect(() => normalQuantile(p)).toThrow(expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' }))
})
