// Runs one sealed check through its type.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { CancelledOutcome, CheckOutcome } from '../contracts/check-result.js'
import type { CheckJob, RunSurroundings } from '../contracts/check-type.js'
import { EvalChecksError } from '../contracts/errors.js'
import type { ContentStore } from './content.js'
import type { SealedCheck } from './sealed-check.js'

/** Where a run puts things; absolute paths. */
export interface RunFolders {
  /** `<run>/checks`. */
  readonly checks: string
  /** Folder of this run for scripts and contexts, outside the project. */
  readonly scratch: string
}

/** What one check needs to run. */
export interface CheckExecution {
  readonly check: SealedCheck
  readonly content: ContentStore
  readonly surroundings: RunSurroundings
  readonly folders: RunFolders
  readonly signal: AbortSignal
  /** What preflight found in the way of this check, or null. */
  readonly obstacle: EvalChecksError | null
  /** See {@link CheckJob.onReads}. */
  readonly onReads?: NonNullable<CheckJob['onReads']>
}

/** What happened when a check ran, and when. */
export interface CheckEnd {
  readonly outcome: Exclude<CheckOutcome, CancelledOutcome>
  readonly startedAt: Date
  readonly completedAt: Date
  /** Milliseconds on a monotonic clock. */
  readonly durationMs: number
}

/** Runs a check. Null when the run was cancelled: such a check has no result. Never throws for what the check did. */
export async function runCheck(execution: CheckExecution): Promise<CheckEnd | null> {
  if (execution.signal.aborted) return null
  const startedAt = new Date()
  const start = performance.now()
  const outcome = await outcomeOf(execution)
  if (outcome.status === 'cancelled') return null
  return { outcome, startedAt, completedAt: new Date(), durationMs: performance.now() - start }
}

async function outcomeOf({
  check,
  content,
  surroundings,
  folders,
  signal,
  obstacle,
  onReads,
}: CheckExecution): Promise<CheckOutcome> {
  if (obstacle) return errorOutcome(obstacle.code, sentence(obstacle))
  const privateFolder = new PrivateFolder(folders.scratch)
  const job: CheckJob = {
    checkId: check.checkId,
    definitionSha256: check.definitionSha256,
    description: check.description,
    type: check.type.type,
    timeoutSeconds: check.timeoutSeconds,
    config: check.config,
    sourcePath: check.sourcePath,
    readResource: (role) => readResource(check, content, role),
    originalPath: (role) => check.originalPaths.get(role) ?? null,
    files: {
      evidenceFolder: path.join(folders.checks, check.stem),
      stdoutFile: path.join(folders.checks, `${check.stem}.stdout.txt`),
      stderrFile: path.join(folders.checks, `${check.stem}.stderr.txt`),
      fileNamed: (name) => path.join(folders.checks, `${check.stem}.${name}`),
      makePrivateFolder: async () => privateFolder.make(),
    },
    signal,
    ...(onReads ? { onReads } : {}),
  }
  try {
    return await check.type.run(job, surroundings)
  } catch (error) {
    if (error instanceof EvalChecksError) return errorOutcome(error.code, sentence(error))
    const cause = error instanceof Error ? error.message : String(error)
    return errorOutcome('check-type-failed', `the check type ${check.type.type} broke: ${cause}`)
  } finally {
    privateFolder.remove()
  }
}

/** The private folder of one job, made when it is first asked for. */
class PrivateFolder {
  readonly #scratch: string
  #made: string | null = null

  constructor(scratch: string) {
    this.#scratch = scratch
  }

  /** In one go: so small a thing costs less than to hand it to another thread. */
  make(): string {
    if (this.#made === null) {
      mkdirSync(this.#scratch, { recursive: true, mode: 0o700 })
      this.#made = mkdtempSync(path.join(this.#scratch, 'check-'))
    }
    return this.#made
  }

  /** Never throws: what a check left in a state that cannot be removed goes with the scratch folder of the run. */
  remove(): void {
    try {
      if (this.#made !== null) rmSync(this.#made, { recursive: true, force: true })
    } catch {}
  }
}

function readResource(check: SealedCheck, content: ContentStore, role: string): Uint8Array {
  const digest = check.resources.get(role)
  if (!digest)
    throw new EvalChecksError('CONTENT_MISSING', `the plan holds no ${role} for the check ${check.checkId}`)
  return content.read(digest)
}

function errorOutcome(errorCode: string, errorDetail: string): CheckOutcome {
  return { status: 'error', errorCode, errorDetail, exitCode: null, stdout: '', stderr: '', details: {} }
}

function sentence(error: EvalChecksError): string {
  return error.fix === undefined ? error.message : `${error.message}: ${error.fix}`
}
