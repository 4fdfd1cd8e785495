import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bootstrapFamily } from '../../src/statistics/bootstrap-family.js'
import { labelConfidence } from '../../src/statistics/confidence-label.js'
import { bootstrapIndependentDifference } from '../../src/statistics/independent-bootstrap.js'
import { DECISION_SEED, mulberry32 } from '../../src/statistics/mulberry32.js'
import { pairBlocks } from '../../src/statistics/pair-blocks.js'
import {
  bootstrapMean,
  bootstrapPairedDifference,
  roundFigure,
} from '../../src/statistics/percentile-bootstrap.js'
import { resampleMeans } from '../../src/statistics/resample-means.js'
import { sortedQuantile } from '../../src/statistics/sorted-quantile.js'
import { defined } from './defined.js'

const scores = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 2, maxLength: 40 })
const gains = [0.5, 1, 0, -0.25, 1.5, 0.75, 0, 1, -0.5, 1]

describe('the random numbers', () => {
  test('are those of Mulberry32', () => {
    const random = mulberry32(DECISION_SEED)
    expect([random(), random(), random()]).toMatchInlineSnapshot(`
      [
        1317036623,
        1667381730,
        36025409,
      ]
    `)
  })

  test('are drawn by the fast loop in the same order', () => {
    const values = Float64Array.from(gains)
    const random = mulberry32(99)
    const means = Array.from({ length: 50 }, () => {
      let sum = 0
      for (let i = 0; i < values.length; i++) {
        sum += values[Math.floor((random() / 4294967296) * values.length)] ?? Number.NaN
      }
      return sum / values.length
    })
    expect([...resampleMeans(values, 50, 99)]).toEqual(means.sort((a, b) => a - b))
  })
})

test('quantiles are interpolated linearly between sorted numbers', () => {
  expect(sortedQuantile([1, 2, 4], 0.5)).toBe(2)
  expect(sortedQuantile([1, 2, 4], 0.75)).toBe(3)
  expect(sortedQuantile([5], 0.3)).toBe(5)
})

describe('the interval of a paired difference', () => {
  test('is the same on every machine', () => {
    expect(bootstrapPairedDifference(gains)).toMatchInlineSnapshot(`
      {
        "draws": 1000,
        "estimate": 0.5,
        "kind": "interval",
        "level": 0.95,
        "lower": 0.125,
        "method": "paired-percentile-bootstrap",
        "n": 10,
        "seed": 20260616,
        "significant": true,
        "upper": 0.875,
      }
    `)
  })

  test('says how it was made, and whether it excludes 0', () => {
    expect(bootstrapPairedDifference([1, 1, 1], { alpha: 0.025, draws: 10, seed: 3 })).toEqual({
      kind: 'interval',
      method: 'paired-percentile-bootstrap',
      level: 0.975,
      n: 3,
      seed: 3,
      draws: 10,
      estimate: 1,
      lower: 1,
      upper: 1,
      significant: true,
    })
  })

  test('decides on the rounded figures: what is shown as 0 includes 0', () => {
    expect(bootstrapPairedDifference([0.00004, 0.00004])).toMatchObject({ lower: 0, significant: false })
    expect(bootstrapPairedDifference([0.0001, 0.0001])).toMatchObject({ lower: 0.0001, significant: true })
  })

  test('of a single pair is that pair, without resamples', () => {
    expect(bootstrapPairedDifference([0.5])).toMatchObject({ n: 1, draws: 0, lower: 0.5, upper: 0.5 })
  })

  test('is undefined without complete pairs', () => {
    expect(bootstrapPairedDifference([])).toEqual({
      kind: 'undefined',
      method: 'paired-percentile-bootstrap',
      n: 0,
      reason: 'bootstrap-no-complete-pairs',
    })
  })

  test('flips its signs when the arms are swapped', () => {
    fc.assert(
      fc.property(scores, (differences) => {
        const one = defined(bootstrapPairedDifference(differences, { draws: 200 }))
        const other = defined(
          bootstrapPairedDifference(
            differences.map((difference) => -difference),
            { draws: 200 },
          ),
        )
        // Halves are rounded upwards on both sides.
        expect(Math.abs(other.estimate + one.estimate)).toBeLessThan(0.00011)
        expect(Math.abs(other.lower + one.upper)).toBeLessThan(0.00011)
        expect(Math.abs(other.upper + one.lower)).toBeLessThan(0.00011)
      }),
    )
  })

  test('stays between the smallest and the largest difference, and holds 4 decimals', () => {
    fc.assert(
      fc.property(scores, (differences) => {
        const { lower, upper, estimate } = defined(bootstrapPairedDifference(differences, { draws: 100 }))
        expect(lower).toBeLessThanOrEqual(upper)
        expect(lower).toBeGreaterThanOrEqual(Math.min(...differences) - 0.0001)
        expect(upper).toBeLessThanOrEqual(Math.max(...differences) + 0.0001)
        for (const figure of [lower, upper, estimate]) expect(roundFigure(figure)).toBe(figure)
      }),
    )
  })

  test.each([
    [[1, Number.POSITIVE_INFINITY], {}],
    [[1, 2], { alpha: 0 }],
    [[1, 2], { draws: 0 }],
  ])('refuses %j with %j', (differences, options) => {
    expect(() => bootstrapPairedDifference(differences, options)).toThrow(
      expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' }),
    )
  })
})

test('the mean of one arm has an interval of its own', () => {
  expect(bootstrapMean([2, 3, 4])).toMatchObject({ method: 'percentile-bootstrap', estimate: 3, n: 3 })
  expect(bootstrapMean([])).toMatchObject({ kind: 'undefined', reason: 'no-observations' })
})

test('independent arms are resampled on both sides', () => {
  const control = [1, 2, 3, 4, 5]
  const independent = defined(bootstrapIndependentDifference(control, [2, 3, 4, 5, 6, 7]))
  expect(independent).toMatchObject({ method: 'independent-percentile-bootstrap', n: 5, estimate: 1.5 })
  // The variances of both means add up.
  const spread = Array.from({ length: 100 }, (_, index) => index)
  const both = defined(bootstrapIndependentDifference(spread, spread))
  const one = defined(bootstrapMean(spread))
  expect(Math.abs((both.upper - both.lower) / (one.upper - one.lower) - Math.SQRT2)).toBeLessThan(0.15)
  // What both arms share does not cancel.
  const shifted = defined(
    bootstrapIndependentDifference(
      control,
      control.map((score) => score + 1),
    ),
  )
  const paired = defined(bootstrapPairedDifference(control.map(() => 1)))
  expect(shifted.upper - shifted.lower).toBeGreaterThan(paired.upper - paired.lower)
  expect(bootstrapIndependentDifference([], [1])).toMatchObject({ kind: 'undefined' })
})

describe('pairs', () => {
  test('average their trials before anything else, and are complete only with a score on both sides', () => {
    const units = pairBlocks([
      { unitId: 'a', control: [1, 2, null], treatment: [4] },
      { unitId: 'b', control: [null], treatment: [3] },
      { unitId: 'n', control: [3], treatment: [] },
      { unitId: 'c', control: [0], treatment: [0] },
    ])
    expect(units).toEqual({
      complete: [
        { unitId: 'a', control: 1.5, treatment: 4, difference: 2.5 },
        { unitId: 'c', control: 0, treatment: 0, difference: 0 },
      ],
      incomplete: ['b', 'n'],
    })
  })
})

describe('a family of comparisons', () => {
  test('shares alpha among the comparisons that were observed', () => {
    const family = bootstrapFamily([
      { comparisonId: 'one', differences: gains },
      { comparisonId: 'none', differences: [] },
      { comparisonId: 'two', differences: gains },
    ])
    expect(family).toMatchObject({
      plannedComparisons: 3,
      observedComparisons: 2,
      missingComparisons: ['none'],
      nominalAlpha: 0.05,
      effectiveAlpha: 0.025,
    })
    expect(family.comparisons[0]?.interval).toMatchObject({ level: 0.975 })
    expect(family.comparisons[1]?.interval).toMatchObject({ kind: 'undefined' })
  })

  test('starts the seed anew for each: equal differences have equal intervals', () => {
    const [first, second] = bootstrapFamily([
      { comparisonId: 'one', differences: gains },
      { comparisonId: 'two', differences: gains },
    ]).comparisons
    expect(first?.interval).toEqual(second?.interval)
    expect(first?.interval).toEqual(bootstrapPairedDifference(gains, { alpha: 0.025 }))
  })

  test('without any observed comparison has no effective alpha', () => {
    expect(bootstrapFamily([{ comparisonId: 'none', differences: [] }])).toMatchObject({
      effectiveAlpha: null,
      observedComparisons: 0,
    })
  })
})

test.each([
  [1, '95%'],
  [2, '97.5%'],
  [3, '98.33%'],
])('the confidence label of %d comparisons is %s', (comparisons, label) => {
  expect(labelConfidence(1 - 0.05 / comparisons)).toBe(label)
})
