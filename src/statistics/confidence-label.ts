// How a confidence level is written.

/** `95%` for 0.95, `97.5%` for 0.975, `98.33%` for 1 - 0.05 / 3: at most two decimals, no trailing zeros. */
export function labelConfidence(level: number): string {
  return `${Number((level * 100).toFixed(2))}%`
}
