// Kappa, AC1, alpha, confusion matrix, Pearson and agreement with gold.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cohenKappa } from '../../src/statistics/cohen-kappa.js'
import { confusionMatrix, judgeQuality } from '../../src/statistics/confusion-matrix.js'
import { fleissKappa } from '../../src/statistics/fleiss-kappa.js'
import { agreeWithGold } from '../../src/statistics/gold-agreement.js'
import { gwetAC1 } from '../../src/statistics/gwet-ac1.js'
import { krippendorffAlpha } from '../../src/statistics/krippendorff-alpha.js'
import { pearson } from '../../src/statistics/pearson.js'
import { defined } from './defined.js'

const tables = fc.integer({ min: 2, max: 4 }).chain((size) =>
  fc.array(fc.array(fc.nat(30), { minLength: size, maxLength: size }), {
    minLength: size,
    maxLength: size,
  }),
)
const transpose = (table: number[][]) => table.map((_, column) => table.map((row) => row[column] ?? 0))
const grade = fc.integer({ min: 1, max: 5 })

describe('kappa of two raters', () => {
  test('is undefined, not 0 and not 1, when both always said the same', () => {
    expect(
      cohenKappa([
        [12, 0],
        [0, 0],
      ]),
    ).toEqual({
      kind: 'undefined',
      method: 'cohen-kappa',
      n: 12,
      reason: 'no-expected-disagreement',
    })
    expect(
      cohenKappa([
        [0, 0],
        [0, 0],
      ]),
    ).toMatchObject({ reason: 'no-observations' })
  })

  test('counts near misses less when it is weighted', () => {
    const near = [
      [10, 5, 0],
      [5, 10, 5],
      [0, 5, 10],
    ]
    const [plain, linear, quadratic] = (['none', 'linear', 'quadratic'] as const).map(
      (weights) => defined(cohenKappa(near, weights)).value,
    )
    expect(linear).toBeGreaterThan(plain ?? 1)
    expect(quadratic).toBeGreaterThan(linear ?? 1)
  })

  // From the definition, in numpy.
  test('agrees with a second computation', () => {
    const table = [
      [11, 3, 1, 0],
      [1, 8, 3, 1],
      [0, 2, 9, 4],
      [1, 0, 2, 7],
    ]
    expect(defined(cohenKappa(table)).value).toBeCloseTo(0.5457142857, 9)
    expect(defined(cohenKappa(table, 'linear')).value).toBeCloseTo(0.6596614127, 9)
    expect(defined(cohenKappa(table, 'quadratic')).value).toBeCloseTo(0.7467900866, 9)
  })

  test('is at most 1, and the same when the raters change places; so is AC1', () => {
    fc.assert(
      fc.property(tables, (table) => {
        for (const figure of [cohenKappa, gwetAC1]) {
          const one = figure(table)
          const other = figure(transpose(table))
          fc.pre(one.kind === 'estimate')
          expect(one.value).toBeLessThanOrEqual(1)
          expect(defined(other).value).toBeCloseTo(one.value, 10)
        }
      }),
    )
  })

  test('refuses tables that are not square', () => {
    expect(() => cohenKappa([[1, 2]])).toThrow(expect.objectContaining({ code: 'STATISTICS_LENGTHS_DIFFER' }))
  })
})

test('AC1 stays high on skewed data on which kappa falls to nothing', () => {
  const skewed = [
    [118, 5],
    [2, 0],
  ]
  expect(defined(gwetAC1(skewed)).value).toBeGreaterThan(0.9)
  expect(defined(cohenKappa(skewed)).value).toBeLessThan(0)
})

test('AC1 spreads chance over all categories', () => {
  const three = [
    [11, 3, 1],
    [1, 8, 3],
    [0, 2, 9],
  ]
  expect(defined(gwetAC1(three)).value).toBeCloseTo(0.6055022061, 9)
})

test('AC1 is 1 when all said the same, and undefined without a second category', () => {
  expect(
    defined(
      gwetAC1([
        [9, 0],
        [0, 0],
      ]),
    ).value,
  ).toBe(1)
  expect(gwetAC1([[9]])).toMatchObject({ kind: 'undefined' })
})

describe('Fleiss kappa', () => {
  // Fleiss 1971: 10 subjects, 14 raters, 5 categories.
  const counts = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ]

  test('of the textbook example is 0.20993', () => {
    expect(defined(fleissKappa(counts)).value).toBeCloseTo(0.2099307, 6)
  })

  test('is undefined when only one category was chosen or nobody can agree', () => {
    expect(
      fleissKappa([
        [3, 0],
        [3, 0],
      ]),
    ).toMatchObject({ reason: 'no-expected-disagreement' })
    expect(
      fleissKappa([
        [1, 0],
        [0, 1],
      ]),
    ).toMatchObject({ reason: 'too-few-pairable-values' })
    expect(fleissKappa([])).toMatchObject({ reason: 'no-observations' })
  })

  test('refuses samples with different numbers of ratings', () => {
    expect(() =>
      fleissKappa([
        [2, 0],
        [1, 0],
      ]),
    ).toThrow(expect.objectContaining({ code: 'STATISTICS_LENGTHS_DIFFER' }))
  })
})

describe('Krippendorff alpha', () => {
  // Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", example C: 4 observers, missing data.
  const observers = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
  ]
  const units = Array.from({ length: 12 }, (_, unit) => observers.map((ratings) => ratings[unit] ?? null))

  test('takes missing ratings: the published example gives 0.743 and 0.849', () => {
    expect(defined(krippendorffAlpha(units, 'nominal')).value).toBeCloseTo(0.743, 3)
    expect(defined(krippendorffAlpha(units, 'interval')).value).toBeCloseTo(0.849, 3)
  })

  test('takes categories by name', () => {
    const named = [
      ['good', 'good'],
      ['bad', 'good'],
      ['bad', 'bad'],
    ]
    const numbered = [
      [1, 1],
      [0, 1],
      [0, 0],
    ]
    expect(krippendorffAlpha(named, 'nominal')).toEqual(krippendorffAlpha(numbered, 'nominal'))
  })

  test('is undefined without pairs of ratings and without variation', () => {
    expect(krippendorffAlpha([[1], [2, null]], 'nominal')).toMatchObject({
      reason: 'too-few-pairable-values',
    })
    expect(
      krippendorffAlpha(
        [
          [0.1, 0.1],
          [0.1, 0.1],
        ],
        'interval',
      ),
    ).toMatchObject({
      reason: 'no-expected-disagreement',
    })
  })

  test('refuses names on the interval scale', () => {
    expect(() => krippendorffAlpha([['a', 'b']], 'interval')).toThrow(
      expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' }),
    )
  })

  test('is at most 1 and does not change with the order of raters or the zero of the scale', () => {
    fc.assert(
      fc.property(fc.array(fc.array(grade, { maxLength: 4 }), { maxLength: 12 }), (ratings) => {
        const alpha = krippendorffAlpha(ratings, 'interval')
        fc.pre(alpha.kind === 'estimate')
        expect(alpha.value).toBeLessThanOrEqual(1)
        const moved = ratings.map((unit) => unit.map((rating) => rating + 100).reverse())
        expect(defined(krippendorffAlpha(moved, 'interval')).value).toBeCloseTo(alpha.value, 9)
      }),
    )
  })
})

describe('a confusion matrix', () => {
  test('has gold in its rows and its rates with intervals', () => {
    const matrix = confusionMatrix([
      { gold: 'pass', judged: 'pass' },
      { gold: 'pass', judged: 'fail' },
      { gold: 'fail', judged: 'fail' },
    ])
    expect(matrix).toMatchObject({
      categories: ['fail', 'pass'],
      table: [
        [1, 0],
        [1, 1],
      ],
      n: 3,
      accuracy: { method: 'wilson', n: 3, estimate: 2 / 3 },
    })
  })

  test('refuses a category that is not listed', () => {
    expect(() => confusionMatrix([{ gold: 'a', judged: 'b' }], ['a'])).toThrow(
      expect.objectContaining({ code: 'STATISTICS_ARGUMENT_INVALID' }),
    )
  })

  test('of pass and fail gives sensitivity and specificity, undefined where no sample speaks to it', () => {
    const good = { gold: true, judged: true }
    expect(judgeQuality([good, good, { gold: true, judged: false }])).toMatchObject({
      sensitivity: { estimate: 2 / 3, n: 3 },
      specificity: { kind: 'undefined', reason: 'no-observations' },
      precision: { estimate: 1, n: 2 },
    })
  })
})

describe('agreement with gold', () => {
  const pairs = [
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 5],
    [4, 4],
    [2, 1],
  ].map(([gold = 0, measured = 0]) => ({ gold, measured }))

  test('holds alpha with a seeded interval, quadratic kappa and Pearson', () => {
    const agreement = agreeWithGold(pairs, { draws: 200 })
    const alpha = defined(agreement.alpha)
    expect(alpha).toMatchObject({ level: 0.95, n: 6, seed: 20260616, draws: 200 })
    expect(alpha.lower).toBeLessThanOrEqual(alpha.estimate)
    expect(alpha.upper).toBeGreaterThanOrEqual(alpha.estimate)
    const table = Array.from({ length: 5 }, () => new Array<number>(5).fill(0))
    for (const { gold, measured } of pairs) table[gold - 1]?.splice(measured - 1, 1, 1)
    const kappa = defined(agreement.weightedKappa).value
    expect(kappa).toBeCloseTo(defined(cohenKappa(table, 'quadratic')).value, 12)
    expect(agreement.pearson).toMatchObject({ method: 'pearson', n: 6 })
  })

  test('is undefined in each part without variation, never 0', () => {
    const same = [
      { gold: 3, measured: 3 },
      { gold: 3, measured: 3 },
    ]
    expect(agreeWithGold(same)).toMatchObject({
      alpha: { reason: 'no-expected-disagreement' },
      weightedKappa: { reason: 'no-expected-disagreement' },
      pearson: { reason: 'no-variation' },
    })
    expect(agreeWithGold([])).toMatchObject({
      alpha: { kind: 'undefined' },
      weightedKappa: { kind: 'undefined' },
    })
    expect(agreeWithGold([{ gold: 1, measured: 2 }]).alpha).toMatchObject({ reason: 'too-few-observations' })
  })
})

test('Pearson is between -1 and 1, and flips with one side', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(grade, grade), { minLength: 2, maxLength: 20 }), (points) => {
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
      const r = pearson(xs, ys)
      fc.pre(r.kind === 'estimate')
      expect(Math.abs(r.value)).toBeLessThanOrEqual(1)
      expect(
        defined(
          pearson(
            xs,
            ys.map((y) => -y),
          ),
        ).value,
      ).toBeCloseTo(-r.value, 12)
    }),
  )
  expect(() => pearson([1], [1, 2])).toThrow(expect.objectContaining({ code: 'STATISTICS_LENGTHS_DIFFER' }))
})
