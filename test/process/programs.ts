// What the tests of this folder share: real programs, folders of their own, and looks at the process table.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { LaunchedProgram, ProgramRequest } from '../../src/contracts/program.js'
import { launchProgram } from '../../src/process/launch.js'

/** The interpreter itself: a shim in front of it would be one process more. */
export const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
}).trim()

/** Absolute path of a fixture program. */
export function fixtureProgram(name: string): string {
  return join(import.meta.dirname, '../../fixtures/programs', name)
}

/** A folder for one test, removed afterwards. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'process-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A request to run Python in `folder`, with the streams in `stdout` and `stderr` there. */
export function requestPython(
  folder: string,
  args: readonly string[],
  more: Partial<ProgramRequest> = {},
): ProgramRequest {
  return {
    command: python,
    args,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdoutFile: join(folder, 'stdout'),
    stderrFile: join(folder, 'stderr'),
    ...more,
  }
}

/** Runs a line of Python code in a folder of its own. */
export function runCode(code: string, more: Partial<ProgramRequest> = {}): Promise<LaunchedProgram> {
  return launchProgram(requestPython(makeFolder(), ['-c', code], more), null)
}

/** The process ids that `family.py` wrote, as soon as all three are up. */
export function readFamily(file: string): Promise<readonly number[]> {
  return vi.waitFor(() => readFileSync(file, 'utf8').split(' ').map(Number), {
    timeout: 20_000,
    interval: 20,
  })
}

/** Whether a process still runs; one that only waits to be reaped does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch (error) {
    return (
      error instanceof Error && 'code' in error && error.code === 'ENOENT' && process.platform !== 'linux'
    )
  }
}

/** Resolves when none of the processes runs any more. */
export function waitUntilGone(pids: readonly number[]): Promise<void> {
  return vi.waitFor(
    () => {
      const left = pids.filter(isRunning)
      if (left.length > 0) throw new Error(`still running: ${left.join(' ')}`)
    },
    { timeout: 20_000, interval: 20 },
  )
}

/** Process ids of the watchdog programs that this very process started. */
export function findWatchdogs(): readonly number[] {
  return findProcesses('eval-checks-watchdog', process.pid)
}

/** Process ids of all whose command line holds a text, of one parent or of any. */
export function findProcesses(text: string, parent?: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const itsParent = /^\d+ \(.*\) [^ZX] (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'latin1'))?.[1]
        const wanted = itsParent !== undefined && (parent === undefined || itsParent === String(parent))
        return wanted && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
}
