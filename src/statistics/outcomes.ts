// The shapes of results: every interval and p-value says how it was made, and what is undefined is never a number.

/** How a figure was made: enough to print it and to compute it again. */
export interface Provenance {
  /** Stable name of the method, such as `wilson`. */
  readonly method: string
  /** Observations that the figure rests on. */
  readonly n: number
  /** Seed of the random numbers, only where some were drawn. */
  readonly seed?: number
  /** Random resamples or sign patterns, only where some were drawn. */
  readonly draws?: number
}

/** A two-sided interval around an estimate. */
export interface Interval extends Provenance {
  readonly kind: 'interval'
  /** Confidence level, such as 0.95. */
  readonly level: number
  readonly estimate: number
  readonly lower: number
  readonly upper: number
}

/** A single figure. */
export interface Estimate extends Provenance {
  readonly kind: 'estimate'
  readonly value: number
}

/** A two-sided p-value. */
export interface PValue extends Provenance {
  readonly kind: 'p-value'
  readonly p: number
}

/** Why a figure does not exist. */
export type UndefinedReason =
  | 'no-observations'
  | 'too-few-observations'
  | 'too-few-pairable-values'
  | 'too-few-clusters'
  | 'bootstrap-no-complete-pairs'
  | 'no-variation'
  | 'no-expected-disagreement'
  | 'fewer-trials-than-k'

/** A figure that does not exist for these data. It is inconclusive, never 0. */
export interface Undefined {
  readonly kind: 'undefined'
  readonly method: string
  readonly n: number
  readonly reason: UndefinedReason
}

/** Makes an {@link Undefined}. */
export function undefinedResult(method: string, n: number, reason: UndefinedReason): Undefined {
  return { kind: 'undefined', method, n, reason }
}
