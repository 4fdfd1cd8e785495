// Every record of an evaluation by itself: what follows from plan and execution is computed again.
import type { Evaluator } from '../../../contracts/evaluator.js'
import type { EvaluationFaultKind, FoundFault } from '../../../contracts/experiment/bundle-fault.js'
import type { EvaluationRecord } from '../../../contracts/experiment/evaluation-record.js'
import type { ExecutionRecord } from '../../../contracts/experiment/execution-record.js'
import { firstDifference } from '../../../contracts/first-difference.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { digestRecord } from '../../../execute/experiment/execution-bundle.js'
import { checkAttempts } from '../../../execute/experiment/validate/attempts.js'
import { checkCaptured } from '../../../execute/experiment/validate/captured.js'
import { evaluationAttemptId, evaluationIdentity, SOURCE_UNAVAILABLE } from '../evaluation-identity.js'
import type { EvaluationIndex } from '../evaluation-index.js'
import { isReused, originalReadings } from '../reuse.js'
import { checkObservations } from './observations.js'

type Fault = FoundFault<EvaluationFaultKind>

/** What a record is held against. */
export interface RecordContext {
  readonly plan: RunPlan
  readonly index: EvaluationIndex
  readonly execution: ExecutionRecord
  readonly evaluator: Evaluator
}

/** Faults of one record of a planned evaluation. */
export function* checkRecord(
  record: EvaluationRecord,
  context: RecordContext,
  path: string,
): Generator<Fault> {
  const { plan, index, execution, evaluator } = context
  const { provenance, ...identity } = evaluationIdentity(evaluator, execution, index)
  for (const [name, expected] of Object.entries(identity))
    if (firstDifference(Reflect.get(record, name), expected) !== null)
      yield {
        kind: 'IDENTITY_MISMATCH',
        path: `${path}/${name}`,
        message: 'is not what follows from the plan',
      }
  yield* checkSource(record, execution, path)
  yield* checkOrigin(record, provenance, path)
  if (record.evaluationStatus === 'not-evaluated') return
  if (
    record.attempts.some(
      ({ attemptId }, at) => attemptId !== evaluationAttemptId(record.evaluationId, at + 1),
    )
  )
    yield {
      kind: 'IDENTITY_MISMATCH',
      path: `${path}/attempts`,
      message: 'ids of attempts do not follow from the evaluation',
    }
  yield* checkAttempts(record, record.evaluationStatus, plan.measurementPolicy.retry, path)
  yield* checkEvidence(record, plan, path)
  yield* checkCache(record, context, path)
  if (record.evaluationStatus === 'completed')
    yield* checkObservations(record, evaluator, index.metrics, path)
}

/** What was read is the execution's record, and what did not complete was not read. */
function* checkSource(record: EvaluationRecord, execution: ExecutionRecord, path: string): Generator<Fault> {
  const isReadable = execution.executionStatus === 'completed'
  const expected = isReadable ? digestRecord(execution) : undefined
  if (record.sourceRecordDigest !== expected)
    yield {
      kind: 'SOURCE_MISMATCH',
      path: `${path}/sourceRecordDigest`,
      message: 'is not the digest of the execution that is read',
    }
  const saysUnavailable =
    record.evaluationStatus === 'not-evaluated' && record.reasonCode === SOURCE_UNAVAILABLE
  if (isReadable === saysUnavailable)
    yield {
      kind: 'SOURCE_MISMATCH',
      path: `${path}/evaluationStatus`,
      message: isReadable ? 'there is an execution to read' : 'there is no execution to read',
    }
}

function* checkOrigin(
  record: EvaluationRecord,
  expected: EvaluationRecord['provenance'],
  path: string,
): Generator<Fault> {
  const { provenance } = record
  const isSame =
    record.evaluationStatus !== 'not-evaluated' && isReused(record)
      ? provenance.provenanceKind === 'native' &&
        provenance.trust === expected.trust &&
        provenance.parentDigests.length === 1
      : firstDifference(provenance, expected) === null
  if (!isSame)
    yield {
      kind: 'PROVENANCE_INVALID',
      path: `${path}/provenance`,
      message: 'origin, trust or parent is not what plan and execution give',
    }
}

type ActiveRecord = Exclude<EvaluationRecord, { readonly evaluationStatus: 'not-evaluated' }>

function* checkEvidence(record: ActiveRecord, { evaluation }: RunPlan, path: string): Generator<Fault> {
  const { evidence: mode, maximumClassification } = evaluation.policy.evidence
  yield* checkCaptured(record.evidence, mode, maximumClassification, `${path}/evidence`)
  if (record.evaluationStatus !== 'completed') return
  for (const [at, { evidence }] of record.observations.entries())
    yield* checkCaptured(evidence, mode, maximumClassification, `${path}/observations/${at}/evidence`)
}

const ALLOWED = { disabled: ['not-used'], reuse: ['replay', 'miss'] } as const

function* checkCache(
  record: ActiveRecord,
  { plan, execution }: RecordContext,
  path: string,
): Generator<Fault> {
  const { cacheStatus, cacheKeyDigest, sourceRecordDigest } = record.cache
  const mode = plan.evaluation.policy.evaluationCacheMode
  const fault = (message: string): Fault => ({ kind: 'CACHE_POLICY_INVALID', path: `${path}/cache`, message })
  if (!ALLOWED[mode].some((status) => status === cacheStatus))
    yield fault(`the mode ${mode} gives no ${cacheStatus}`)
  if ((cacheKeyDigest === undefined) !== (cacheStatus === 'not-used'))
    yield fault('a key stands exactly where the cache was asked')
  if (!isReused(record)) {
    if (sourceRecordDigest !== undefined) yield fault('a record that was not reused names a source')
  } else if (sourceRecordDigest === undefined) yield fault('a record that was reused names no source')
  else {
    const known = originalReadings(record, execution)
    if (known !== null && !known.includes(sourceRecordDigest))
      yield fault('the record is not the one that it says it repeats')
  }
}
