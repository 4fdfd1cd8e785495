// The bootstrap distribution of a mean without drawing: every resample of a few values, with its probability.

/** One possible sum of a resample. */
export interface WeightedSum {
  readonly sum: number
  /** Probability of the resamples that have this sum in this way; all together 1. */
  readonly weight: number
}

/**
 * All C(2n-1, n) multisets of n of the n values, each with the probability n! / (n^n product of count!) that a resample
 * is that multiset, ascending by sum. 6435 for n = 8, which is far fewer than the 8^8 resamples that they stand for.
 */
export function resampleExactly(values: readonly number[]): WeightedSum[] {
  const n = values.length
  const found: WeightedSum[] = []
  const visit = (index: number, left: number, sum: number, weight: number): void => {
    const value = values[index] ?? 0
    if (index === n - 1) {
      found.push({ sum: sum + left * value, weight: weight / factorial(left) })
      return
    }
    for (let count = 0; count <= left; count++) {
      visit(index + 1, left - count, sum + count * value, weight / factorial(count))
    }
  }
  visit(0, n, 0, factorial(n) / n ** n)
  return found.sort((a, b) => a.sum - b.sum)
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1)
}
