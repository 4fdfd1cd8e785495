import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { host } from './host.js'
import { expectAll } from './small-project.js'

const demo = fileURLToPath(new URL('../../scripts/demo-plan.mjs', import.meta.url))

test('the demo of a plan ends as it says that it should', async () => {
  const { stdout } = await promisify(execFile)(host().node, [demo], { timeout: 120_000 })
  expectAll(stdout, [
    'That is how it should end.',
    '48 coordinates = 2 targets x 24 samples',
    'pairs: 24, needed 20 (minimum): enough',
    'Different there: randomizationDesign, executionPlan, evaluationPlan, analysisPlan, decisionPlan, runContract.',
  ])
}, 150_000)
