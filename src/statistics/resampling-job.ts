// The parts of an analysis that take time, as plain data, so that another thread can do them.
import { type DifferenceDiagnostics, diagnoseDifferences } from './difference-diagnostics.js'
import type { Undefined } from './outcomes.js'
import {
  type BootstrapInterval,
  bootstrapMean,
  bootstrapPairedDifference,
  type DifferenceInterval,
} from './percentile-bootstrap.js'
import { EXACT_SIGN_FLIPS } from './sign-flip.js'

/** What is resampled: the scores of one arm, or the differences of complete pairs. */
export interface ResamplingJob {
  readonly estimand: 'mean' | 'paired-difference'
  readonly values: readonly number[]
  readonly alpha: number
  readonly draws: number
  readonly seed: number
}

/** What came of a job. */
export interface Resampled {
  readonly interval: BootstrapInterval | DifferenceInterval | Undefined
  /** Of differences only. */
  readonly diagnostics: DifferenceDiagnostics | null
}

/** Does jobs, in the calling thread or elsewhere; results in the order of the jobs. */
export type Resample = (
  jobs: readonly ResamplingJob[],
) => readonly Resampled[] | Promise<readonly Resampled[]>

/** Sign patterns drawn: with many values fewer of them say as much. */
const PATTERNS = { few: 9999, many: 999 } as const
const MANY_VALUES = 1000

/**
 * Does one job.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a value that is not finite, or bad options
 */
export function runResamplingJob({ estimand, values, ...options }: ResamplingJob): Resampled {
  if (estimand === 'mean') return { interval: bootstrapMean(values, options), diagnostics: null }
  return {
    interval: bootstrapPairedDifference(values, options),
    diagnostics: diagnoseDifferences(values, { draws: drawsOfPatterns(values.length) }),
  }
}

/** Values that are added while the sign patterns of `size` differences are looked at. */
export function countPatterns(size: number): number {
  return size <= EXACT_SIGN_FLIPS ? 2 ** size : size * drawsOfPatterns(size)
}

function drawsOfPatterns(size: number): number {
  return size > MANY_VALUES ? PATTERNS.many : PATTERNS.few
}

/** Does all jobs at once, in the calling thread. */
export const resampleHere: Resample = (jobs) => jobs.map(runResamplingJob)
