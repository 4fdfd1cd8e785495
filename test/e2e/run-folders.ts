// Reads what a run left behind: its newest run folder, its processes, its private folders.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type EvalReport, evalReportSchema } from '../../src/contracts/eval-report.js'

/** A run folder that was found. */
export interface FoundRun {
  /** Absolute path of the run folder. */
  readonly folder: string
  readonly report: EvalReport
}

/** The Python that the tests hand to runs: the program itself, not a shim that starts it through a shell. */
export const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
}).trim()

/** Folder of the newest run of a project, by the name in `latest`. */
export function latestFolder(project: string, results = '.eval-banana/results'): string {
  const output = join(project, results)
  return join(output, readFileSync(join(output, 'latest'), 'utf8').trim())
}

/** The newest run of a project, its report validated. */
export function readLatestRun(project: string, results?: string): FoundRun {
  const folder = latestFolder(project, results)
  return { folder, report: readReport(folder) }
}

/** The validated `report.json` of a run folder. */
export function readReport(folder: string): EvalReport {
  return evalReportSchema.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')))
}

/** Check ids in `results.jsonl`, in the order in which the checks ended. */
export function readJournalIds(folder: string): string[] {
  const lines = readFileSync(join(folder, 'results.jsonl'), 'utf8').trimEnd().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line).check_id)
}

/** True while a process runs; one that only waits to be reaped does not. */
export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/** Process ids in a text, one a line. */
export function readProcessIds(file: string): number[] {
  return readFileSync(file, 'utf8').trim().split('\n').map(Number)
}

/** Waits until none of the processes runs any more. */
export async function expectGone(processIds: readonly number[]): Promise<void> {
  await expect.poll(() => processIds.filter(isRunning), { timeout: 20_000 }).toEqual([])
}

/** Waits until no private folder of a run is left in the given folder for temporary files. */
export async function expectNoScratch(temporary: string): Promise<void> {
  const left = () => readdirSync(temporary).filter((name) => name.startsWith('eval-checks-'))
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
}
