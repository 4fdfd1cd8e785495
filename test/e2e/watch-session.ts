// A watch session of the real Vitest, driven by edits. After each edit the caller says exactly what ran.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { makeProject, spawnVitest } from './host.js'
import { readLatestRun } from './run-folders.js'
import { makeSmallProject } from './small-project.js'

/** Longest wait for anything, in milliseconds. */
const DEADLINE = { timeout: 30_000, interval: 50 }

/** Config with a reporter that notes the end of every run: the names of its tests, or of files without one. */
export const CONFIG = `import { appendFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { evalChecks } from 'vitest-eval-checks'
const noter = {
  onTestRunEnd(modules) {
    const names = modules.flatMap((module) => {
      const tests = [...module.children.allTests()].map(({ name }) => name)
      return tests.length > 0 ? tests : [basename(module.moduleId)]
    })
    appendFileSync(process.env.RUNS_NOTED, JSON.stringify(names) + '\\n')
  },
}
export default defineConfig({ plugins: [evalChecks()], test: { reporters: ['default', noter] } })
`

/** See the file's head. */
export interface WatchSession {
  readonly project: string
  /** Writes files (null deletes one), then waits until just these tests and broken files have run, in one run or several. */
  edit(files: Record<string, string | null>, expected: readonly string[]): Promise<void>
  /** Renames a file; see {@link edit}. */
  rename(from: string, to: string, expected: readonly string[]): Promise<void>
  /** Waits until the report of the session has these checks with their status, and broken files with their code. */
  reports(expected: Record<string, string>): Promise<void>
}

/** Starts a session on a small project and waits for its first run, of `expected`. It ends with the test. */
export async function startSession(
  files: Record<string, string>,
  expected: readonly string[],
  args: readonly string[] = [],
): Promise<WatchSession> {
  const project = makeSmallProject({ 'vitest.config.ts': CONFIG, ...files })
  const noted = join(makeProject({}), 'runs.jsonl')
  const child = spawnVitest(project, ['--watch', ...args], { env: { RUNS_NOTED: noted } })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  onTestFinished(async ({ task }) => {
    child.kill()
    const { stderr } = await child
    if (task.result?.state === 'fail') console.log(`${said}\n${stderr}`)
  })
  let read = 0
  const ran = async (names: readonly string[]) => {
    const found: string[] = []
    const collect = () => {
      const lines = existsSync(noted) ? readFileSync(noted, 'utf8').trimEnd().split('\n').filter(Boolean) : []
      for (const line of lines.slice(read)) found.push(...JSON.parse(line))
      read = lines.length
      return found.toSorted()
    }
    const wanted = names.toSorted()
    await expect.poll(() => collect().length, DEADLINE).toBeGreaterThanOrEqual(wanted.length)
    expect(found.toSorted()).toEqual(wanted)
  }
  await ran(expected)
  await expect.poll(() => said, DEADLINE).toMatch(/W(?:ait|atch)ing for file changes/)
  return {
    project,
    edit: async (changes, names) => {
      for (const [file, text] of Object.entries(changes)) write(join(project, file), text)
      await ran(names)
    },
    rename: async (from, to, names) => {
      renameSync(join(project, from), join(project, to))
      await ran(names)
    },
    reports: (statuses) => expect.poll(() => reported(project), DEADLINE).toEqual(statuses),
  }
}

function write(file: string, text: string | null): void {
  if (text === null) {
    rmSync(file)
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function reported(project: string): Record<string, string> {
  const { report } = readLatestRun(project)
  return Object.fromEntries([
    ...report.checks.map(({ check_id, status, error_code }) => [check_id, error_code ?? status]),
    ...report.load_errors.map(({ file, code }) => [file.slice(project.length + 1), code]),
    ...report.skipped.map(({ id }) => [id, 'skipped']),
  ])
}
