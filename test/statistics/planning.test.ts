// Sample size, power, smallest detectable difference, holdout: what is computed before a run.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitHoldout } from '../../src/statistics/holdout.js'
import {
  differenceDeviation,
  powerPaired,
  sampleSizePaired,
  smallestDetectableDifference,
} from '../../src/statistics/power.js'

const refused = expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' })

describe('power', () => {
  test('of the planned sample size reaches its target, and of one sample less does not', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        fc.double({ min: 0.5, max: 0.95, noNaN: true }),
        fc.integer({ min: 1, max: 5 }),
        (difference, power, comparisons) => {
          const plan = { difference, sd: 1, comparisons }
          const n = sampleSizePaired({ ...plan, power })
          expect(powerPaired({ ...plan, n })).toBeGreaterThan(power - 1e-9)
          // The formula leaves out the far side, which matters below n = 6 only.
          if (n > 6) expect(powerPaired({ ...plan, n: n - 1 })).toBeLessThan(power + 1e-4)
        },
      ),
    )
  })

  test('is alpha without a difference, and the same in both directions', () => {
    expect(powerPaired({ difference: 0, sd: 1, n: 30 })).toBeCloseTo(0.05, 12)
    expect(powerPaired({ difference: -0.5, sd: 1, n: 30 })).toBe(
      powerPaired({ difference: 0.5, sd: 1, n: 30 }),
    )
  })

  test('the smallest detectable difference of the planned size is at most the planned difference', () => {
    const n = sampleSizePaired({ difference: 0.5, sd: 1, power: 0.8 })
    const seen = smallestDetectableDifference({ n, sd: 1, power: 0.8 })
    expect(seen).toBeLessThanOrEqual(0.5)
    expect(seen).toBeCloseTo(0.495255, 6)
  })

  test('at least two samples are needed', () => {
    expect(sampleSizePaired({ difference: 100, sd: 1, power: 0.8 })).toBe(2)
  })

  test('trials shrink only the part of the spread that comes from trials', () => {
    const parts = { betweenSamples: 0.5, withinControl: 1, withinTreatment: 1 }
    expect(differenceDeviation({ ...parts, trials: 1 })).toBeCloseTo(Math.sqrt(2.5), 12)
    expect(differenceDeviation({ ...parts, trials: 4 })).toBeCloseTo(1, 12)
  })

  test.each([
    () => sampleSizePaired({ difference: 0, sd: 1, power: 0.8 }),
    () => sampleSizePaired({ difference: 1, sd: 0, power: 0.8 }),
    () => sampleSizePaired({ difference: 1, sd: 1, power: 1 }),
    () => sampleSizePaired({ difference: 1, sd: 1, power: 0.8, alpha: 0 }),
    () => sampleSizePaired({ difference: 1, sd: 1, power: 0.8, comparisons: 0 }),
    () => powerPaired({ difference: 1, sd: 1, n: 1 }),
    () => smallestDetectableDifference({ sd: 1, power: 0.8, n: 1.5 }),
    () => differenceDeviation({ betweenSamples: -1, withinControl: 0, withinTreatment: 0, trials: 1 }),
  ])('refuses a plan without meaning (%#)', (plan) => {
    expect(plan).toThrow(refused)
  })
})

describe('holdout', () => {
  const ids = Array.from({ length: 10 }, (_, index) => `s${String(index).padStart(2, '0')}`)

  test('takes members at an even stride over the sorted ids', () => {
    expect(splitHoldout([...ids].reverse(), 0.3)).toEqual({
      train: ['s01', 's02', 's04', 's05', 's07', 's08', 's09'],
      holdout: ['s00', 's03', 's06'],
    })
  })

  test.each([0, 0.2, 0.8, 1])(
    'does not split 10 samples at %d, where a side would have fewer than 3',
    (ratio) => {
      expect(splitHoldout(ids, ratio)).toBeNull()
    },
  )

  test('puts every sample on one side, whatever their order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 10, maxLength: 40 }),
        fc.double({ min: 0.25, max: 0.75, noNaN: true }),
        (names, ratio) => {
          const split = splitHoldout(names, ratio)
          fc.pre(split !== null)
          expect(split.holdout).toHaveLength(Math.round(names.length * ratio))
          expect([...split.train, ...split.holdout].sort()).toEqual([...names].sort())
          expect(splitHoldout([...names].reverse(), ratio)).toEqual(split)
        },
      ),
    )
  })

  test('refuses a ratio above 1', () => expect(() => splitHoldout(ids, 1.1)).toThrow(refused))
})
