// The folder of one run: `<output_dir>/<run_id>/`, or a folder that the user named for this run alone.
import { lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EvalChecksError } from '../contracts/errors.js'
import type { RunHeader } from '../contracts/eval-report.js'
import { atomicWrite, describeCause } from './atomic-write.js'
import { writePlan, writeSelection } from './run-documents.js'
import { RUN_ID_PATTERN } from './run-id.js'

const LATEST = 'latest'
const PRIVATE = 0o700

/** See the file's head. Paths are absolute. */
export class RunFolder {
  /** The run's own folder. */
  readonly path: string
  /** `<path>/checks`. */
  readonly checks: string

  private constructor(path: string) {
    this.path = path
    this.checks = join(path, 'checks')
  }

  /**
   * Makes the folder of a new run, and `outputDir` when it is absent; `<outputDir>/latest` names the run from then on.
   * @throws {EvalChecksError} `OUTPUT_NOT_A_FOLDER` for a link or a file, `RUN_FOLDER_EXISTS`, `WRITE_FAILED`
   */
  static create(outputDir: string, runId: string): RunFolder {
    // Resolved, because a path that ends in a slash names what a link leads to.
    const output = resolve(outputDir)
    makeFolder(output, 0o777)
    const run = new RunFolder(join(output, runId))
    makeNew(run.path)
    makeNew(run.checks)
    atomicWrite(join(output, LATEST), `${runId}\n`)
    return run
  }

  /**
   * Takes `dir` itself as the folder of a new run: absent, or an empty real folder.
   * @throws {EvalChecksError} `OUTPUT_NOT_A_FOLDER` for a link or a file, `OUTPUT_NOT_EMPTY`, `WRITE_FAILED`
   */
  static createFlat(dir: string): RunFolder {
    const folder = resolve(dir)
    makeFolder(dirname(folder), 0o777, { mayBeLink: true })
    makeFolder(folder, PRIVATE)
    if (readdirSync(folder).length > 0) {
      throw new EvalChecksError('OUTPUT_NOT_EMPTY', `the output folder ${folder} is not empty`, {
        location: { file: folder },
        expected: 'a folder that is absent or empty',
        fix: 'empty it, name another one, or leave out --flat-output',
      })
    }
    const run = new RunFolder(folder)
    makeNew(run.checks)
    return run
  }

  /** The folder of a run that exists already. */
  static open(path: string): RunFolder {
    return new RunFolder(resolve(path))
  }

  /** Writes `plan.json`; see {@link writePlan}. */
  writePlan(planJson: string): void {
    writePlan(this.path, planJson)
  }

  /** Writes `selection.json`; see {@link writeSelection}. */
  writeSelection(header: RunHeader): void {
    writeSelection(this.path, header)
  }
}

/** Id of the newest run below `outputDir`; undefined when there is none or `latest` does not hold a run id. */
export function readLatest(outputDir: string): string | undefined {
  try {
    const runId = readFileSync(join(outputDir, LATEST), 'utf8').trim()
    return RUN_ID_PATTERN.test(runId) ? runId : undefined
  } catch {
    return undefined
  }
}

function makeFolder(path: string, mode: number, { mayBeLink = false } = {}): void {
  try {
    mkdirSync(path, { recursive: true, mode })
  } catch (cause) {
    throw cannotMake(path, cause)
  }
  if (mayBeLink || lstatSync(path).isDirectory()) return
  throw notAFolder(path)
}

function notAFolder(path: string): EvalChecksError {
  return new EvalChecksError('OUTPUT_NOT_A_FOLDER', `the output folder ${path} is a symbolic link`, {
    location: { file: path },
    expected: 'a real folder: nothing is written through a link',
    fix: 'name the folder that it leads to (output_dir or --output-dir)',
  })
}

function makeNew(path: string): void {
  try {
    mkdirSync(path, PRIVATE)
  } catch (cause) {
    if (!isExisting(cause)) throw cannotMake(path, cause)
    throw new EvalChecksError('RUN_FOLDER_EXISTS', `the folder ${path} exists already`, {
      location: { file: path },
      expected: 'a new folder for every run',
      fix: 'run again',
    })
  }
}

function cannotMake(path: string, cause: unknown): EvalChecksError {
  const code = isExisting(cause) || hasCode(cause, 'ENOTDIR') ? 'OUTPUT_NOT_A_FOLDER' : 'WRITE_FAILED'
  return new EvalChecksError(code, `cannot make the folder ${path}: ${describeCause(cause)}`, {
    location: { file: path },
    fix: 'name another output folder (output_dir or --output-dir)',
    cause,
  })
}

function isExisting(cause: unknown): boolean {
  return hasCode(cause, 'EEXIST')
}

function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code
}
