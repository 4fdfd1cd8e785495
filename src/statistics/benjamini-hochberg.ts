// Many comparisons in exploration: the expected share of false discoveries stays below alpha. Never for a gate.
import { requireShare } from './require-arguments.js'

/**
 * Benjamini-Hochberg adjusted p-values, in the order given: the i-th smallest of m becomes the smallest `m p(j) / j` of all
 * j >= i. Benjamini & Hochberg, J. R. Statist. Soc. B 57 (1995) 289-300.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a p-value outside of 0..1
 */
export function adjustBenjaminiHochberg(pValues: readonly number[]): number[] {
  for (const p of pValues) requireShare('p-value', p)
  const descending = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p)
  const adjusted = new Array<number>(pValues.length).fill(1)
  let smallest = 1
  for (const [place, { p, index }] of descending.entries()) {
    // The quotient first: `m p / m` could round below p.
    smallest = Math.min(smallest, p * (pValues.length / (pValues.length - place)))
    adjusted[index] = smallest
  }
  return adjusted
}
