// The fourfold table of two judgements of the same samples.
import { requireCount } from './require-arguments.js'

/** How many samples passed in both arms, in one alone, in neither. */
export interface PairedTable {
  readonly both: number
  readonly firstOnly: number
  readonly secondOnly: number
  readonly neither: number
}

/** Counts a table from pairs `[first, second]`. */
export function tabulatePairs(pairs: Iterable<readonly [boolean, boolean]>): PairedTable {
  let both = 0
  let firstOnly = 0
  let secondOnly = 0
  let neither = 0
  for (const [first, second] of pairs) {
    if (first && second) both++
    else if (first) firstOnly++
    else if (second) secondOnly++
    else neither++
  }
  return { both, firstOnly, secondOnly, neither }
}

/**
 * All samples of a table.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless all counts are whole and not negative
 */
export function countPairs({ both, firstOnly, secondOnly, neither }: PairedTable): number {
  requireCount('both', both)
  requireCount('firstOnly', firstOnly)
  requireCount('secondOnly', secondOnly)
  requireCount('neither', neither)
  return both + firstOnly + secondOnly + neither
}
