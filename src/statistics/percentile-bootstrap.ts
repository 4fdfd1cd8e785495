// The percentile bootstrap as the release decision reads it: seeded, rounded to 4 decimals, significant when it excludes 0.
import { meanOf } from './moments.js'
import { DECISION_SEED } from './mulberry32.js'
import { type Interval, type Undefined, undefinedResult } from './outcomes.js'
import { requireCount, requireFinite, requireOpenShare } from './require-arguments.js'
import { resampleMeans } from './resample-means.js'
import { sortedQuantile } from './sorted-quantile.js'

/** Resamples of a decision. */
export const DECISION_DRAWS = 1000
/** The chance of a wrong verdict that a decision may take. */
export const DECISION_ALPHA = 0.05

/** Settings of a bootstrap; the defaults are those of the decision. */
export interface BootstrapOptions {
  /** Error probability of this one interval: its level is `1 - alpha`. */
  readonly alpha?: number
  readonly draws?: number
  readonly seed?: number
}

/** An interval of a mean. All figures have 4 decimals. */
export interface BootstrapInterval extends Interval {
  /** Resamples drawn; 0 for a single value, whose interval is that value. */
  readonly draws: number
  readonly seed: number
}

/** An interval of a difference. */
export interface DifferenceInterval extends BootstrapInterval {
  /** Whether the rounded interval excludes 0. */
  readonly significant: boolean
}

/**
 * Percentile interval of the mean of one value per unit: the a/2 and 1-a/2 quantiles of the resampled means, linearly
 * interpolated. Efron & Tibshirani, An Introduction to the Bootstrap (1993), chapter 13. Undefined without values.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a value that is not finite, or bad options
 */
export function bootstrapMean(
  values: readonly number[],
  options: BootstrapOptions = {},
): BootstrapInterval | Undefined {
  return bootstrap('percentile-bootstrap', values, options)
}

/**
 * Percentile interval of the mean of paired differences (treatment - control, one per complete pair): resampling the
 * differences is resampling the pairs. Undefined as `bootstrap-no-complete-pairs` without any.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a value that is not finite, or bad options
 */
export function bootstrapPairedDifference(
  differences: readonly number[],
  options: BootstrapOptions = {},
): DifferenceInterval | Undefined {
  const method = 'paired-percentile-bootstrap'
  if (differences.length === 0) return undefinedResult(method, 0, 'bootstrap-no-complete-pairs')
  const interval = bootstrap(method, differences, options)
  return interval.kind === 'undefined' ? interval : { ...interval, significant: excludesZero(interval) }
}

/** Rounds to 4 decimals, halves upwards, without a negative zero. */
export function roundFigure(value: number): number {
  return Math.round(value * 10_000) / 10_000 + 0
}

/** Whether 0 lies outside of the bounds. */
export function excludesZero({ lower, upper }: Pick<Interval, 'lower' | 'upper'>): boolean {
  return lower > 0 || upper < 0
}

function bootstrap(
  method: string,
  values: readonly number[],
  { alpha = DECISION_ALPHA, draws = DECISION_DRAWS, seed = DECISION_SEED }: BootstrapOptions,
): BootstrapInterval | Undefined {
  requireFinite('values', values)
  requireOpenShare('alpha', alpha)
  requireCount('draws', draws, 1)
  const n = values.length
  if (n === 0) return undefinedResult(method, n, 'no-observations')
  const numbers = Float64Array.from(values)
  const means = n === 1 ? numbers : resampleMeans(numbers, draws, seed)
  return {
    kind: 'interval',
    method,
    level: 1 - alpha,
    n,
    seed,
    draws: n === 1 ? 0 : draws,
    estimate: roundFigure(meanOf(numbers)),
    lower: roundFigure(sortedQuantile(means, alpha / 2)),
    upper: roundFigure(sortedQuantile(means, 1 - alpha / 2)),
  }
}
