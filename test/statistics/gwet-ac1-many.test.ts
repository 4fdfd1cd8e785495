// AC1 for any number of ratings: against the form for two raters, and against a worked example.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gwetAC1 } from '../../src/statistics/gwet-ac1.js'
import { gwetAC1OfRatings } from '../../src/statistics/gwet-ac1-many.js'

const figureOf = (result: ReturnType<typeof gwetAC1>) => (result.kind === 'estimate' ? result.value : null)

test('two ratings of each item are two raters', () => {
  const count = fc.integer({ min: 0, max: 20 })
  const table = fc.tuple(count, count, count, count).filter((cells) => cells.some((cell) => cell > 0))
  fc.assert(
    fc.property(table, ([both, first, second, none]) => {
      const items = [
        ...Array.from({ length: both }, () => [2, 0]),
        ...Array.from({ length: first + second }, () => [1, 1]),
        ...Array.from({ length: none }, () => [0, 2]),
      ]
      const two = figureOf(
        gwetAC1([
          [both, first],
          [second, none],
        ]),
      )
      expect(figureOf(gwetAC1OfRatings(items))).toBeCloseTo(two ?? Number.NaN, 12)
    }),
    { seed: 7 },
  )
})

test('a worked example with three ratings', () => {
  // pa = (1 + 1/3 + 1) / 3 = 7/9; shares (1 + 2/3 + 0)/3 = 5/9 and 4/9; pe = 2 * 5/9 * 4/9 = 40/81
  const [pa, pe] = [7 / 9, 40 / 81]
  expect(
    figureOf(
      gwetAC1OfRatings([
        [3, 0],
        [2, 1],
        [0, 3],
      ]),
    ),
  ).toBeCloseTo((pa - pe) / (1 - pe), 12)
})

test('is undefined without items, and refuses items with one rating or other categories', () => {
  expect(gwetAC1OfRatings([])).toMatchObject({ kind: 'undefined' })
  expect(() => gwetAC1OfRatings([[1, 0]])).toThrow('at least 2')
  expect(() =>
    gwetAC1OfRatings([
      [1, 1],
      [1, 1, 0],
    ]),
  ).toThrow('categories')
})
