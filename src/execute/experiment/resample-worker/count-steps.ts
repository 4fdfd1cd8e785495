// How much work a job is, before it is done.
import type { ResamplingJob } from '../../../statistics/resampling-job.js'
import { countPatterns } from '../../../statistics/resampling-job.js'

/** Values that are added while a job is done, resamples and sign patterns together. */
export function countSteps({ estimand, values, draws }: ResamplingJob): number {
  const resampled = values.length * draws
  return estimand === 'mean' ? resampled : resampled + countPatterns(values.length)
}
