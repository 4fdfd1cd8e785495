// The demo of whole experiments, run as a newcomer would.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { host } from './host.js'
import { expectAll } from './small-project.js'

const demo = fileURLToPath(new URL('../../scripts/demo-experiment.mjs', import.meta.url))

test('the demo of experiments ends in progress, regression and noise', async () => {
  const { stdout } = await promisify(execFile)(host().node, [demo], { timeout: 240_000 })
  expectAll(stdout, [
    'PROGRESS: v2 scores 0.44 higher than v1',
    'REGRESSION: worse scores 0.52 lower than v1',
    'NOISE: no difference between reworded and v1 was shown',
    'Everything a verdict was made from lies in',
  ])
}, 300_000)
