// Whether an evaluation bundle is what plan, execution and its own records come to.
import { compareCodeUnits } from '../../../contracts/code-point-order.js'
import { digestDocument } from '../../../contracts/digest.js'
import type {
  BundleFault,
  EvaluationFaultKind,
  FoundFault,
} from '../../../contracts/experiment/bundle-fault.js'
import type { EvaluationBundle } from '../../../contracts/experiment/evaluation-bundle.js'
import type { EvaluationRecord } from '../../../contracts/experiment/evaluation-record.js'
import type { ExecutionBundle } from '../../../contracts/experiment/execution-bundle.js'
import type { ExecutionRecord } from '../../../contracts/experiment/execution-record.js'
import { firstDifference } from '../../../contracts/first-difference.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { replayabilityOf, weakestTrust } from '../../../execute/experiment/execution-bundle.js'
import { compareTrials } from '../../../execute/experiment/trials.js'
import { checkEntries, type PaidAttempt } from '../../../execute/experiment/validate/account.js'
import { coverEvaluation, evidenceOf } from '../evaluation-bundle.js'
import { type EvaluationIndex, indexEvaluation } from '../evaluation-index.js'
import { isReused } from '../reuse.js'
import { checkRecord } from './records.js'

type Fault = FoundFault<EvaluationFaultKind>

/** All faults of a bundle, held against the execution that it reads; none means that it is good. */
export function validateEvaluationBundle(
  bundle: EvaluationBundle,
  plan: RunPlan,
  execution: ExecutionBundle,
): readonly BundleFault[] {
  return name(findFaults(bundle, plan, execution))
}

/** Faults of single records with the executions that they read, as of a run that was killed before it had a bundle. */
export function validateEvaluationRecords(
  records: readonly EvaluationRecord[],
  plan: RunPlan,
  executions: readonly ExecutionRecord[],
): readonly BundleFault[] {
  return name(checkRecords(records, plan, executions, indexEvaluation(plan.evaluation)))
}

function name(faults: Iterable<Fault>): readonly BundleFault[] {
  return [...faults].map(({ kind, path, message }) => ({ code: `EVALUATION_BUNDLE_${kind}`, path, message }))
}

function* findFaults(bundle: EvaluationBundle, plan: RunPlan, execution: ExecutionBundle): Generator<Fault> {
  const { records } = bundle
  const index = indexEvaluation(plan.evaluation)
  yield* checkPlan(bundle, plan, execution)
  yield* checkOrder(records)
  yield* checkRecords(records, plan, execution.records, index)
  yield* checkWhole(bundle, plan, execution, index)
  const { budgetSummary, terminationError } = execution
  yield* checkEntries(budgetSummary, {
    stage: 'evaluation',
    attempts: attemptsOf(records),
    areAllPaid: false,
    brokeOff: terminationError !== undefined,
  })
  for (const [attemptId, { attempt, path }] of attemptsOf(records))
    if (
      attempt.usage?.providerCost !== undefined &&
      !budgetSummary.entries.some((entry) => entry.attemptId === attemptId)
    )
      yield { kind: 'BUDGET_SUMMARY_INVALID', path, message: 'a paid attempt is in no entry of the account' }
  const { bundleDigest, ...rest } = bundle
  if (digestDocument(rest) !== bundleDigest)
    yield { kind: 'DIGEST_MISMATCH', path: '/bundleDigest', message: 'is not the digest of the bundle' }
}

function* checkPlan(
  bundle: EvaluationBundle,
  { digests }: RunPlan,
  execution: ExecutionBundle,
): Generator<Fault> {
  const expected = {
    runContractDigest: digests.runContract,
    evaluationPlanDigest: digests.evaluationPlan,
    evaluationInputDigest: digests.evaluationInput,
  }
  for (const [name, digest] of Object.entries(expected))
    if (Reflect.get(bundle, name) !== digest)
      yield { kind: 'PLAN_MISMATCH', path: `/${name}`, message: 'is that of another plan' }
  if (bundle.executionBundleDigest !== execution.bundleDigest)
    yield {
      kind: 'SOURCE_MISMATCH',
      path: '/executionBundleDigest',
      message: 'is not the digest of the execution',
    }
  if (bundle.bundleId !== `${execution.budgetSummary.runId}-evaluation`)
    yield { kind: 'IDENTITY_MISMATCH', path: '/bundleId', message: 'is not that of the run' }
}

function* checkOrder(records: readonly EvaluationRecord[]): Generator<Fault> {
  const keys = new Set<string>()
  for (const [at, record] of records.entries()) {
    const { targetId, sampleId, trialIndex, evaluatorId } = record
    const key = [targetId, sampleId, trialIndex, evaluatorId].join('\n')
    const path = `/records/${at}`
    if (keys.has(key)) yield { kind: 'DUPLICATE_COORDINATE', path, message: 'the evaluation stands twice' }
    keys.add(key)
    const before = records[at - 1]
    if (!before) continue
    if ((compareTrials(before, record) || compareCodeUnits(before.evaluatorId, evaluatorId)) > 0)
      yield {
        kind: 'RECORD_ORDER_INVALID',
        path,
        message: 'records stand in the order of target, sample, trial, evaluator',
      }
  }
}

/** Every trial that began was read by all evaluators of its sample, and by no other. */
function* checkRecords(
  records: readonly EvaluationRecord[],
  plan: RunPlan,
  executionRecords: readonly ExecutionRecord[],
  index: EvaluationIndex,
): Generator<Fault> {
  const executions = new Map(executionRecords.map((record) => [record.trialId, record]))
  const found = new Set<string>()
  for (const [at, record] of records.entries()) {
    const { trialId, sampleId, evaluatorId } = record
    const path = `/records/${at}`
    const source = executions.get(trialId)
    const evaluator = index.evaluatorsOf(sampleId).find((own) => own.evaluatorId === evaluatorId)
    found.add(`${trialId}\n${evaluatorId}`)
    if (source && source.executionStatus !== 'budget-censored' && evaluator)
      yield* checkRecord(record, { plan, index, execution: source, evaluator }, path)
    else
      yield { kind: 'IDENTITY_MISMATCH', path, message: 'is no evaluation of the plan of a trial that began' }
  }
  for (const { executionStatus, trialId, sampleId } of executionRecords) {
    if (executionStatus === 'budget-censored') continue
    for (const { evaluatorId } of index.evaluatorsOf(sampleId))
      if (!found.has(`${trialId}\n${evaluatorId}`))
        yield {
          kind: 'COVERAGE_INVALID',
          path: '/records',
          message: `${trialId} has no record of ${evaluatorId}`,
        }
  }
}

function* checkWhole(
  bundle: EvaluationBundle,
  plan: RunPlan,
  execution: ExecutionBundle,
  index: EvaluationIndex,
): Generator<Fault> {
  const { records, coverage, provenance, terminationReasonCode, evaluationBundleStatus } = bundle
  const difference = firstDifference(coverEvaluation(plan, index, records), coverage)
  if (difference !== null)
    yield {
      kind: 'COVERAGE_INVALID',
      path: `/coverage${difference}`,
      message: 'is not what the records come to',
    }
  if (
    evaluationBundleStatus !== execution.executionBundleStatus ||
    terminationReasonCode !== execution.terminationReasonCode
  )
    yield {
      kind: 'STATUS_INVALID',
      path: '/evaluationBundleStatus',
      message: 'it ended otherwise than the execution',
    }
  if (bundle.replayability !== replayabilityOf(records.flatMap(evidenceOf)))
    yield { kind: 'REPLAYABILITY_INVALID', path: '/replayability', message: 'is not that of the contents' }
  const origin = {
    provenanceKind: 'derived',
    trust: weakestTrust([execution.provenance.trust, ...records.map((record) => record.provenance.trust)]),
    parentDigests: [execution.bundleDigest, plan.digests.evaluationPlan],
  }
  if (firstDifference(origin, provenance) !== null)
    yield { kind: 'PROVENANCE_INVALID', path: '/provenance', message: 'is not that of plan and records' }
}

function attemptsOf(records: readonly EvaluationRecord[]): ReadonlyMap<string, PaidAttempt> {
  return new Map(
    records.flatMap((record, at) =>
      record.evaluationStatus === 'not-evaluated' || isReused(record)
        ? []
        : record.attempts.map(
            (attempt, number) =>
              [
                attempt.attemptId,
                { attempt, trialId: record.trialId, path: `/records/${at}/attempts/${number}` },
              ] as const,
          ),
    ),
  )
}
