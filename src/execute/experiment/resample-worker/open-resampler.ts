// Resampling beside the event loop: intervals of large experiments take seconds, and meanwhile calls have to be answered.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { type Resample, type Resampled, resampleHere } from '../../../statistics/resampling-job.js'
import { countSteps } from './count-steps.js'

/** Up to so many steps together (about 10 ms) a thread would take longer to start than to do them. */
const WORTH_A_THREAD = 1_000_000
/** More threads would take processors from agents and tests. */
const MOST_THREADS = 4

/** A place where jobs are done. */
export interface Resampler {
  readonly resample: Resample
  /** Ends its threads; jobs that are not done are rejected. */
  readonly close: () => Promise<void>
}

/** Settings of {@link openResampler}. */
export interface ResamplerOptions {
  /** At most so many threads; as many as there are processors, and 4, unless given. */
  readonly maxThreads?: number
  /** The compiled program of a thread. */
  readonly program?: URL
}

/**
 * Opens a place that does large jobs in threads of its own, started when they are needed, and small ones at once. Where
 * no compiled program lies beside this file, as in a checkout that is run from its sources, all jobs are done at once.
 */
export function openResampler({
  maxThreads = Math.min(MOST_THREADS, availableParallelism()),
  program = new URL('./do-job.js', import.meta.url),
}: ResamplerOptions = {}): Resampler {
  let pool: Tinypool | null = null
  const isCompiled = existsSync(fileURLToPath(program))
  return {
    resample: async (jobs) => {
      const steps = jobs.reduce((sum, job) => sum + countSteps(job), 0)
      if (!isCompiled || steps <= WORTH_A_THREAD) return resampleHere(jobs)
      pool ??= new Tinypool({
        filename: program.href,
        runtime: 'worker_threads',
        minThreads: 0,
        maxThreads,
        isolateWorkers: false,
      })
      const threads = pool
      return Promise.all(jobs.map((job): Promise<Resampled> => threads.run(job)))
    },
    close: async () => {
      await pool?.destroy()
      pool = null
    },
  }
}
