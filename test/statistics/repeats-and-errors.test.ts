// pass@k, pass^k, standard errors, the corrected rate of a judge.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clusteredError, clusteredInterval } from '../../src/statistics/clustered-error.js'
import { judgeCorrectedRate } from '../../src/statistics/judge-corrected-rate.js'
import { pairedDifference, pairedRateDifference } from '../../src/statistics/paired-difference.js'
import { meanPassAtK, meanPassHatK, passAtK, passHatK } from '../../src/statistics/pass-at-k.js'
import { wilsonInterval } from '../../src/statistics/wilson.js'
import { defined } from './defined.js'

const refused = expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' })
const repeats = fc
  .integer({ min: 1, max: 60 })
  .chain((n) => fc.record({ n: fc.constant(n), c: fc.nat(n), k: fc.integer({ min: 1, max: n }) }))

describe('repeats', () => {
  test('pass@1 and pass^1 are the pass rate, pass@n asks for one pass, pass^n for all', () => {
    fc.assert(
      fc.property(repeats, ({ n, c }) => {
        expect(passAtK({ n, c }, 1)).toBeCloseTo(c / n, 12)
        expect(passHatK({ n, c }, 1)).toBeCloseTo(c / n, 12)
        expect(passAtK({ n, c }, n)).toBe(c > 0 ? 1 : 0)
        expect(passHatK({ n, c }, n)).toBe(c === n ? 1 : 0)
      }),
    )
  })

  test('pass@k is one less the pass^k of failures, and never below pass^k', () => {
    fc.assert(
      fc.property(repeats, ({ n, c, k }) => {
        expect(passAtK({ n, c }, k)).toBeCloseTo(1 - passHatK({ n, c: n - c }, k), 12)
        expect(passAtK({ n, c }, k)).toBeGreaterThanOrEqual(passHatK({ n, c }, k) - 1e-12)
      }),
    )
  })

  test('both are unbiased: averaged over all outcomes they give p^k and 1 - (1-p)^k', () => {
    const [n, k, p] = [6, 3, 0.4]
    let hat = 0
    let at = 0
    for (let outcome = 0; outcome < 2 ** n; outcome++) {
      const c = outcome.toString(2).replaceAll('0', '').length
      const probability = p ** c * (1 - p) ** (n - c)
      hat += probability * passHatK({ n, c }, k)
      at += probability * passAtK({ n, c }, k)
    }
    expect(hat).toBeCloseTo(p ** k, 12)
    expect(at).toBeCloseTo(1 - (1 - p) ** k, 12)
  })

  test('an average says how many samples had too few trials', () => {
    const samples = [
      { n: 4, c: 2 },
      { n: 4, c: 4 },
      { n: 1, c: 1 },
    ]
    expect(meanPassHatK(samples, 2)).toEqual({
      kind: 'estimate',
      method: 'pass-hat-k',
      n: 2,
      value: (1 / 6 + 1) / 2,
      k: 2,
      omitted: 1,
    })
    expect(meanPassAtK(samples, 9)).toMatchObject({ kind: 'undefined', reason: 'fewer-trials-than-k' })
    expect(meanPassAtK([], 1)).toMatchObject({ kind: 'undefined', reason: 'no-observations' })
  })

  test.each([
    [{ n: 3, c: 4 }, 1],
    [{ n: 3, c: 1 }, 4],
    [{ n: 3, c: 1 }, 0],
  ])('refuses %j with k = %d', (sample, k) => {
    expect(() => passAtK(sample, k)).toThrow(refused)
    expect(() => passHatK(sample, k)).toThrow(refused)
  })
})

describe('standard errors', () => {
  test('clusters of one are no clusters', () => {
    const { naive, clustered } = defined(clusteredError([[1], [0], [1], [1], [0]]))
    expect(clustered).toBeCloseTo(naive * Math.sqrt(4 / 5), 12)
  })

  test('an interval over clusters uses Student with clusters - 1 degrees', () => {
    const clusters = [
      [1, 1],
      [0, 0],
      [1, 0],
    ]
    const { mean, clustered } = defined(clusteredError(clusters))
    expect(clusteredInterval(clusters)).toMatchObject({
      method: 'clustered-t',
      level: 0.95,
      n: 6,
      estimate: mean,
    })
    expect(defined(clusteredInterval(clusters)).upper).toBeCloseTo(mean + 4.30265273 * clustered, 7)
  })

  test('one cluster says nothing about the spread, and neither does one pair', () => {
    expect(clusteredError([[1, 2], []])).toMatchObject({ kind: 'undefined', reason: 'too-few-clusters' })
    expect(clusteredInterval([])).toMatchObject({ kind: 'undefined', method: 'clustered-t' })
    expect(pairedDifference([1])).toMatchObject({ kind: 'undefined', reason: 'too-few-observations' })
    expect(pairedDifference([])).toMatchObject({ kind: 'undefined', reason: 'no-observations' })
  })

  test('swapping the arms flips the mean and keeps the error', () => {
    const one = defined(pairedRateDifference(50, 9, 4))
    const other = defined(pairedRateDifference(50, 4, 9))
    expect(other.mean).toBeCloseTo(-one.mean, 12)
    expect(other.se).toBeCloseTo(one.se, 12)
    expect(() => pairedRateDifference(5, 3, 3)).toThrow(refused)
  })
})

describe('the corrected rate of a judge', () => {
  const judge = { p: 0.6, n: 200, q0: 0.85, m0: 50, q1: 0.9, m1: 50 }

  test('says how it was made', () => {
    expect(judgeCorrectedRate({ ...judge, level: 0.9 })).toMatchObject({
      method: 'judge-corrected',
      level: 0.9,
      n: 200,
    })
  })

  test.each([
    { q0: 0.5, q1: 0.5 },
    { q0: 0.1, q1: 0.9 },
    // Shrinking to one half would lift this judge above 1, and put the next below.
    { q0: 0.2, q1: 0.79, m0: 1, m1: 1000 },
    { q0: 1, q1: 0.2, m0: 1, m1: 1000 },
  ])('is refused for a judge no better than a coin: %j', (quality) => {
    expect(() => judgeCorrectedRate({ ...judge, ...quality })).toThrow(
      expect.objectContaining({ code: 'STATISTICS_JUDGE_UNINFORMATIVE' }),
    )
  })

  test('is cut at 0 and 1', () => {
    expect(judgeCorrectedRate({ ...judge, p: 0 })).toMatchObject({ estimate: 0, lower: 0 })
    expect(judgeCorrectedRate({ ...judge, p: 1 })).toMatchObject({ estimate: 1, upper: 1 })
  })

  test('of a perfect, well calibrated judge is about the plain rate', () => {
    const corrected = judgeCorrectedRate({ p: 0.6, n: 200, q0: 1, q1: 1, m0: 1e6, m1: 1e6 })
    const plain = defined(wilsonInterval(120, 200))
    expect(corrected.estimate).toBeCloseTo(0.6, 12)
    expect(corrected.lower).toBeCloseTo(plain.lower, 2)
    expect(corrected.upper).toBeCloseTo(plain.upper, 2)
  })

  test('stays within 0 and 1, is wider with less calibration, and mirrors when good and bad are swapped', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const good = fc.double({ min: 0.6, max: 1, noNaN: true })
    fc.assert(
      fc.property(share, good, good, (p, q0, q1) => {
        const one = judgeCorrectedRate({ ...judge, p, q0, q1 })
        const mirrored = judgeCorrectedRate({ ...judge, p: 1 - p, q0: q1, q1: q0 })
        expect(one.lower).toBeGreaterThanOrEqual(0)
        expect(one.upper).toBeLessThanOrEqual(1)
        expect(one.lower).toBeLessThanOrEqual(one.upper)
        expect(mirrored.estimate).toBeCloseTo(1 - one.estimate, 9)
        expect(mirrored.lower).toBeCloseTo(1 - one.upper, 9)
      }),
    )
    const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower
    expect(width(judgeCorrectedRate({ ...judge, m0: 15, m1: 15 }))).toBeGreaterThan(
      width(judgeCorrectedRate(judge)),
    )
  })
})
