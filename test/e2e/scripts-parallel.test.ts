// Two hundred checks at once: as many run as the setting allows, never more, and each has its result.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CheckResult } from '../../src/contracts/check-result.js'
import { linkHost, makeProject, startVitest } from './host.js'
import { python, readJournalIds, readLatestRun } from './run-folders.js'

const count = 200
// Every script counts the scripts that run beside it. The first two wait for each other, so that two do meet; the
// first ten then give a third one, which must not come, half a second to show up.
const script = `import os, sys, time
own = os.path.join("running", str(os.getpid()))
open(own, "w").close()
def count():
    return len(os.listdir("running")) - 1
def wait_for(number, steps):
    most = count()
    for _ in range(steps):
        if most >= number:
            break
        time.sleep(0.005)
        most = max(most, count())
    return most
most = count()
if not os.path.exists("met"):
    most = max(most, wait_for(2, 4000))
    open("met", "w").close()
if len(os.listdir("seen")) <= 10:
    most = max(most, wait_for(3, 100))
open(os.path.join("seen", "%s-%d" % (os.getpid(), most)), "w").close()
os.remove(own)
`

/** The largest number of results whose times overlap. */
function countOverlap(results: readonly CheckResult[]): number {
  const events = results.flatMap(({ started_at, completed_at }) => [
    { at: started_at, change: 1 },
    { at: completed_at, change: -1 },
  ])
  events.sort((a, b) => a.at.localeCompare(b.at) || a.change - b.change)
  let running = 0
  return Math.max(...events.map(({ change }) => (running += change)))
}

test('200 checks run two at a time when max_parallel_checks is 2', async () => {
  const ids = Array.from({ length: count }, (_, index) => `check-${index}`)
  const checks = ids.map((id) => [
    `eval_checks/${id}.yaml`,
    JSON.stringify({ schema_version: 1, id, type: 'deterministic', description: id, script }),
  ])
  const project = makeProject({
    'vitest.config.mjs':
      "import { evalChecks } from 'vitest-eval-checks'\nexport default { plugins: [evalChecks()] }\n",
    '.eval-banana/config.toml': '[core]\nmax_parallel_checks = 2\n',
    'running/keep': '',
    'seen/keep': '',
    ...Object.fromEntries(checks),
  })
  linkHost(project)
  const ended = await startVitest(project, ['run'], { env: { EVAL_BANANA_PYTHON: python } })
  expect(ended.exitCode, ended.stdout + ended.stderr).toBe(0)
  const { folder, report } = readLatestRun(project)
  expect(report).toMatchObject({ total_checks: count, passed_checks: count, run_passed: true })
  expect(readJournalIds(folder).sort()).toEqual(ids.sort())
  const seen = readdirSync(join(project, 'seen')).filter((name) => name !== 'keep')
  expect(seen).toHaveLength(count)
  expect(Math.max(...seen.map((name) => Number(name.split('-')[1])))).toBe(2)
  expect(countOverlap(report.checks)).toBe(2)
}, 300_000)
