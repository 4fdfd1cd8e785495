// McNemar and sign-flip: is a paired change real?
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testMcNemar } from '../../src/statistics/mcnemar.js'
import { mulberry32 } from '../../src/statistics/mulberry32.js'
import { testSignFlip } from '../../src/statistics/sign-flip.js'
import { defined } from './defined.js'

const counts = fc.nat(300)
const differences = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 14 })

describe('McNemar', () => {
  test('says how its p-values were made', () => {
    expect(testMcNemar(6, 16)).toMatchObject({
      exact: { kind: 'p-value', method: 'mcnemar-exact', n: 22 },
      midP: { kind: 'p-value', method: 'mcnemar-mid-p', n: 22 },
    })
  })

  test('has no evidence without discordant pairs or with as many on both sides', () => {
    expect(testMcNemar(0, 0)).toMatchObject({ exact: { p: 1 }, midP: { p: 1 } })
    expect(testMcNemar(7, 7).exact.p).toBe(1)
    expect(testMcNemar(7, 7).midP.p).toBeCloseTo(1, 12)
  })

  test('gives the same when the arms are swapped, and the mid-p is at most the exact one', () => {
    fc.assert(
      fc.property(counts, counts, (b, c) => {
        const { exact, midP } = testMcNemar(b, c)
        expect(testMcNemar(c, b)).toEqual({ exact, midP })
        expect(midP.p).toBeLessThanOrEqual(exact.p + 1e-12)
        expect(exact.p).toBeGreaterThan(0)
        expect(exact.p).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('is the sign-flip test of differences of one', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(8), (b, c) => {
        const values = [...new Array<number>(b).fill(1), ...new Array<number>(c).fill(-1), 0]
        expect(defined(testSignFlip(values)).p).toBeCloseTo(testMcNemar(b, c).exact.p, 12)
      }),
    )
  })

  test('refuses counts that are none', () => {
    expect(() => testMcNemar(-1, 2)).toThrow(expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' }))
  })
})

describe('the sign-flip test', () => {
  test('counts all patterns of up to 20 differences that are not 0', () => {
    const twenty = [...new Array<number>(20).fill(1), 0, 0]
    expect(testSignFlip(twenty)).toEqual({
      kind: 'p-value',
      method: 'sign-flip-exact',
      n: 22,
      p: 2 / 2 ** 20,
    })
  })

  test('draws seeded patterns beyond, and never gives 0', () => {
    const many = new Array<number>(40).fill(1)
    const options = { draws: 500, seed: 7 }
    expect(testSignFlip(many, options)).toEqual({
      kind: 'p-value',
      method: 'sign-flip-monte-carlo',
      n: 40,
      p: 1 / 501,
      seed: 7,
      draws: 500,
    })
  })

  test('drawn patterns come near the exact value', () => {
    const random = mulberry32(1)
    const values = Array.from({ length: 60 }, () => random() / 2 ** 32 - 0.4)
    const few = defined(testSignFlip(values, { draws: 20_000, seed: 1 })).p
    const others = defined(testSignFlip(values, { draws: 20_000, seed: 2 })).p
    expect(Math.abs(few - others)).toBeLessThan(0.01)
    // The normal approximation of the same test.
    expect(few).toBeGreaterThan(0.005)
    expect(few).toBeLessThan(0.2)
  })

  test('counts ties that rounding has separated', () => {
    expect(defined(testSignFlip([0.1, 0.2, 0.3, -0.6])).p).toBe(1)
  })

  test('is 1 when nothing differs and undefined without pairs', () => {
    expect(defined(testSignFlip([0, 0])).p).toBe(1)
    expect(testSignFlip([])).toMatchObject({ kind: 'undefined', reason: 'no-observations' })
  })

  test('does not change when the arms are swapped, the scale or the order', () => {
    fc.assert(
      fc.property(differences, (values) => {
        const { p } = defined(testSignFlip(values))
        expect(p).toBeGreaterThan(0)
        expect(p).toBeLessThanOrEqual(1)
        for (const same of [
          values.map((value) => -value),
          values.map((value) => value * 0.1),
          [...values].reverse(),
        ]) {
          expect(defined(testSignFlip(same)).p).toBe(p)
        }
      }),
    )
  })

  test('refuses what is no number', () => {
    expect(() => testSignFlip([1, Number.NaN])).toThrow(
      expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' }),
    )
  })
})
