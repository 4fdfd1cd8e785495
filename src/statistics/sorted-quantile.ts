// Quantile of sorted numbers.

/**
 * The quantile at `share` (0 to 1) of ascending numbers, with linear interpolation between the two nearest: position
 * `share * (count - 1)` (type 7 of Hyndman & Fan 1996). The caller makes sure that there is at least one number.
 */
export function sortedQuantile(sorted: ArrayLike<number>, share: number): number {
  const position = share * (sorted.length - 1)
  const below = Math.floor(position)
  const low = sorted[below] ?? Number.NaN
  if (below === position) return low
  const high = sorted[below + 1] ?? low
  const part = position - below
  return low * (1 - part) + high * part
}
