// One run of checks, from the sealed plan to the report. It owns the run's results and tells the reporters.

import { tallyChecks } from '../analyze/checks/tally.js'
import type { CheckResult } from '../contracts/check-result.js'
import type { RunSurroundings } from '../contracts/check-type.js'
import type { Decision } from '../contracts/decision.js'
import { EvalChecksError, EvalChecksErrors } from '../contracts/errors.js'
import type { EvalReport, RunHeader, RunStatus } from '../contracts/eval-report.js'
import type { RunEnd, RunPlaces, RunReporter, RunStart } from '../contracts/reporter.js'
import { type Redact, sanitizeResult, stripControls } from '../contracts/text-hygiene.js'
import { buildReport } from '../decide/checks/build-report.js'
import { decideRun } from '../decide/checks/decide-run.js'
import { evaluateCheck } from '../evaluate/evaluate-check.js'
import type { SealedProject } from '../execute/seal-project.js'

/** What a session is opened with. */
export interface SessionRequest {
  readonly sealed: SealedProject
  readonly header: RunHeader
  readonly places: RunPlaces
  /** See {@link RunStart.configFile}. */
  readonly configFile: string | null
  /** See {@link RunStart.locate}. */
  readonly locate: NonNullable<RunStart['locate']>
  readonly scratch: string
  readonly surroundings: RunSurroundings
  readonly reporters: readonly RunReporter[]
  readonly redact: Redact
  /** What preflight found in the way, by check id. */
  readonly obstacles: ReadonlyMap<string, EvalChecksError>
  /** Aborted when somebody has asked for the end of the run. */
  readonly interrupted: AbortSignal
  /** See {@link RunStart.warnings}. */
  readonly warnings: readonly string[]
  /** Results that a watch session keeps from before. */
  readonly earlier: readonly CheckResult[]
  /** Told what a script has opened for reading, absolute, with its check file; null: nobody wants to know. */
  readonly onReads: ((checkFile: string, files: readonly string[]) => void) | null
  /** Called when the session is over: ends what it started. */
  readonly dispose: () => Promise<void>
  readonly onStillRunning: (checkId: string, seconds: number) => void
}

/** A run's report and decision. */
export interface SessionEnd {
  readonly report: EvalReport
  readonly decision: Decision
}

const STILL_RUNNING_AFTER_MS = 60_000

/** See the file's head. */
export class RunSession {
  readonly request: SessionRequest
  readonly #results: Map<string, CheckResult>
  readonly #start: RunStart
  #end: RunEnd | null = null
  readonly #troubles = new Map<string, EvalChecksError>()

  private constructor(request: SessionRequest) {
    this.request = request
    const { header, places, configFile, warnings, locate, redact } = request
    this.#start = {
      header,
      places,
      configFile,
      locate,
      redact,
      warnings: warnings.map((warning) => redact(stripControls(warning))),
    }
    this.#results = new Map(request.earlier.map((result) => [result.check_id, result]))
  }

  /** Opens a session and tells the reporters that the run starts. */
  static async open(request: SessionRequest): Promise<RunSession> {
    const session = new RunSession(request)
    for (const reporter of request.reporters) {
      if (reporter.essential) await reporter.onRunStart?.(session.#start)
      else await session.#tell(reporter, () => reporter.onRunStart?.(session.#start))
    }
    return session
  }

  /** Digest of the sealed plan. */
  get planSha256(): string {
    return this.request.header.plan_sha256
  }

  /** Results so far, in the order in which the checks ended. */
  get results(): readonly CheckResult[] {
    return [...this.#results.values()]
  }

  /** What the reporters were told at the end; null before it. */
  get end(): RunEnd | null {
    return this.#end
  }

  /** Runs a selected check and records its result. Null when the run was cancelled before there was one. */
  async execute(checkId: string, signal: AbortSignal): Promise<CheckResult | null> {
    const { sealed, surroundings, places, scratch, obstacles, onReads, onStillRunning } = this.request
    const check = sealed.checks.get(checkId)
    if (!check)
      throw new EvalChecksError('NOT_SEALED', `the check ${checkId} is not part of the sealed plan`, {
        fix: 'run again',
      })
    const started = performance.now()
    const alarm = setInterval(
      () => onStillRunning(checkId, Math.round((performance.now() - started) / 1000)),
      STILL_RUNNING_AFTER_MS,
    )
    alarm.unref()
    try {
      const result = await evaluateCheck({
        check,
        content: sealed.content,
        surroundings,
        folders: { checks: places.checks, scratch },
        signal,
        obstacle: obstacles.get(checkId) ?? null,
        ...(onReads === null ? {} : { onReads: (files) => onReads(check.sourcePath, files) }),
      })
      return result === null ? null : await this.#record(sanitizeResult(result, this.request.redact))
    } finally {
      clearInterval(alarm)
    }
  }

  /** Records a result that was made elsewhere, already stripped and redacted. */
  adopt(result: CheckResult): Promise<CheckResult> {
    return this.#record(result)
  }

  /** What the run comes to. Pure but for the given time: it may be asked before reports are written. */
  conclude(runStatus: RunStatus, completedAt: Date): SessionEnd {
    const { header } = this.request
    const results = this.results
    const report = buildReport(header, results, { completedAt: completedAt.toISOString(), runStatus })
    return { report, decision: decideRun(tallyChecks(header, results), header, report.run_status) }
  }

  /**
   * Lets the reporters write, then ends everything that the session started.
   * @throws {EvalChecksErrors} when reporters broke, now or while checks ran
   */
  async finish(end: SessionEnd): Promise<void> {
    const run = { ...this.#start, ...end }
    this.#end = run
    for (const reporter of this.request.reporters) {
      await this.#tell(reporter, () => reporter.onRunEnd?.(run))
    }
    await this.request.dispose()
    if (this.#troubles.size > 0) throw new EvalChecksErrors([...this.#troubles.values()])
  }

  async #record(result: CheckResult): Promise<CheckResult> {
    this.#results.set(result.check_id, result)
    for (const reporter of this.request.reporters) {
      await this.#tell(reporter, () => reporter.onCheckEnd?.(result, this.#start))
    }
    return result
  }

  /** A reporter that breaks fails the run, never a check: its first error is kept for the end. */
  async #tell(reporter: RunReporter, event: () => void | Promise<void>): Promise<void> {
    try {
      await event()
    } catch (cause) {
      if (this.#troubles.has(reporter.name)) return
      const message = `the reporter ${reporter.name} broke: ${cause instanceof Error ? cause.message : String(cause)}`
      this.#troubles.set(reporter.name, new EvalChecksError('REPORTER_FAILED', message, { cause }))
    }
  }
}
