// Projects whose judges are hard to end, and what is left of them.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFailed } from 'vitest'
import type { spawnVitest } from './host.js'
import { judgeThat } from './judge-project.js'
import { expectNoScratch, isRunning, latestFolder, python, readJournalIds } from './run-folders.js'
import { checkThat, configWith, makeSmallProject } from './small-project.js'

const folder = fileURLToPath(new URL('../../fixtures/fake-agents', import.meta.url))

/** Programs that judge. */
export const judges = {
  'hard-to-kill': [python, join(folder, 'hard-to-kill.py')],
  deaf: [join(folder, 'deaf.sh')],
}

/** Longest wait for anything that has to happen, in milliseconds. */
export const DEADLINE = { timeout: 60_000, interval: 50 }

/** Options of a project, as source text. */
export interface HardProjectOptions {
  readonly judge?: keyof typeof judges
  /** Members of `harness`. */
  readonly harness?: string
  readonly files?: Record<string, string>
}

/**
 * A linked project with judge checks, by id what each is to do, and two script checks that pass and fail. Everything
 * temporary goes to its folder `temporary`.
 */
export function makeHardProject(
  behaviours: Readonly<Record<string, string>>,
  { judge = 'hard-to-kill', harness = '', files = {} }: HardProjectOptions = {},
): string {
  const agent = `{ command: ${JSON.stringify(judges[judge])}, promptInput: 'stdin' }`
  const checks = Object.entries(behaviours).map(([id, behaviour]) => [
    `eval_checks/${id}.yaml`,
    judgeThat(id, behaviour),
  ])
  const project = makeSmallProject({
    'vitest.config.ts': configWith(`{ harness: { agent: 'hard', ${harness} }, agents: { hard: ${agent} } }`),
    'eval_checks/script-good.yaml': checkThat('passed', 'script-good'),
    'eval_checks/script-bad.yaml': checkThat('failed', 'script-bad'),
    ...Object.fromEntries(checks),
    ...files,
  })
  mkdirSync(join(project, 'temporary'))
  return project
}

/** What the judges of a run in the project get. `name` tells runs of one project apart. */
export function hardEnvironment(project: string, name = 'run'): Record<string, string> {
  return {
    TMPDIR: join(project, 'temporary'),
    EVAL_BANANA_PYTHON: python,
    AGENT_PROCESSES: join(project, `processes-${name}`),
    AGENT_RELEASE: join(project, 'release'),
  }
}

/** Lines that the judges of a run have written: numbers of processes, where they do not say otherwise. */
export function readNotes(project: string, name = 'run'): readonly string[] {
  const file = join(project, `processes-${name}`)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

/**
 * Starts a run and waits until its judges have written `count` lines and the given checks have ended. What is left
 * when the test fails is killed.
 */
export async function meetJudges(
  project: string,
  spawn: typeof spawnVitest,
  { args = ['run'], name = 'run', count, ended = [] }: MeetingOptions,
) {
  const child = spawn(project, args, { env: hardEnvironment(project, name) })
  child.stdin.end()
  onTestFailed(() => {
    child.kill('SIGKILL')
    for (const processId of processesOf(project, name)) process.kill(processId, 'SIGKILL')
  })
  await expect.poll(() => readNotes(project, name), DEADLINE).toHaveLength(count)
  const run = latestFolder(project)
  await expect.poll(() => readJournalIds(run).sort(), DEADLINE).toEqual([...ended].sort())
  return { child, folder: run, processes: readNotes(project, name).map(Number) }
}

interface MeetingOptions {
  readonly args?: string[]
  readonly name?: string
  /** Lines of notes to wait for. */
  readonly count: number
  /** Ids of checks to wait for. */
  readonly ended?: readonly string[]
}

/** Waits until nothing of a run is left: no noted process, none that was started for it, and no private folder. */
export async function expectNothingLeft(project: string, name = 'run'): Promise<void> {
  await expect
    .poll(
      () => [...readNotes(project, name).map(Number).filter(isRunning), ...processesOf(project, name)],
      DEADLINE,
    )
    .toEqual([])
  await expectNoScratch(join(project, 'temporary'))
}

/** The running processes that have the environment of a run, by `/proc`; none where there is no such thing. */
export function processesOf(project: string, name = 'run'): number[] {
  if (!existsSync('/proc/self/environ')) return []
  const mark = `AGENT_PROCESSES=${join(project, `processes-${name}`)}\0`
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isRunning(Number(entry)))
    .filter((entry) => readEnvironment(entry).includes(mark))
    .map(Number)
}

function readEnvironment(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/environ`, 'latin1')
  } catch {
    return ''
  }
}
