// Many comparisons that gate a release: the chance of a single wrong one stays below alpha.
import { requireShare } from './require-arguments.js'

/**
 * Holm's adjusted p-values, in the order given: the i-th smallest of m becomes the largest `(m - j + 1) p(j)` of all
 * j <= i, at most 1. Holm, Scand. J. Statist. 6 (1979) 65-70.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a p-value outside of 0..1
 */
export function adjustHolm(pValues: readonly number[]): number[] {
  for (const p of pValues) requireShare('p-value', p)
  const ascending = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  const adjusted = new Array<number>(pValues.length).fill(1)
  let largest = 0
  for (const [rank, { p, index }] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * p))
    adjusted[index] = largest
  }
  return adjusted
}
