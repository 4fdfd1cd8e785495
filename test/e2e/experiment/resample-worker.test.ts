// The resampling of a large experiment in threads, as it is published: the event loop stays free, the figures stay the same.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { countSteps } from '../../../src/execute/experiment/resample-worker/count-steps.js'
import { openResampler } from '../../../src/execute/experiment/resample-worker/open-resampler.js'
import { mulberry32 } from '../../../src/statistics/mulberry32.js'
import { type ResamplingJob, resampleHere } from '../../../src/statistics/resampling-job.js'

const program = new URL('../../../dist/src/execute/experiment/resample-worker/do-job.js', import.meta.url)
const resampler = openResampler({ program })
afterAll(() => resampler.close())

const settings = { alpha: 0.05 / 3, draws: 1000, seed: 20260616 }
const makeJob = (size: number, seed: number): ResamplingJob => {
  const random = mulberry32(seed)
  const values = Array.from({ length: size }, () => (random() % 401) / 100 - 1)
  return { estimand: 'paired-difference', values, ...settings }
}
/** Three comparisons of 10,000 samples. */
const large = [1, 2, 3].map((seed) => makeJob(10_000, seed))

describe('a resampler', () => {
  test('has a compiled program for its threads', () => {
    expect(existsSync(fileURLToPath(program))).toBe(true)
  })

  test('gives in threads what is computed here', async () => {
    const middle = [1, 2].map((seed) => makeJob(700, seed))
    const jobs = [...middle, { ...makeJob(3000, 4), estimand: 'mean' as const }]
    expect(await resampler.resample(jobs)).toEqual(resampleHere(jobs))
  })

  test('does small jobs at once, and all where there is no compiled program', async () => {
    const jobs = [makeJob(12, 1), { ...makeJob(12, 1), estimand: 'mean' as const }]
    const none = openResampler({ program: new URL('./no-such-program.js', import.meta.url) })
    expect(await none.resample(jobs)).toEqual(resampleHere(jobs))
    expect(await none.resample(large.slice(0, 1))).toEqual(resampleHere(large.slice(0, 1)))
  })

  // The main thread's own processor time, so that what others do on the machine does not count.
  test.runIf(existsSync('/proc/self/schedstat'))('never keeps the event loop busy for 50 ms', async () => {
    await resampler.resample(large.slice(0, 1))
    const before = processorTime()
    const results = await resampler.resample(large)
    const busy = processorTime() - before
    expect(results.map(({ interval }) => interval.kind)).toEqual(['interval', 'interval', 'interval'])
    expect(busy).toBeLessThan(50)
  })
})

test('the steps of a job are its values times its draws, and the sign patterns of differences', () => {
  expect(countSteps({ estimand: 'mean', values: Array(30).fill(0), ...settings })).toBe(30_000)
  expect(countSteps({ estimand: 'paired-difference', values: Array(10).fill(0), ...settings })).toBe(11_024)
  expect(countSteps(makeJob(30, 1))).toBe(30_000 + 30 * 9999)
  expect(countSteps(makeJob(2000, 1))).toBe(2_000_000 + 2000 * 999)
})

/** Milliseconds that the main thread has spent on a processor. */
function processorTime(): number {
  const [nanoseconds = ''] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
