// Sums in which an unknown part makes the whole unknown: unknown is never 0. Pure.

/** The sum, 0 of nothing; null as soon as one value is. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  )
}
