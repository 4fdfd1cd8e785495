// All comparisons of one decision: each interval is widened so that the whole family errs with probability alpha.

import type { Undefined } from './outcomes.js'
import {
  type BootstrapOptions,
  bootstrapPairedDifference,
  DECISION_ALPHA,
  type DifferenceInterval,
} from './percentile-bootstrap.js'
import { requireOpenShare } from './require-arguments.js'

/** The differences of one treatment against the control, one per complete pair. */
export interface FamilyMember {
  readonly comparisonId: string
  readonly differences: readonly number[]
}

/** One comparison of a family. */
export interface FamilyComparison {
  readonly comparisonId: string
  readonly interval: DifferenceInterval | Undefined
}

/** The comparisons in their order, and how alpha was shared out. */
export interface BootstrapFamily {
  readonly comparisons: readonly FamilyComparison[]
  readonly plannedComparisons: number
  /** Comparisons with at least one complete pair. */
  readonly observedComparisons: number
  /** Ids of planned comparisons without a complete pair. */
  readonly missingComparisons: readonly string[]
  readonly nominalAlpha: number
  /** `nominalAlpha / observedComparisons`; each interval has the level `1 - effectiveAlpha`. Null when none was observed. */
  readonly effectiveAlpha: number | null
}

/**
 * Paired percentile intervals of a family at the level `1 - alpha / K`, K the comparisons observed (Bonferroni in interval
 * form; Dunn 1961). The seed starts anew for every interval, so that one comparison does not depend on the others.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a value that is not finite, or bad options
 */
export function bootstrapFamily(
  members: readonly FamilyMember[],
  { alpha = DECISION_ALPHA, ...options }: BootstrapOptions = {},
): BootstrapFamily {
  requireOpenShare('alpha', alpha)
  const missing = members.filter(({ differences }) => differences.length === 0)
  const observed = members.length - missing.length
  const effectiveAlpha = observed === 0 ? null : alpha / observed
  return {
    comparisons: members.map(({ comparisonId, differences }) => ({
      comparisonId,
      interval: bootstrapPairedDifference(differences, { ...options, alpha: effectiveAlpha ?? alpha }),
    })),
    plannedComparisons: members.length,
    observedComparisons: observed,
    missingComparisons: missing.map(({ comparisonId }) => comparisonId),
    nominalAlpha: alpha,
    effectiveAlpha,
  }
}
