// Mean, spread and skewness of numbers.

/** Arithmetic mean; the caller makes sure that there is at least one value. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0
  return sum / values.length
}

/** Mean of `(x - mean)^power`, divided by n. */
export function centralMoment(values: readonly number[], power: number): number {
  const mean = meanOf(values)
  let sum = 0
  for (const value of values) sum += (value - mean) ** power
  return sum / values.length
}

/** Sample variance, divided by n - 1; the caller makes sure of two values. */
export function sampleVariance(values: readonly number[]): number {
  return (centralMoment(values, 2) * values.length) / (values.length - 1)
}

/** Whether the values differ from each other at all. */
export function varies(values: readonly number[]): boolean {
  return values.some((value) => value !== values[0])
}

/** Skewness `m3 / m2^1.5` with moments divided by n (g1 of Joanes & Gill 1998); needs values that vary. */
export function skewnessOf(values: readonly number[]): number {
  return centralMoment(values, 3) / centralMoment(values, 2) ** 1.5
}
