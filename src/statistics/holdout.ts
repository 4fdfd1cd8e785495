// Which samples are set aside, so that a gain which does not generalize shows.
import { compareCodePoints } from '../contracts/code-point-order.js'
import { requireShare } from './require-arguments.js'

/** Fewer members than this on a side say nothing. */
export const MINIMUM_SIDE = 3

/** The two sides of a split; together all samples, each once, in sorted order. */
export interface HoldoutSplit {
  readonly train: readonly string[]
  readonly holdout: readonly string[]
}

/**
 * Sets `round(N * ratio)` samples aside: of the sorted ids those at `floor(i * N / count)`. Null when a side would have
 * fewer than 3. Depends on the ids alone, not on their order.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless 0 <= ratio <= 1
 */
export function splitHoldout(sampleIds: readonly string[], ratio: number): HoldoutSplit | null {
  requireShare('ratio', ratio)
  const sorted = [...sampleIds].sort(compareCodePoints)
  const count = Math.round(sorted.length * ratio)
  if (Math.min(count, sorted.length - count) < MINIMUM_SIDE) return null
  const stride = sorted.length / count
  const chosen = new Set(Array.from({ length: count }, (_, index) => Math.floor(index * stride)))
  return {
    train: sorted.filter((_, index) => !chosen.has(index)),
    holdout: sorted.filter((_, index) => chosen.has(index)),
  }
}
