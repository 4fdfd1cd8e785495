// What a planned comparison can see: computed before money is spent, and never from its result.
import { normalCdf, normalQuantile } from './distributions.js'
import { requireCount, requireFinite, requireOpenShare, requirePositive } from './require-arguments.js'

/** Name of the method in a sealed plan. */
export const POWER_METHOD = 'omk.paired-mean-difference-normal-approximation/v1'

/** What a plan assumes about a paired comparison. */
export interface PowerAssumptions {
  /** Expected standard deviation of the paired differences, in points of the score. */
  readonly sd: number
  /** Error probability of the whole family; 0.05. */
  readonly alpha?: number
  /** Planned comparisons K; each is tested at alpha / K. 1. */
  readonly comparisons?: number
}

/**
 * Samples needed to see a true mean difference of `difference` with probability `power`:
 * `max(2, ceil(((z(1 - alpha/2K) + z(power)) sd / difference)^2))`. Miller, arXiv 2411.00640 (2024), section 5.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless difference and sd are positive, 0 < power, alpha < 1
 */
export function sampleSizePaired(
  assumptions: PowerAssumptions & { readonly difference: number; readonly power: number },
): number {
  const { difference, power } = assumptions
  requirePositive('difference', difference)
  requireOpenShare('power', power)
  const { z, sd } = read(assumptions)
  return Math.max(2, Math.ceil((((z + normalQuantile(power)) * sd) / difference) ** 2))
}

/**
 * The smallest true difference that `n` samples show with probability `power`:
 * `(z(1 - alpha/2K) + z(power)) sd / sqrt(n)`, in points of the score. Miller 2024, section 5.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless n is a whole number from 2, sd > 0, 0 < power < 1
 */
export function smallestDetectableDifference(
  assumptions: PowerAssumptions & { readonly n: number; readonly power: number },
): number {
  const { n, power } = assumptions
  requireCount('n', n, 2)
  requireOpenShare('power', power)
  const { z, sd } = read(assumptions)
  return ((z + normalQuantile(power)) * sd) / Math.sqrt(n)
}

/**
 * The probability that `n` samples show a true difference, in either direction as the two-sided interval does:
 * `P(|Z + difference sqrt(n) / sd| > z(1 - alpha/2K))` for a standard normal Z.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless n is a whole number from 2 and sd > 0
 */
export function powerPaired(
  assumptions: PowerAssumptions & { readonly n: number; readonly difference: number },
): number {
  const { n, difference } = assumptions
  requireCount('n', n, 2)
  requireFinite('difference', [difference])
  const { z, sd } = read(assumptions)
  const shift = (difference * Math.sqrt(n)) / sd
  return normalCdf(shift - z) + normalCdf(-shift - z)
}

/** Where the spread of differences comes from; all are variances, in squared points of the score. */
export interface VarianceParts {
  /** Variance over samples of the true difference. */
  readonly betweenSamples: number
  /** Variance over trials of one sample, in each arm. */
  readonly withinControl: number
  readonly withinTreatment: number
  /** Trials of each sample in each arm. */
  readonly trials: number
}

/**
 * Standard deviation of a sample's paired difference when each arm averages its trials:
 * `sqrt(betweenSamples + (withinControl + withinTreatment) / trials)`. Miller 2024, section 5. More trials help only as
 * far as the second part reaches.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a negative variance or a count below 1
 */
export function differenceDeviation(parts: VarianceParts): number {
  const { betweenSamples, withinControl, withinTreatment, trials } = parts
  requireCount('trials', trials, 1)
  for (const [name, variance] of Object.entries({ betweenSamples, withinControl, withinTreatment })) {
    if (variance !== 0) requirePositive(name, variance)
  }
  return Math.sqrt(betweenSamples + (withinControl + withinTreatment) / trials)
}

function read({ sd, alpha = 0.05, comparisons = 1 }: PowerAssumptions): { z: number; sd: number } {
  requirePositive('sd', sd)
  requireOpenShare('alpha', alpha)
  requireCount('comparisons', comparisons, 1)
  return { z: normalQuantile(1 - alpha / (2 * comparisons)), sd }
}
