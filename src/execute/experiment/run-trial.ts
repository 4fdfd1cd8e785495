// One trial with its retries, to its record.
import { randomBytes } from 'node:crypto'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Executor } from '../../contracts/executor.js'
import type { LedgerEntry } from '../../contracts/experiment/budget-summary.js'
import type { ActiveExecutionRecord } from '../../contracts/experiment/execution-record.js'
import type { Attempt, RecordError } from '../../contracts/experiment/record-parts.js'
import type { TrialTrace } from '../../contracts/experiment/trial-evidence.js'
import type { ExecutionPlan } from '../../contracts/run-plan.js'
import type { BudgetLedger } from './budget/ledger.js'
import { type ContentSink, capture } from './capture.js'
import { type Clock, startWatch } from './clock.js'
import { type CallSource, openCall } from './open-call.js'
import { type AttemptEnd, type AttemptHost, type Deadline, runAttempt } from './run-attempt.js'
import type { PlannedTrial } from './trials.js'
import { sumUsage } from './usage.js'

/** What every trial of a run shares. */
export interface TrialHost extends AttemptHost {
  readonly executors: ReadonlyMap<string, Executor>
  readonly source: CallSource
  readonly policy: ExecutionPlan['policy']
  readonly ledger: BudgetLedger
  readonly sink: ContentSink
  readonly clock: Clock
  /** Absolute; folders of attempts are made in it. */
  readonly scratch: string
  /** Where workspaces go that are kept; null: they are removed. */
  readonly keptWorkspaces: string | null
  /** Called before an attempt begins, so that one in flight is known to whoever finds the run killed. */
  readonly onAttempt: (trial: PlannedTrial, attemptId: string, attemptNumber: number) => void
  readonly onAttemptEnd: (trial: PlannedTrial, entry: LedgerEntry) => void
  readonly onRetry: (trial: PlannedTrial, code: string) => void
  /** Called with the file of what a program said on standard error, which need not exist and is removed afterwards. */
  readonly onFailedAttempt: (trial: PlannedTrial, attemptNumber: number, stderrFile: string) => void
}

/** A trial that was measured, as long as its workspace lies there. */
export interface RanTrial {
  readonly record: ActiveExecutionRecord
  readonly trace: TrialTrace | null
  /** The workspace of the last attempt; absolute. */
  readonly workspace: string
}

/**
 * Runs a trial whose first invocation was reserved, and hands its end to `use` before the workspace goes.
 * @throws {EvalChecksError} when a sealed content is not what it was: nothing of the trial is recorded
 */
export async function runTrial<T>(
  trial: PlannedTrial,
  host: TrialHost,
  use: (ran: RanTrial) => Promise<T>,
): Promise<T> {
  const folder = path.join(host.scratch, randomBytes(8).toString('hex'))
  await mkdir(folder, { mode: 0o700 })
  try {
    const { record, trace, workspace } = await measure(trial, folder, host)
    const used = await use({ record, trace, workspace })
    if (host.keptWorkspaces !== null) await keep(workspace, path.join(host.keptWorkspaces, trial.trialId))
    return used
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 2 })
  }
}

async function keep(workspace: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true })
  try {
    await rename(workspace, target)
  } catch {
    // On another file system.
    await cp(workspace, target, { recursive: true, verbatimSymlinks: true })
  }
}

async function measure(trial: PlannedTrial, folder: string, host: TrialHost): Promise<RanTrial> {
  const { ledger, policy, clock } = host
  const whole = startWatch(clock)
  const attempts: Attempt[] = []
  let kind: LedgerEntry['admissionKind'] = 'first'
  for (let attemptNumber = 1; ; attemptNumber++) {
    const ran = await attempt(trial, attemptNumber, kind, folder, host)
    attempts.push(ran.attempt)
    const { end, workspace } = ran
    const mayRetry =
      end.status === 'failed' &&
      policy.retry.retryableErrorCodes.includes(end.error.code) &&
      attemptNumber < policy.retry.maxAttempts &&
      !host.signal.aborted
    if (mayRetry && ledger.admitRetry('execution', trial.trialId) === null) {
      kind = 'retry'
      host.onRetry(trial, end.error.code)
      await rm(workspace, { recursive: true, force: true })
      continue
    }
    return { ...describe(trial, attempts, end, whole.stop(), host), workspace }
  }
}

interface RanAttempt {
  readonly attempt: Attempt
  readonly end: AttemptEnd
  readonly workspace: string
}

async function attempt(
  trial: PlannedTrial,
  attemptNumber: number,
  admissionKind: LedgerEntry['admissionKind'],
  folder: string,
  host: TrialHost,
): Promise<RanAttempt> {
  const { ledger, clock, signal, source } = host
  const folders = {
    private: path.join(folder, `private-${attemptNumber}`),
    workspace: path.join(folder, `workspace-${attemptNumber}`),
  }
  let call: Awaited<ReturnType<typeof openCall>>
  try {
    await mkdir(folders.private, { mode: 0o700 })
    call = await openCall(trial, attemptNumber, folders, source, signal)
  } catch (error) {
    ledger.release('execution')
    throw error
  }
  const { attemptId } = call.identity
  host.onAttempt(trial, attemptId, attemptNumber)
  const executor = host.executors.get(trial.target.implementationId)
  const watch = startWatch(clock)
  ledger.begin()
  const end: AttemptEnd = executor
    ? await runAttempt(executor, call, deadlineOf(trial, host), host)
    : { status: 'failed', error: noExecutor(trial) }
  const timing = watch.stop()
  const usage = end.status === 'cancelled' ? undefined : end.usage
  const cost = usage?.providerCost
  const entry = ledger.end({
    stage: 'execution',
    coordinateId: trial.trialId,
    attemptId,
    activeDurationMs: timing.durationMs,
    ...(cost ? { providerCost: { amount: cost.amount, currency: cost.currency } } : {}),
    admissionKind,
    outcomeKind: outcomeKindOf(end),
  })
  host.onAttemptEnd(trial, entry)
  if (end.status === 'failed')
    host.onFailedAttempt(trial, attemptNumber, path.join(folders.private, 'stderr'))
  await rm(folders.private, { recursive: true, force: true, maxRetries: 2 })
  const shared = { attemptId, attemptNumber, timing, ...(usage ? { usage } : {}) }
  return {
    end,
    workspace: folders.workspace,
    attempt:
      end.status === 'failed'
        ? { attemptStatus: 'failed', ...shared, error: end.error }
        : { attemptStatus: end.status, ...shared },
  }
}

function noExecutor({ target }: PlannedTrial): RecordError {
  return {
    code: 'executor-missing',
    stage: 'configuration',
    message: `nobody knows the executor ${target.implementationId}`,
  }
}

/** The nearer of the attempt's own limit and what is left of its coordinate's. */
function deadlineOf({ trialId }: PlannedTrial, { policy, ledger }: TrialHost): Deadline | null {
  const own = policy.execution.timeoutMs
  const left = ledger.coordinateLeftMs(trialId)
  if (left !== null && (own === undefined || left < own))
    return {
      timeoutMs: left,
      error: {
        code: 'coordinate-max-active-duration',
        stage: 'execution',
        message: `the time for one sample and target was used up after ${left} ms`,
      },
    }
  if (own === undefined) return null
  return {
    timeoutMs: own,
    error: { code: 'timeout', stage: 'execution', message: `no answer within ${own} ms` },
  }
}

function outcomeKindOf(end: AttemptEnd): LedgerEntry['outcomeKind'] {
  if (end.status !== 'failed') return end.status
  return end.error.code === 'timeout' || end.error.code === 'coordinate-max-active-duration'
    ? 'attempt-timeout'
    : 'failed'
}

/** How far a record can be trusted, by what is known of who made it. */
export const TRUST_OF_ASSURANCE = { verified: 'verified', declared: 'declared', unknown: 'unknown' } as const

function describe(
  trial: PlannedTrial,
  attempts: readonly Attempt[],
  end: AttemptEnd,
  timing: ActiveExecutionRecord['timing'],
  { policy, sink, source }: TrialHost,
): Omit<RanTrial, 'workspace'> {
  const { evidence } = policy
  const usage = sumUsage(attempts)
  const trace = end.status === 'cancelled' ? undefined : end.trace
  const kept =
    trace &&
    capture(
      { value: trace, classification: 'sensitive' },
      evidence.trace,
      evidence.maximumClassification,
      sink,
    )
  const shared = {
    ...identityOf(trial),
    provenance: {
      provenanceKind: 'native',
      trust: TRUST_OF_ASSURANCE[trial.runtime.assuranceLevel],
      parentDigests: [source.executionPlanDigest],
    },
    attempts,
    timing,
    ...(usage ? { usage } : {}),
    ...(kept ? { trace: kept } : {}),
    cache: { cacheStatus: 'not-used' },
  } as const
  if (end.status === 'failed')
    return { record: { executionStatus: 'failed', ...shared, error: end.error }, trace: trace ?? null }
  if (end.status === 'cancelled') return { record: { executionStatus: 'cancelled', ...shared }, trace: null }
  const output = end.output && capture(end.output, evidence.output, evidence.maximumClassification, sink)
  return {
    record: { executionStatus: 'completed', ...shared, ...(output ? { output } : {}) },
    trace: trace ?? null,
  }
}

/** The part of a record that follows from the plan. */
export function identityOf(trial: PlannedTrial) {
  return {
    targetId: trial.target.targetId,
    randomizationSlotId: trial.randomizationSlotId,
    sampleId: trial.sample.sampleId,
    trialIndex: trial.trialIndex,
    executionCoordinateDigest: trial.executionCoordinateDigest,
    trialId: trial.trialId,
    trialSeed: trial.trialSeed,
    schedulingBlockId: trial.schedulingBlockId,
    samplingUnitIds: trial.samplingUnitIds,
    runtime: trial.runtime,
  }
}
