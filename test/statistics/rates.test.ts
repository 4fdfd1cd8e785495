// Wilson, Clopper-Pearson and Newcombe: intervals of rates.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clopperPearsonInterval } from '../../src/statistics/clopper-pearson.js'
import { newcombePairedInterval } from '../../src/statistics/newcombe-paired.js'
import { tabulatePairs } from '../../src/statistics/paired-table.js'
import { wilsonInterval } from '../../src/statistics/wilson.js'
import { defined } from './defined.js'

const rates = fc
  .integer({ min: 1, max: 2000 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
const levels = fc.double({ min: 0.5, max: 0.999, noNaN: true })
const counts = fc.nat(200)
const tables = fc.record({ both: counts, firstOnly: counts, secondOnly: counts, neither: counts })

describe.each([
  ['wilson', wilsonInterval],
  ['clopper-pearson', clopperPearsonInterval],
] as const)('the %s interval', (method, intervalOf) => {
  test('says how it was made', () => {
    expect(intervalOf(17, 20, 0.9)).toMatchObject({
      kind: 'interval',
      method,
      level: 0.9,
      n: 20,
      estimate: 0.85,
    })
  })

  test('is undefined without observations', () => {
    expect(intervalOf(0, 0)).toEqual({ kind: 'undefined', method, n: 0, reason: 'no-observations' })
  })

  test('ends exactly at 0 and at 1', () => {
    expect(intervalOf(0, 7)).toMatchObject({ lower: 0 })
    expect(intervalOf(7, 7)).toMatchObject({ upper: 1 })
  })

  test.each([
    [-1, 5, 0.95],
    [6, 5, 0.95],
    [1.5, 5, 0.95],
    [1, Number.NaN, 0.95],
    [1, 5, 0],
    [1, 5, 1],
  ])('refuses %d of %d at level %d', (k, n, level) => {
    expect(() => intervalOf(k, n, level)).toThrow(
      expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' }),
    )
  })

  test('holds its estimate, stays within 0 and 1, and mirrors when passes and failures are swapped', () => {
    fc.assert(
      fc.property(rates, levels, ([k, n], level) => {
        const interval = defined(intervalOf(k, n, level))
        const mirrored = defined(intervalOf(n - k, n, level))
        expect(interval.lower).toBeGreaterThanOrEqual(0)
        expect(interval.upper).toBeLessThanOrEqual(1)
        expect(interval.lower).toBeLessThanOrEqual(interval.estimate)
        expect(interval.upper).toBeGreaterThanOrEqual(interval.estimate)
        expect(mirrored.lower).toBeCloseTo(1 - interval.upper, 9)
        expect(mirrored.upper).toBeCloseTo(1 - interval.lower, 9)
      }),
    )
  })

  test('widens with its level', () => {
    fc.assert(
      fc.property(rates, ([k, n]) => {
        const [narrow, wide] = [defined(intervalOf(k, n, 0.8)), defined(intervalOf(k, n, 0.99))]
        expect(wide.lower).toBeLessThanOrEqual(narrow.lower)
        expect(wide.upper).toBeGreaterThanOrEqual(narrow.upper)
      }),
    )
  })
})

test('Clopper-Pearson covers at least its level for every rate', () => {
  const n = 12
  const intervals = Array.from({ length: n + 1 }, (_, k) => defined(clopperPearsonInterval(k, n)))
  for (let rate = 0.01; rate < 1; rate += 0.01) {
    let covered = 0
    let probability = (1 - rate) ** n
    for (const [k, { lower, upper }] of intervals.entries()) {
      if (lower <= rate && rate <= upper) covered += probability
      probability *= ((n - k) / (k + 1)) * (rate / (1 - rate))
    }
    expect(covered).toBeGreaterThanOrEqual(0.95)
  }
})

describe('the interval of a difference of paired rates', () => {
  test('says how it was made', () => {
    expect(newcombePairedInterval({ both: 4, firstOnly: 3, secondOnly: 1, neither: 2 }, 0.9)).toMatchObject({
      method: 'newcombe-paired-10',
      level: 0.9,
      n: 10,
      estimate: 0.2,
    })
  })

  // Newcombe 1998, table II, where both rates go together and phi is corrected.
  test('takes in a positive correlation', () => {
    const table = { both: 20, firstOnly: 12, secondOnly: 2, neither: 16 }
    const interval = defined(newcombePairedInterval(table))
    expect(interval.lower).toBeCloseTo(0.0561564248, 9)
    expect(interval.upper).toBeCloseTo(0.3292069954, 9)
  })

  test('is undefined without samples', () => {
    expect(newcombePairedInterval(tabulatePairs([]))).toMatchObject({
      kind: 'undefined',
      reason: 'no-observations',
    })
  })

  test('holds its estimate, stays within -1 and 1, and flips its signs when the arms are swapped', () => {
    fc.assert(
      fc.property(tables, (table) => {
        fc.pre(table.both + table.firstOnly + table.secondOnly + table.neither > 0)
        const interval = defined(newcombePairedInterval(table))
        const swapped = defined(
          newcombePairedInterval({ ...table, firstOnly: table.secondOnly, secondOnly: table.firstOnly }),
        )
        expect(interval.lower).toBeGreaterThanOrEqual(-1)
        expect(interval.upper).toBeLessThanOrEqual(1)
        expect(interval.lower).toBeLessThanOrEqual(interval.estimate)
        expect(interval.upper).toBeGreaterThanOrEqual(interval.estimate)
        expect(swapped.estimate).toBeCloseTo(-interval.estimate, 12)
        expect(swapped.lower).toBeCloseTo(-interval.upper, 9)
        expect(swapped.upper).toBeCloseTo(-interval.lower, 9)
      }),
    )
  })

  test('takes its table from pairs', () => {
    const pairs = [
      [true, true],
      [true, false],
      [true, false],
      [false, true],
      [false, false],
    ] as const
    expect(tabulatePairs(pairs)).toEqual({ both: 1, firstOnly: 2, secondOnly: 1, neither: 1 })
  })
})
