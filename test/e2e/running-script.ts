// A run that can be met while one of its scripts is running: that script will not end, and neither will its children.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFailed } from 'vitest'
import { linkHost, makeProject, spawnCli, spawnVitest } from './host.js'
import {
  expectGone,
  expectNoScratch,
  isRunning,
  latestFolder,
  python,
  readJournalIds,
  readProcessIds,
} from './run-folders.js'

/** The two ways to start a run. */
export const doors = [
  { door: 'vitest run', spawn: spawnVitest },
  { door: 'eval-checks run', spawn: spawnCli },
]

// Neither it nor its descendants, of which one is in the background of a shell, can be ended politely.
const stubborn = `import os, signal, subprocess, time
for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(name, signal.SIG_IGN)
child = subprocess.Popen(["sh", "-c", "sleep 300 & echo $! >> processes; wait"])
with open("processes", "a") as file:
    file.write("%d\\n%d\\n" % (os.getpid(), child.pid))
while open("processes").read().count("\\n") < 3:
    time.sleep(0.01)
signal.signal(signal.SIGTERM, lambda *_: open("asked", "w").close())
print("half way", flush=True)
os.rename("processes", "started")
time.sleep(300)
`

/** Checks in the order in which a run without a cache takes them: the largest file first. */
export const plannedIds = ['first', 'second', 'stubborn', 'later', 'last']

const configFile =
  "import { evalChecks } from 'vitest-eval-checks'\nexport default { plugins: [evalChecks({ maxParallelChecks: 1 })] }\n"

/** A project of five checks that run one after the other; the third one does not end. */
export function makeStubbornProject(): string {
  const scripts = [
    'print("done")',
    'raise SystemExit("not good")',
    stubborn,
    'print("later")',
    'print("last")',
  ]
  const checks = plannedIds.map((id, index) => {
    const padding = '#'.repeat((plannedIds.length - index) * 2000)
    const script = `${scripts[index]}\n${padding}`
    return [
      `eval_checks/${id}.yaml`,
      JSON.stringify({ schema_version: 1, id, type: 'deterministic', description: id, script }),
    ]
  })
  const project = makeProject({ 'vitest.config.mjs': configFile, ...Object.fromEntries(checks) })
  mkdirSync(join(project, 'temporary'))
  linkHost(project)
  return project
}

/** Starts a run of that project and waits until its third check and all its descendants are running. */
export async function meetRunningScript(project: string, spawn: typeof spawnVitest) {
  const env = { EVAL_BANANA_PYTHON: python, TMPDIR: join(project, 'temporary') }
  const child = spawn(project, ['run'], { env })
  child.stdin.end()
  onTestFailed(() => endByForce(project, child))
  await expect.poll(() => existsSync(join(project, 'started')), { timeout: 60_000 }).toBe(true)
  const folder = latestFolder(project)
  expect(readJournalIds(folder)).toEqual(['first', 'second'])
  // The interpreter behind the scripts, and the script that is forked from it.
  if (process.platform === 'linux') expect(listInterpreters(project).length).toBeGreaterThanOrEqual(2)
  return { child, folder }
}

function endByForce(project: string, child: { kill: (signal: 'SIGKILL') => unknown }): void {
  child.kill('SIGKILL')
  const list = ['started', 'processes'].map((name) => join(project, name)).find(existsSync)
  for (const processId of list === undefined ? [] : readProcessIds(list).filter(isRunning)) {
    process.kill(processId, 'SIGKILL')
  }
}

/** Waits until the script was asked to end, which it does not do. */
export async function expectAsked(project: string): Promise<void> {
  await expect.poll(() => existsSync(join(project, 'asked')), { timeout: 20_000 }).toBe(true)
}

/** Waits until nothing that the run started is left: no process and no private folder. */
export async function expectNothingSurvives(project: string): Promise<void> {
  const processes = readProcessIds(join(project, 'started'))
  expect(processes).toHaveLength(3)
  await expectGone(processes)
  await expectNoScratch(join(project, 'temporary'))
  await expect.poll(() => listInterpreters(project), { timeout: 20_000 }).toEqual([])
}

/** Processes that were started, or forked, with the fork server's program of a run of this project. */
function listInterpreters(project: string): string[] {
  const names = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return names.filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`${join(project, 'temporary')}/`)
    } catch {
      return false
    }
  })
}
