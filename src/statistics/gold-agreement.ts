// How well graded scores agree with gold: alpha decides, kappa and Pearson stand beside it.
import { krippendorffAlpha, measureDisagreement } from './krippendorff-alpha.js'
import { centralMoment, meanOf, varies } from './moments.js'
import { DECISION_SEED, mulberry32 } from './mulberry32.js'
import { type Estimate, type Interval, type Undefined, undefinedResult } from './outcomes.js'
import { pearson } from './pearson.js'
import { requireCount, requireFinite, requireOpenShare } from './require-arguments.js'
import { sortedQuantile } from './sorted-quantile.js'

/** One sample with both scores. */
export interface GoldPair {
  readonly gold: number
  readonly measured: number
}

/** Settings of {@link agreeWithGold}. */
export interface GoldAgreementOptions {
  readonly level?: number
  /** Resamples; 1000. */
  readonly draws?: number
  readonly seed?: number
}

/** Agreement with gold. What is undefined is inconclusive. */
export interface GoldAgreement {
  readonly n: number
  /** Krippendorff's alpha with squared distance, and its bootstrap interval. */
  readonly alpha: Interval | Undefined
  /** Cohen's kappa with weights by the squared distance of the grades. */
  readonly weightedKappa: Estimate | Undefined
  readonly pearson: Estimate | Undefined
}

/**
 * Krippendorff's alpha (interval distance) with a percentile interval over resampled samples that keeps the expected
 * disagreement fixed (Hayes & Krippendorff, Commun. Methods Meas. 1 (2007) 77-89), quadratic kappa and Pearson.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a score that is not finite, or bad options
 */
export function agreeWithGold(pairs: readonly GoldPair[], options: GoldAgreementOptions = {}): GoldAgreement {
  const gold = pairs.map((pair) => pair.gold)
  const measured = pairs.map((pair) => pair.measured)
  requireFinite('gold', gold)
  requireFinite('measured', measured)
  return {
    n: pairs.length,
    alpha: intervalOfAlpha(pairs, options),
    weightedKappa: gradesKappa(gold, measured),
    pearson: pearson(gold, measured),
  }
}

function intervalOfAlpha(
  pairs: readonly GoldPair[],
  { level = 0.95, draws = 1000, seed = DECISION_SEED }: GoldAgreementOptions,
): Interval | Undefined {
  requireOpenShare('level', level)
  requireCount('draws', draws, 1)
  const method = 'krippendorff-alpha-interval-bootstrap'
  const units = pairs.map(({ gold, measured }) => [gold, measured])
  const alpha = krippendorffAlpha(units, 'interval')
  const n = pairs.length
  if (alpha.kind === 'undefined') return undefinedResult(method, n, alpha.reason)
  // One pair has no spread to resample: its interval would be a point that looks certain.
  if (n < 2) return undefinedResult(method, n, 'too-few-observations')
  const { units: parts, values, expected } = measureDisagreement(units, 'interval')
  const random = mulberry32(seed)
  const alphas = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw++) {
    let observed = 0
    for (let i = 0; i < n; i++) observed += parts[Math.floor(random() * (n / 4294967296))]?.within ?? 0
    alphas[draw] = 1 - observed / values / expected
  }
  alphas.sort()
  return {
    kind: 'interval',
    method,
    level,
    n,
    seed,
    draws,
    estimate: alpha.value,
    lower: sortedQuantile(alphas, (1 - level) / 2),
    upper: sortedQuantile(alphas, (1 + level) / 2),
  }
}

// Quadratic weights need no table: over n pairs, the disagreement seen is the mean of (x - y)^2, and by chance it is
// var(x) + var(y) + (mean(x) - mean(y))^2. Distances are those of the grades, also when some grade never occurred.
function gradesKappa(gold: readonly number[], measured: readonly number[]): Estimate | Undefined {
  const method = 'cohen-kappa-quadratic'
  const n = gold.length
  if (n === 0) return undefinedResult(method, n, 'no-observations')
  const observed = meanOf(gold.map((grade, index) => (grade - (measured[index] ?? 0)) ** 2))
  const expected =
    centralMoment(gold, 2) + centralMoment(measured, 2) + (meanOf(gold) - meanOf(measured)) ** 2
  if (!varies([...gold, ...measured])) return undefinedResult(method, n, 'no-expected-disagreement')
  return { kind: 'estimate', method, n, value: 1 - observed / expected }
}
