// The whole execution of a plan: blocks in their order, as many trials at once as may be, until all is done or something
// says stop. What begins ends; what is not begun is said to be so.
import { EvalChecksError } from '../../contracts/errors.js'
import { executorCapabilitiesSchema } from '../../contracts/executor-capabilities.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'
import type { ExecutionPlan } from '../../contracts/run-plan.js'
import { Scheduler } from '../scheduler.js'
import { admissionOrder } from './admission-order.js'
import type { LedgerTermination } from './budget/ledger.js'
import type { RunEvents } from './events.js'
import { identityOf, type RanTrial, runTrial, type TrialHost } from './run-trial.js'
import { type PlannedTrial, planTrials, type TrialBlock } from './trials.js'

/** How an execution ended as a whole. */
export type ExecutionStatus = 'completed' | 'cancelled' | 'budget-exhausted' | 'failed'

/** What is executed. */
export interface ExecutionRequest extends Omit<TrialHost, 'policy' | 'onRetry'> {
  readonly plan: ExecutionPlan
  readonly events: RunEvents
  /** Absent: all. Choosing a sample chooses all arms of it. */
  readonly chosenSamples?: ReadonlySet<string>
  /** Trials that need not run, by id. */
  readonly done: ReadonlySet<string>
  /** Stops admissions and lets everything finish that was admitted. */
  readonly stopAdmissions?: AbortSignal
  /** Called with each trial that was measured, before its workspace is removed. */
  readonly onTrial: (trial: PlannedTrial, ran: RanTrial) => Promise<void>
  readonly onCensored: (record: ExecutionRecord) => void
}

/** The end of an execution. */
export interface ExecutionEnd {
  readonly status: ExecutionStatus
  /** Absent when completed. */
  readonly terminationReasonCode?: string
  /** What ended the run where that is no fault of an executor: a sealed content that was changed, a full disk. */
  readonly error?: EvalChecksError
}

/** Runs what is not done. Never rejects for anything that an executor did. */
export async function runExecution(request: ExecutionRequest): Promise<ExecutionEnd> {
  const { events, source, signal } = request
  const subject = { subjectKind: 'run', subjectId: source.runId } as const
  events.emit('execution.run.started', subject)
  const pump = new Pump(request)
  const end = await pump.run()
  const ended = signal.aborted && end.error === undefined ? cancelled(end) : end
  events.emit(
    `execution.run.${ended.status}`,
    subject,
    ended.terminationReasonCode === undefined ? {} : { reasonCode: ended.terminationReasonCode },
  )
  return ended
}

function cancelled(end: ExecutionEnd): ExecutionEnd {
  return end.status === 'budget-exhausted'
    ? end
    : { status: 'cancelled', terminationReasonCode: 'run-cancelled' }
}

const CENSORING: readonly LedgerTermination['terminationKind'][] = [
  'budget-censored',
  'active-budget-exhausted',
  'wall-clock-exhausted',
]

/** Keeps workers busy with the trials of admitted blocks, and admits the next block only when one is idle. */
class Pump {
  readonly #request: ExecutionRequest
  readonly #blocks: readonly TrialBlock[]
  readonly #executors = new Map<string, Scheduler>()
  readonly #workers: number
  #next = 0
  #pending: PlannedTrial[] = []
  #failures = 0
  #end: ExecutionEnd = { status: 'completed' }

  constructor(request: ExecutionRequest) {
    this.#request = request
    const { plan, done, chosenSamples } = request
    const { randomizationDesignDigest: design, experiment, policy, runtimes } = plan
    const blocks = planTrials(plan).flatMap((block) => {
      const trials = block.trials.filter(
        ({ trialId, sample }) => !done.has(trialId) && (chosenSamples?.has(sample.sampleId) ?? true),
      )
      return trials.length === 0 ? [] : [{ ...block, trials }]
    })
    this.#blocks =
      experiment.scheduling.schedulingKind === 'randomized-block' ? admissionOrder(blocks, design) : blocks
    for (const { identity } of runtimes) {
      const read = executorCapabilitiesSchema.safeParse(identity.capabilities)
      const limits = read.success ? read.data.protocols.map(({ execution }) => execution.concurrency) : []
      const limit = Math.min(
        ...limits.map(({ safety, maxInFlight }) => (safety === 'serialized' ? 1 : (maxInFlight ?? Infinity))),
      )
      if (Number.isFinite(limit)) this.#executors.set(identity.implementationId, new Scheduler(limit))
    }
    this.#workers = policy.execution.maxConcurrency ?? 1
  }

  async run(): Promise<ExecutionEnd> {
    const workers = Array.from({ length: this.#workers }, () => this.#work())
    await Promise.all(workers)
    return this.#end
  }

  async #work(): Promise<void> {
    for (let trial = this.#take(); trial !== undefined; trial = this.#take()) {
      const { target } = trial
      const own = this.#executors.get(target.implementationId)
      const measured = trial
      await (own ? own.run(() => this.#measure(measured)) : this.#measure(measured))
    }
  }

  #take(): PlannedTrial | undefined {
    const { signal } = this.#request
    if (signal.aborted || this.#end.error !== undefined) return undefined
    if (this.#pending.length === 0) this.#admit()
    return this.#pending.shift()
  }

  #admit(): void {
    const { ledger, events } = this.#request
    const block = this.#blocks[this.#next]
    if (block === undefined || this.#hasToStop()) return
    const refusal = ledger.admit('execution', block.trials.length)
    const subject = { subjectKind: 'block', subjectId: block.schedulingBlockId } as const
    if (refusal === null) {
      this.#next += 1
      this.#pending = [...block.trials]
      events.emit('execution.block.admitted', subject, { trials: block.trials.length })
    } else if (CENSORING.includes(refusal.terminationKind)) {
      this.#end = { status: 'budget-exhausted', terminationReasonCode: refusal.reasonCode }
      for (const left of this.#blocks.slice(this.#next)) this.#censor(left, refusal.reasonCode)
      this.#next = this.#blocks.length
    } else {
      this.#end = { status: 'failed', terminationReasonCode: refusal.reasonCode }
    }
  }

  #hasToStop(): boolean {
    if (this.#end.status !== 'completed') return true
    if (this.#request.stopAdmissions?.aborted)
      this.#end = { status: 'cancelled', terminationReasonCode: 'admissions-stopped' }
    const { failure } = this.#request.plan.policy
    const most =
      failure.failureMode === 'fail-fast'
        ? 1
        : failure.failureMode === 'failure-threshold'
          ? failure.maximumFailures
          : Infinity
    if (this.#failures >= most)
      this.#end = { status: 'failed', terminationReasonCode: `failure-policy-${failure.failureMode}` }
    return this.#end.status !== 'completed'
  }

  /** All arms of a block or none: those that did not begin are no failures of anybody. */
  #censor({ schedulingBlockId, trials }: TrialBlock, censorReasonCode: string): void {
    const { clock, events, source, onCensored } = this.#request
    const censoredAt = clock.now().toISOString()
    for (const trial of trials)
      onCensored({
        executionStatus: 'budget-censored',
        ...identityOf(trial),
        provenance: {
          provenanceKind: 'native',
          trust: 'verified',
          parentDigests: [source.executionPlanDigest],
        },
        censorReasonCode,
        censoredAt,
      })
    events.emit(
      'execution.block.censored',
      { subjectKind: 'block', subjectId: schedulingBlockId },
      { reasonCode: censorReasonCode },
    )
  }

  readonly #onRetry = ({ trialId }: PlannedTrial, code: string): void =>
    this.#request.events.emit(
      'execution.attempt.retried',
      { subjectKind: 'trial', subjectId: trialId },
      { code },
    )

  async #measure(trial: PlannedTrial): Promise<void> {
    const { events, plan, onTrial } = this.#request
    try {
      const status = await runTrial(
        trial,
        { ...this.#request, policy: plan.policy, onRetry: this.#onRetry },
        async (ran) => {
          await onTrial(trial, ran)
          return ran.record.executionStatus
        },
      )
      if (status === 'failed') this.#failures += 1
      events.emit(
        'execution.trial.ended',
        { subjectKind: 'trial', subjectId: trial.trialId },
        { status, targetId: trial.target.targetId, sampleId: trial.sample.sampleId },
      )
    } catch (cause) {
      const error = toError(cause)
      this.#end = { status: 'failed', terminationReasonCode: error.code, error }
    }
  }
}

function toError(cause: unknown): EvalChecksError {
  if (cause instanceof EvalChecksError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  return new EvalChecksError('EXECUTION_FAILED', `the run could not go on: ${message}`, {
    fix: 'what was measured is kept: mend the cause and resume the run',
    cause,
  })
}
