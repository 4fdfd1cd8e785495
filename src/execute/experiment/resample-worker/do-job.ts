// What a thread of the pool runs: one job, from its data alone.
import { runResamplingJob } from '../../../statistics/resampling-job.js'

/** One resampling job. */
export default runResamplingJob
