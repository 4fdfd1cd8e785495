// The bias-corrected and accelerated bootstrap interval: for graded scores, whose distribution is often skewed.
import { normalCdf, normalCritical, normalQuantile } from './distributions.js'
import { centralMoment, meanOf, varies } from './moments.js'
import { DECISION_SEED } from './mulberry32.js'
import { type Interval, type Undefined, undefinedResult } from './outcomes.js'
import { requireCount, requireFinite, requireOpenShare, requireSize } from './require-arguments.js'
import { resampleExactly } from './resample-exactly.js'
import { resampleMeans } from './resample-means.js'
import { sortedQuantile } from './sorted-quantile.js'

/** Up to this many values all resamples are counted and no random number is drawn. */
export const EXACT_RESAMPLING = 8
/** Below this many values the interval rests on too little. */
export const FEW_VALUES = 20

/** What makes a BCa interval doubtful: fewer than 20 values; at most 2 distinct values, for which Wilson is right. */
export type BcaWarning = 'few-values' | 'binary-values'

/** A BCa interval with its corrections. */
export interface BcaInterval extends Interval {
  /** Bias correction. */
  readonly z0: number
  /** Acceleration: how the standard error changes with the mean. */
  readonly acceleration: number
  /** Standard deviation of the resampled means. */
  readonly sd: number
  /** The plain percentile interval of the same resamples. */
  readonly percentile: readonly [lower: number, upper: number]
  readonly warnings: readonly BcaWarning[]
}

/** Settings of {@link bcaInterval}. */
export interface BcaOptions {
  readonly level?: number
  /** Resamples; 10,000. */
  readonly draws?: number
  readonly seed?: number
}

/** What is needed of a distribution of resampled means. */
interface Distribution {
  readonly quantile: (share: number) => number
  /** Share below the observed mean, ties counted half. */
  readonly below: number
  readonly sd: number
}

/**
 * Interval of the mean between the resampled means at `Phi(z0 + (z0 -+ z) / (1 - a (z0 -+ z)))`, with z0 = Phi^-1(share
 * of resampled means below the mean, ties half) and a = sum d^3 / (6 (sum d^2)^1.5), d the deviations from the mean.
 * Efron, J. Am. Stat. Assoc. 82 (1987) 171-185. Undefined when all values are equal.
 * @throws {EvalChecksError} `STATISTICS_TOO_FEW_VALUES` for fewer than 2 values, `STATISTICS_ARGUMENT_INVALID` for others
 */
export function bcaInterval(
  values: readonly number[],
  { level = 0.95, draws = 10_000, seed = DECISION_SEED }: BcaOptions = {},
): BcaInterval | Undefined {
  requireFinite('values', values)
  requireOpenShare('level', level)
  requireCount('draws', draws, 1)
  requireSize('BCa interval', values.length, 2)
  const n = values.length
  const exact = n <= EXACT_RESAMPLING
  const method = exact ? 'bca-exact' : 'bca'
  if (!varies(values)) return undefinedResult(method, n, 'no-variation')
  const resampled = exact ? countResamples(values) : drawResamples(values, draws, seed)
  const z = normalCritical(level)
  // A share of 0 or 1 would be an infinite correction: half a resample is kept on either side.
  const edge = 0.5 / draws
  const z0 = normalQuantile(Math.min(1 - edge, Math.max(edge, resampled.below)))
  const acceleration = centralMoment(values, 3) / (6 * Math.sqrt(n) * centralMoment(values, 2) ** 1.5)
  // The denominator reaches 0 only at levels that no number of resamples can show.
  const shift = (side: number) => normalCdf(z0 + (z0 + side) / Math.max(1e-9, 1 - acceleration * (z0 + side)))
  return {
    kind: 'interval',
    method,
    level,
    n,
    ...(exact ? {} : { seed, draws }),
    estimate: meanOf(values),
    lower: resampled.quantile(shift(-z)),
    upper: resampled.quantile(shift(z)),
    z0,
    acceleration,
    sd: resampled.sd,
    percentile: [resampled.quantile((1 - level) / 2), resampled.quantile((1 + level) / 2)],
    warnings: [
      ...(n < FEW_VALUES ? (['few-values'] as const) : []),
      ...(new Set(values).size <= 2 ? (['binary-values'] as const) : []),
    ],
  }
}

function countResamples(values: readonly number[]): Distribution {
  const n = values.length
  const sums = resampleExactly(values)
  const mean = meanOf(values)
  const quantile = (share: number) => {
    let reached = 0
    const found = sums.find(({ weight }) => {
      reached += weight
      return reached >= share - 1e-12
    })
    return (found ?? sums.at(-1))?.sum ?? Number.NaN
  }
  return {
    quantile: (share) => quantile(share) / n,
    below: sums.reduce((total, { sum, weight }) => total + weight * side(sum / n, mean), 0),
    sd: Math.sqrt(sums.reduce((total, { sum, weight }) => total + weight * (sum / n - mean) ** 2, 0)),
  }
}

function drawResamples(values: readonly number[], draws: number, seed: number): Distribution {
  const means = resampleMeans(Float64Array.from(values), draws, seed)
  const mean = meanOf(values)
  return {
    quantile: (share) => sortedQuantile(means, share),
    below: means.reduce((total, resampled) => total + side(resampled, mean), 0) / draws,
    sd: Math.sqrt(means.reduce((total, resampled) => total + (resampled - mean) ** 2, 0) / draws),
  }
}

// 1 below the mean, 1/2 at it. Sums of the same values in another order differ by rounding.
function side(resampled: number, mean: number): number {
  const tolerance = 1e-12 * Math.max(1, Math.abs(mean))
  if (Math.abs(resampled - mean) <= tolerance) return 0.5
  return resampled < mean ? 1 : 0
}
