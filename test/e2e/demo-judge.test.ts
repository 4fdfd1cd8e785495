import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { host } from './host.js'
import { expectAll } from './small-project.js'

const demo = fileURLToPath(new URL('../../scripts/demo-judge.mjs', import.meta.url))

test('the demo of judges ends as it says that it should', async () => {
  const { stdout } = await promisify(execFile)(host().node, [demo], { timeout: 120_000 })
  expectAll(stdout, [
    'That is how it should end.',
    'is_short failed: it has 77 words, and 60 are the most',
    "agreement: 1 of 1 check with several votes unanimous, Gwet's AC1 1.00",
    'Judges 6 calls, 1 error, tokens unknown, cost unknown',
    'Judges 0 calls, 1 error, 5 verdicts replayed from a stored run',
  ])
}, 150_000)
