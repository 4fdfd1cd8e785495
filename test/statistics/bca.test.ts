import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bcaInterval } from '../../src/statistics/bca.js'
import { resampleExactly } from '../../src/statistics/resample-exactly.js'
import { defined } from './defined.js'

const grades = [3, 4, 5, 2, 4, 4, 5, 1, 3, 4, 5, 5, 4, 3, 2, 4, 5, 4, 3, 4, 1, 4]

test('all resamples of a few values are counted, without a seed', () => {
  const interval = defined(bcaInterval([1, 2, 4, 8]))
  expect(interval.method).toBe('bca-exact')
  expect(interval).not.toHaveProperty('seed')
})

test('exact resamples are all resamples', () => {
  const sums = resampleExactly([0, 1, 3])
  const all = [0, 1, 3].flatMap((a) => [0, 1, 3].flatMap((b) => [0, 1, 3].map((c) => a + b + c)))
  for (const sum of new Set(all)) {
    const weight = sums.filter((found) => found.sum === sum).reduce((total, found) => total + found.weight, 0)
    expect(weight).toBeCloseTo(all.filter((value) => value === sum).length / 27, 12)
  }
})

test('more values are resampled with a seed that it names', () => {
  expect(bcaInterval(grades, { draws: 2000, seed: 5 })).toMatchObject({
    method: 'bca',
    level: 0.95,
    n: 22,
    seed: 5,
    draws: 2000,
    warnings: [],
  })
})

// scipy.stats.bootstrap(method='BCa') with 100,000 resamples gives [3.0455, 4.0455].
test('comes near scipy', () => {
  const interval = defined(bcaInterval(grades, { draws: 50_000 }))
  expect(interval.lower).toBeCloseTo(3.0455, 1)
  expect(interval.upper).toBeCloseTo(4.0455, 1)
})

test('warns of few and of binary values', () => {
  expect(defined(bcaInterval([1, 2, 3])).warnings).toEqual(['few-values'])
  expect(defined(bcaInterval([0, 1, 1])).warnings).toEqual(['few-values', 'binary-values'])
})

test('a single value is refused, and equal values have no interval', () => {
  expect(() => bcaInterval([1])).toThrow(expect.objectContaining({ code: 'STATISTICS_TOO_FEW_VALUES' }))
  expect(bcaInterval([2, 2, 2])).toMatchObject({ kind: 'undefined', reason: 'no-variation' })
})

test('holds finite bounds between the extremes; a mirrored sample has the mirrored correction', () => {
  const samples = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 7 })
  fc.assert(
    fc.property(samples, fc.constantFrom(0.8, 0.95, 0.999), (values, level) => {
      fc.pre(new Set(values).size > 1)
      const interval = defined(bcaInterval(values, { level }))
      const mirrored = defined(
        bcaInterval(
          values.map((value) => -value),
          { level },
        ),
      )
      expect(interval.lower).toBeLessThanOrEqual(interval.upper)
      expect(interval.lower).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
      expect(interval.upper).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
      expect(mirrored.z0).toBeCloseTo(-interval.z0, 6)
      expect(mirrored.acceleration).toBeCloseTo(-interval.acceleration, 9)
    }),
    { numRuns: 60 },
  )
})
