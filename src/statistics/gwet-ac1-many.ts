// Gwet's AC1 for items with two or more ratings each, whoever gave them.
import { type Estimate, type Undefined, undefinedResult } from './outcomes.js'
import { refuse, requireCount, requireSize } from './require-arguments.js'

/**
 * `(pa - pe) / (1 - pe)`; pa = mean over items of sum_k r_k (r_k - 1) / (r (r - 1)), pe = sum_k s_k (1 - s_k) / (q - 1),
 * s_k the mean over items of r_k / r. Gwet, Br. J. Math. Stat. Psychol. 61 (2008) 29-48, section 4. For two ratings of
 * each item it is the AC1 of two raters. Undefined without items and with fewer than two categories.
 *
 * @param items for each item how many ratings fall into each of the q categories; at least two ratings an item
 * @throws {EvalChecksError} `STATISTICS_LENGTHS_DIFFER`, `STATISTICS_TOO_FEW_VALUES`, `STATISTICS_ARGUMENT_INVALID`
 */
export function gwetAC1OfRatings(items: readonly (readonly number[])[]): Estimate | Undefined {
  const method = 'gwet-ac1'
  const n = items.length
  const categories = items[0]?.length ?? 0
  for (const counts of items) {
    if (counts.length !== categories) {
      throw refuse(
        'STATISTICS_LENGTHS_DIFFER',
        'items differ in their categories',
        'count every category of every item',
      )
    }
    for (const count of counts) requireCount('a count of ratings', count)
    requireSize('ratings of an item', sum(counts), 2)
  }
  if (n === 0) return undefinedResult(method, n, 'no-observations')
  if (categories < 2) return undefinedResult(method, n, 'no-expected-disagreement')
  const agreed = mean(items.map((counts) => pairsAgreed(counts)))
  const chance = Array.from({ length: categories }, (_, category) => {
    const share = mean(items.map((counts) => (counts[category] ?? 0) / sum(counts)))
    return (share * (1 - share)) / (categories - 1)
  })
  const expected = sum(chance)
  return { kind: 'estimate', method, n, value: (agreed - expected) / (1 - expected) }
}

function pairsAgreed(counts: readonly number[]): number {
  const ratings = sum(counts)
  return sum(counts.map((count) => count * (count - 1))) / (ratings * (ratings - 1))
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
