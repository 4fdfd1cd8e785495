// Agreement of several raters beyond chance, when every sample has the same number of ratings.
import { type Estimate, type Undefined, undefinedResult } from './outcomes.js'
import { refuse, requireCount } from './require-arguments.js'

/**
 * `(P - Pe) / (1 - Pe)`: P the mean share of agreeing pairs of ratings of a sample, Pe the sum of squared shares of the
 * categories. `counts[sample][category]` is how many raters chose it. Fleiss, Psychol. Bull. 76 (1971) 378-382.
 * Undefined without samples, with fewer than 2 ratings each, and when only one category was ever chosen.
 * @throws {EvalChecksError} `STATISTICS_LENGTHS_DIFFER` unless all samples have as many ratings and categories,
 * `STATISTICS_ARGUMENT_INVALID` for a count that is not whole or negative
 */
export function fleissKappa(counts: readonly (readonly number[])[]): Estimate | Undefined {
  const method = 'fleiss-kappa'
  const n = counts.length
  const first = counts[0]
  if (first === undefined) return undefinedResult(method, n, 'no-observations')
  for (const count of counts.flat()) requireCount('count', count)
  const raters = sumOf(first)
  if (counts.some((row) => row.length !== first.length || sumOf(row) !== raters)) {
    throw refuse(
      'STATISTICS_LENGTHS_DIFFER',
      'the samples differ in their number of ratings or categories',
      'use Krippendorff alpha, which takes missing ratings',
    )
  }
  if (raters < 2) return undefinedResult(method, n, 'too-few-pairable-values')
  const agreement =
    counts.reduce((sum, row) => sum + sumOf(row.map((count) => count * (count - 1))), 0) /
    (n * raters * (raters - 1))
  const shares = first.map((_, category) => sumOf(counts.map((row) => row[category] ?? 0)) / (n * raters))
  const chance = sumOf(shares.map((share) => share * share))
  if (shares.includes(1)) return undefinedResult(method, n, 'no-expected-disagreement')
  return { kind: 'estimate', method, n, value: (agreement - chance) / (1 - chance) }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
