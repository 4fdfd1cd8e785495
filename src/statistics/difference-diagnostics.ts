// When a bootstrap interval of paired differences is not to be trusted alone.
import { skewnessOf, varies } from './moments.js'
import { type Estimate, type PValue, type Undefined, undefinedResult } from './outcomes.js'
import { requireFinite } from './require-arguments.js'
import { type SignFlipOptions, testSignFlip } from './sign-flip.js'

/** Above this `|skewness| / sqrt(n)` the percentile bootstrap errs more often than its level says. */
export const SKEWNESS_LIMIT = 0.2
/** With fewer pairs that differ, the interval rests on too little. */
export const MINIMUM_DIFFERING_PAIRS = 5

/** Why an interval is doubtful. */
export type DifferenceWarning = 'skewed-differences' | 'few-differing-pairs'

/** Diagnostics of one comparison; they never change a decision. */
export interface DifferenceDiagnostics {
  readonly n: number
  /** Pairs whose difference is not 0. */
  readonly differing: number
  readonly skewness: Estimate | Undefined
  readonly warnings: readonly DifferenceWarning[]
  /** To be shown beside the interval. */
  readonly signFlip: PValue | Undefined
}

/**
 * Skewness (g1), pairs that differ, and the sign-flip p-value. The error of a percentile interval is of the order
 * `skewness / sqrt(n)` (Hall, Ann. Statist. 16 (1988) 927-953), hence the limit.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a difference that is not finite
 */
export function diagnoseDifferences(
  differences: readonly number[],
  options: SignFlipOptions = {},
): DifferenceDiagnostics {
  requireFinite('differences', differences)
  const n = differences.length
  const differing = differences.filter((difference) => difference !== 0).length
  const skewness = measureSkewness(differences)
  const skewed = skewness.kind === 'estimate' && Math.abs(skewness.value) / Math.sqrt(n) > SKEWNESS_LIMIT
  return {
    n,
    differing,
    skewness,
    warnings: [
      ...(skewed ? (['skewed-differences'] as const) : []),
      ...(differing < MINIMUM_DIFFERING_PAIRS ? (['few-differing-pairs'] as const) : []),
    ],
    signFlip: testSignFlip(differences, options),
  }
}

function measureSkewness(values: readonly number[]): Estimate | Undefined {
  const method = 'skewness-g1'
  const n = values.length
  if (n < 3) return undefinedResult(method, n, n === 0 ? 'no-observations' : 'too-few-observations')
  if (!varies(values)) return undefinedResult(method, n, 'no-variation')
  return { kind: 'estimate', method, n, value: skewnessOf(values) }
}
