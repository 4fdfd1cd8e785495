// Every record of an execution by itself: what follows from the plan is computed again, and what the policy allows is held.
import type { ExecutionFaultKind, FoundFault } from '../../../contracts/experiment/bundle-fault.js'
import type {
  ActiveExecutionRecord,
  ExecutionRecord,
} from '../../../contracts/experiment/execution-record.js'
import { firstDifference } from '../../../contracts/first-difference.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { executionCacheKey, isReplayed, originalDigests } from '../cache-key.js'
import { identityOf, TRUST_OF_ASSURANCE } from '../run-trial.js'
import { attemptIdOf, type PlannedTrial } from '../trials.js'
import { checkAttempts } from './attempts.js'
import { checkCaptured } from './captured.js'

type Fault = FoundFault<ExecutionFaultKind>

/** What records are held against. */
export interface RecordContext {
  readonly plan: RunPlan
  /** How many runs this one resumed, directly and indirectly. */
  readonly generation: number
}

/** Faults of one record of a planned trial. */
export function* checkRecord(
  record: ExecutionRecord,
  trial: PlannedTrial,
  context: RecordContext,
  path: string,
): Generator<Fault> {
  const { randomizationSlotId: slot, ...identity } = identityOf(trial)
  if (record.randomizationSlotId !== slot)
    yield {
      kind: 'RANDOMIZATION_SLOT_INVALID',
      path: `${path}/randomizationSlotId`,
      message: `the plan assigns ${slot}`,
    }
  for (const [name, expected] of Object.entries(identity))
    if (firstDifference(Reflect.get(record, name), expected) !== null)
      yield {
        kind: 'IDENTITY_MISMATCH',
        path: `${path}/${name}`,
        message: 'is not what follows from the plan',
      }
  yield* checkOrigin(record, trial, context, path)
  if (record.executionStatus === 'budget-censored') return
  yield* checkAttemptIds(record, context, path)
  yield* checkAttempts(record, record.executionStatus, context.plan.execution.policy.retry, path)
  yield* checkEvidence(record, context, path)
  yield* checkCache(record, trial, context, path)
}

function* checkOrigin(
  record: ExecutionRecord,
  { runtime }: PlannedTrial,
  { plan }: RecordContext,
  path: string,
): Generator<Fault> {
  const { provenanceKind, trust, parentDigests } = record.provenance
  const isCensored = record.executionStatus === 'budget-censored'
  const expected = isCensored ? 'verified' : TRUST_OF_ASSURANCE[runtime.assuranceLevel]
  // A replayed record names the plan of the run that it was made in.
  const isOfPlan =
    parentDigests.length === 1 &&
    ((!isCensored && isReplayed(record)) || parentDigests[0] === plan.digests.executionPlan)
  if (provenanceKind !== 'native' || trust !== expected || !isOfPlan)
    yield {
      kind: 'PROVENANCE_INVALID',
      path: `${path}/provenance`,
      message: 'origin, trust or parent is not what the plan gives',
    }
}

/** An attempt was made in this run or in one that it resumed; in which, its id tells. */
function* checkAttemptIds(
  record: ActiveExecutionRecord,
  { generation }: RecordContext,
  path: string,
): Generator<Fault> {
  if (isReplayed(record)) return
  const { attempts, trialId } = record
  for (let made = 0; made <= generation; made++)
    if (attempts.every(({ attemptId }, at) => attemptId === attemptIdOf(trialId, at + 1, made))) return
  yield {
    kind: 'IDENTITY_MISMATCH',
    path: `${path}/attempts`,
    message: 'ids of attempts do not follow from the trial',
  }
}

function* checkEvidence(
  record: ActiveExecutionRecord,
  { plan }: RecordContext,
  path: string,
): Generator<Fault> {
  const { output, trace, maximumClassification } = plan.execution.policy.evidence
  yield* checkCaptured(record.trace, trace, maximumClassification, `${path}/trace`)
  if (record.executionStatus === 'completed')
    yield* checkCaptured(record.output, output, maximumClassification, `${path}/output`)
}

const ALLOWED = {
  disabled: ['not-used'],
  'replay-only': ['replay'],
  'transparent-deterministic': ['transparent-hit', 'miss'],
} as const

function* checkCache(
  record: ActiveExecutionRecord,
  trial: PlannedTrial,
  { plan }: RecordContext,
  path: string,
): Generator<Fault> {
  const { cacheStatus, cacheKeyDigest, sourceRecordDigest } = record.cache
  const mode = plan.execution.policy.executionCacheMode
  const fault = (message: string): Fault => ({ kind: 'CACHE_POLICY_INVALID', path: `${path}/cache`, message })
  if (!ALLOWED[mode].some((status) => status === cacheStatus))
    yield fault(`the mode ${mode} gives no ${cacheStatus}`)
  if (cacheKeyDigest !== (cacheStatus === 'not-used' ? undefined : executionCacheKey(trial)))
    yield fault('the key is not that of the coordinate')
  if (!isReplayed(record)) {
    if (sourceRecordDigest !== undefined) yield fault('a record that was not replayed names a source')
  } else if (!originalDigests(record).some((digest) => digest === sourceRecordDigest))
    yield fault('the record is not the one that it says it repeats')
}
