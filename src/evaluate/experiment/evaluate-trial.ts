// Everything that evaluators read from one trial, each by itself: what one of them breaks stays with it.
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Digest } from '../../contracts/digest.js'
import type { Evaluator } from '../../contracts/evaluator.js'
import type { EvaluationRecord } from '../../contracts/experiment/evaluation-record.js'
import type {
  EvaluationOutcome,
  EvaluationServices,
  EvaluatorPlugin,
  TrialServices,
} from '../../contracts/experiment/evaluator-plugin.js'
import type { ActiveExecutionRecord, ExecutionRecord } from '../../contracts/experiment/execution-record.js'
import type { RecordError } from '../../contracts/experiment/record-parts.js'
import type { TrialTrace } from '../../contracts/experiment/trial-evidence.js'
import { toJsonObject } from '../../contracts/is-json.js'
import type { Json } from '../../contracts/json.js'
import type { LaunchedProgram, ProgramRequest } from '../../contracts/program.js'
import { type Clock, startWatch } from '../../execute/experiment/clock.js'
import { digestRecord } from '../../execute/experiment/execution-bundle.js'
import type { Leases } from '../../execute/experiment/leases.js'
import { runInTime } from '../../process/in-time.js'
import { resolvePointer } from '../../semantics/json-pointer.js'
import { recordedParts } from '../recorded-parts.js'
import { evaluationAttemptId, evaluationIdentity, SOURCE_UNAVAILABLE } from './evaluation-identity.js'
import type { EvaluationIndex } from './evaluation-index.js'
import { observe } from './observations.js'

/** Milliseconds that an evaluator's own code may take for one pattern or comparison. */
const WORK_LIMIT_MS = 1000

/** What all evaluations of a run share. */
export interface EvaluationHost {
  readonly index: EvaluationIndex
  readonly plugins: ReadonlyMap<string, EvaluatorPlugin>
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** What is left of a trial beside its record. */
export interface LiveTrial {
  readonly trace: TrialTrace | null
  /** Absent once its workspace is gone. */
  readonly place?: TrialPlace
}

/** Where a trial can still be looked at. */
export interface TrialPlace {
  /** Absolute. */
  readonly workspace: string
  readonly leases: Leases
  readonly launch: (request: ProgramRequest) => Promise<LaunchedProgram>
  readonly environment: Readonly<Record<string, string>>
}

/** A record for each evaluator that applies to the sample and is wanted, in the order of the plan. */
export async function evaluateTrial(
  record: ActiveExecutionRecord,
  live: LiveTrial,
  host: EvaluationHost,
  wanted?: ReadonlySet<string>,
): Promise<readonly EvaluationRecord[]> {
  const evaluators = host.index
    .evaluatorsOf(record.sampleId)
    .filter(({ evaluatorId }) => wanted?.has(evaluatorId) ?? true)
  if (record.executionStatus !== 'completed')
    return evaluators.map((evaluator) => notEvaluated(evaluator, record, host.index, SOURCE_UNAVAILABLE))
  const sourceRecordDigest = digestRecord(record)
  const parts = new Map(recordedParts(record))
  if (live.trace !== null && !parts.has('trace')) parts.set('trace', toJsonObject(live.trace))
  const sample = host.index.samples.get(record.sampleId)
  if (sample) {
    parts.set('sample-input', sample.input)
    if (sample.expected !== undefined) parts.set('expected', sample.expected)
    if (sample.evaluationContext !== undefined) parts.set('evaluation-context', sample.evaluationContext)
  }
  const records: EvaluationRecord[] = []
  for (const evaluator of evaluators)
    records.push(await evaluate(evaluator, { record, sourceRecordDigest, parts, live, host }))
  return records
}

interface Evaluation {
  readonly record: ActiveExecutionRecord
  readonly sourceRecordDigest: Digest
  readonly parts: ReadonlyMap<string, Json>
  readonly live: LiveTrial
  readonly host: EvaluationHost
}

async function evaluate(evaluator: Evaluator, evaluation: Evaluation): Promise<EvaluationRecord> {
  const { record, sourceRecordDigest, host } = evaluation
  const plugin = host.plugins.get(evaluator.implementationId)
  if (!plugin)
    return {
      ...notEvaluated(evaluator, record, host.index, 'evaluator-not-run'),
      sourceRecordDigest,
    }
  if (host.signal.aborted)
    return { ...notEvaluated(evaluator, record, host.index, 'run-cancelled'), sourceRecordDigest }
  const watch = startWatch(host.clock)
  const outcome = await ask(plugin, evaluator, evaluation)
  const timing = watch.stop()
  const identity = evaluationIdentity(evaluator, record, host.index)
  const { evaluationId } = identity
  const observed =
    outcome.status === 'completed'
      ? observe(outcome, { evaluator, evaluationId, metrics: host.index.metrics })
      : outcome.error
  const error = 'code' in observed ? observed : null
  const attempt = { attemptId: evaluationAttemptId(evaluationId, 1), attemptNumber: 1, timing }
  const shared = {
    ...identity,
    sourceRecordDigest,
    timing,
    cache: { cacheStatus: 'not-used' },
  } as const
  if ('code' in observed)
    return {
      evaluationStatus: 'failed',
      ...shared,
      attempts: [{ attemptStatus: 'failed', ...attempt, error: error ?? observed }],
      error: observed,
    }
  return {
    evaluationStatus: 'completed',
    ...shared,
    attempts: [{ attemptStatus: 'completed', ...attempt }],
    observations: observed,
  }
}

async function ask(
  plugin: EvaluatorPlugin,
  evaluator: Evaluator,
  { record, parts, live, host }: Evaluation,
): Promise<EvaluationOutcome> {
  const inputs = new Map<string, Json>()
  for (const { inputId, sourceKind, pointer } of evaluator.inputs) {
    const source = parts.get(sourceKind)
    const value = source === undefined ? undefined : resolvePointer(source, pointer)
    if (value !== undefined) inputs.set(inputId, value)
  }
  const own = new AbortController()
  const { timeoutMs } = host.index.plan.policy.evaluation
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => own.abort(), timeoutMs)
  const stop = () => own.abort()
  host.signal.addEventListener('abort', stop, { once: true })
  const { place } = live
  const folder =
    place && evaluator.resources
      ? path.join(path.dirname(place.workspace), `evaluation-${randomBytes(6).toString('hex')}`)
      : null
  const services: EvaluationServices = {
    inTime: (work) => runInTime(work, WORK_LIMIT_MS),
    signal: own.signal,
    ...(place && folder !== null ? { trial: trialServices(evaluator, place, folder, own.signal) } : {}),
  }
  try {
    if (folder !== null) await mkdir(folder, { mode: 0o700 })
    const job = { evaluator, sampleId: record.sampleId, inputs }
    const outcome = await plugin.evaluate(job, services)
    return own.signal.aborted && !host.signal.aborted ? late(timeoutMs ?? 0) : outcome
  } catch {
    // Its words may quote what was evaluated.
    return failed('evaluator-crashed', `the evaluator ${evaluator.evaluatorId} threw an error`, 'internal')
  } finally {
    clearTimeout(timer)
    host.signal.removeEventListener('abort', stop)
    if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 2 })
  }
}

function late(timeoutMs: number): EvaluationOutcome {
  return failed('timeout', `no reading within ${timeoutMs} ms`, 'evaluation')
}

function failed(code: string, message: string, stage: RecordError['stage']): EvaluationOutcome {
  return { status: 'failed', error: { code, stage, message } }
}

function trialServices(
  { resources = [] }: Evaluator,
  { workspace, leases, launch, environment }: TrialPlace,
  folder: string,
  signal: AbortSignal,
): TrialServices {
  return {
    workspace,
    private: folder,
    environment,
    launch: (request) =>
      launch({ sweepDescendants: true, maxOutputBytes: 64 * 1024 * 1024, ...request, signal }),
    snapshot: async (resourceId) => {
      if (!resources.some((resource) => resource.resourceId === resourceId))
        throw new Error(`the evaluator has no resource ${resourceId}`)
      const target = path.join(folder, `resource-${resourceId.replaceAll(/[^\w.-]/g, '_')}`)
      await leases.copy(resourceId, target, signal)
      return target
    },
  }
}

/** Why an evaluator has no reading of a trial, where nothing of it began. */
export function notEvaluated(
  evaluator: Evaluator,
  record: ExecutionRecord,
  index: EvaluationIndex,
  reasonCode: string,
): Extract<EvaluationRecord, { readonly evaluationStatus: 'not-evaluated' }> {
  return { evaluationStatus: 'not-evaluated', ...evaluationIdentity(evaluator, record, index), reasonCode }
}
