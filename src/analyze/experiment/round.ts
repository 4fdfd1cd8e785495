// Rounding of scores, as it is part of their formulas.

/** Rounds to so many decimals, halves upwards, without a negative zero. */
export function roundTo(value: number, decimals: 2 | 3 | 4): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale + 0
}
