// Holm and Benjamini-Hochberg, and what is said when an interval is doubtful.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adjustBenjaminiHochberg } from '../../src/statistics/benjamini-hochberg.js'
import { diagnoseDifferences } from '../../src/statistics/difference-diagnostics.js'
import { adjustHolm } from '../../src/statistics/holm.js'
import { defined } from './defined.js'

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })

describe('adjusted p-values', () => {
  test('of Holm multiply the smallest by all, the next by one less', () => {
    expect(adjustHolm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02])
  })

  test('keep order and bounds; Holm lies between Bonferroni and Benjamini-Hochberg', () => {
    fc.assert(
      fc.property(pValues, (values) => {
        const [holm, bh] = [adjustHolm(values), adjustBenjaminiHochberg(values)]
        for (const [i, p] of values.entries()) {
          const [ofHolm, ofBh] = [holm[i] ?? Number.NaN, bh[i] ?? Number.NaN]
          expect(ofBh).toBeGreaterThanOrEqual(p)
          expect(ofHolm).toBeGreaterThanOrEqual(ofBh - 1e-12)
          expect(ofHolm).toBeLessThanOrEqual(Math.min(1, p * values.length) + 1e-12)
          for (const [j, other] of values.entries()) {
            if (p < other) {
              expect(ofHolm).toBeLessThanOrEqual(holm[j] ?? Number.NaN)
              expect(ofBh).toBeLessThanOrEqual(bh[j] ?? Number.NaN)
            }
          }
        }
      }),
    )
  })

  test('do not depend on the order given', () => {
    fc.assert(
      fc.property(pValues, (values) => {
        const reversed = [...values].reverse()
        expect(adjustHolm(reversed).reverse()).toEqual(adjustHolm(values))
        expect(adjustBenjaminiHochberg(reversed).reverse()).toEqual(adjustBenjaminiHochberg(values))
      }),
    )
  })

  test('of nothing are nothing, and shares above 1 are refused', () => {
    expect(adjustHolm([])).toEqual([])
    for (const adjust of [adjustHolm, adjustBenjaminiHochberg]) {
      expect(() => adjust([1.1])).toThrow(expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' }))
    }
  })
})

describe('diagnostics of differences', () => {
  test('are silent on differences without skew', () => {
    const differences = Array.from({ length: 30 }, (_, index) => (index % 5) - 2)
    expect(diagnoseDifferences(differences)).toMatchObject({ n: 30, differing: 24, warnings: [] })
  })

  test('warn of rare large gains, and show the sign-flip p-value beside', () => {
    const rare = [...new Array<number>(27).fill(0), 4, 4, 4]
    const diagnostics = diagnoseDifferences(rare)
    expect(diagnostics.warnings).toEqual(['skewed-differences', 'few-differing-pairs'])
    expect(defined(diagnostics.signFlip)).toMatchObject({ method: 'sign-flip-exact', p: 0.25 })
    // 3 of 30 at 4: (1 - 2p) / sqrt(p (1 - p)) for p = 0.1.
    expect(defined(diagnostics.skewness).value).toBeCloseTo(8 / 3, 12)
  })

  test('the skewness limit shrinks with the root of n', () => {
    const repeated = (times: number) => Array.from({ length: times }, () => [0, 0, 0, 1, 5]).flat()
    expect(diagnoseDifferences(repeated(6)).warnings).toEqual(['skewed-differences'])
    expect(diagnoseDifferences(repeated(40)).warnings).toEqual([])
  })

  test('skewness is undefined for too few or equal differences', () => {
    expect(diagnoseDifferences([1, 2]).skewness).toMatchObject({ reason: 'too-few-observations' })
    expect(diagnoseDifferences([1, 1, 1]).skewness).toMatchObject({ reason: 'no-variation' })
    expect(diagnoseDifferences([])).toMatchObject({ signFlip: { kind: 'undefined' }, differing: 0 })
  })

  test('swapping the arms flips the skewness and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 3, maxLength: 12 }),
        (differences) => {
          const one = diagnoseDifferences(differences)
          const other = diagnoseDifferences(differences.map((difference) => -difference))
          expect(other).toMatchObject({
            differing: one.differing,
            warnings: one.warnings,
            signFlip: one.signFlip,
          })
          fc.pre(one.skewness.kind === 'estimate')
          expect(defined(other.skewness).value).toBeCloseTo(-one.skewness.value, 12)
        },
      ),
    )
  })
})
