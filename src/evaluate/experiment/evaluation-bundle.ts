// Puts the records of an evaluation into one document.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import { digestDocument } from '../../contracts/digest.js'
import {
  EVALUATION_BUNDLE_VERSION,
  type EvaluationBundle,
  type EvaluationCoverage,
} from '../../contracts/experiment/evaluation-bundle.js'
import type { EvaluationRecord } from '../../contracts/experiment/evaluation-record.js'
import type { ExecutionBundle } from '../../contracts/experiment/execution-bundle.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import { replayabilityOf, weakestTrust } from '../../execute/experiment/execution-bundle.js'
import { compareTrials } from '../../execute/experiment/trials.js'
import { SOURCE_UNAVAILABLE } from './evaluation-identity.js'
import type { EvaluationIndex } from './evaluation-index.js'

/** What a bundle is made of. */
export interface EvaluationBundleParts {
  readonly runId: string
  readonly plan: RunPlan
  readonly index: EvaluationIndex
  readonly execution: ExecutionBundle
  readonly records: readonly EvaluationRecord[]
}

/** The bundle; records come in any order. It ended as the execution ended. */
export function buildEvaluationBundle(parts: EvaluationBundleParts): EvaluationBundle {
  const { runId, plan, index, execution } = parts
  const records = [...parts.records].sort(
    (a, b) => compareTrials(a, b) || compareCodeUnits(a.evaluatorId, b.evaluatorId),
  )
  const { executionBundleStatus, terminationReasonCode, bundleDigest, provenance } = execution
  const bundle = {
    schemaVersion: EVALUATION_BUNDLE_VERSION,
    bundleId: `${runId}-evaluation`,
    runContractDigest: plan.digests.runContract,
    evaluationPlanDigest: plan.digests.evaluationPlan,
    evaluationInputDigest: plan.digests.evaluationInput,
    executionBundleDigest: bundleDigest,
    evaluationBundleStatus: executionBundleStatus,
    ...(terminationReasonCode === undefined ? {} : { terminationReasonCode }),
    coverage: coverEvaluation(plan, index, records),
    replayability: replayabilityOf(records.flatMap(evidenceOf)),
    records,
    provenance: {
      provenanceKind: 'derived',
      trust: weakestTrust([provenance.trust, ...records.map((record) => record.provenance.trust)]),
      parentDigests: [bundleDigest, plan.digests.evaluationPlan],
    },
  } as const
  return { ...bundle, bundleDigest: digestDocument(bundle) }
}

/** What a record keeps of what its readings were made from. */
export function evidenceOf(record: EvaluationRecord): readonly { readonly captureKind: string }[] {
  if (record.evaluationStatus === 'not-evaluated' || record.evidence === undefined) return []
  return [record.evidence]
}

/** How much of what was planned was evaluated. */
export function coverEvaluation(
  plan: RunPlan,
  index: EvaluationIndex,
  records: readonly EvaluationRecord[],
): EvaluationCoverage {
  const { assignments, experiment } = plan.execution
  const counts = new Map<string, number>()
  let planned = 0
  for (const { sampleId } of assignments) {
    const count = counts.get(sampleId) ?? index.evaluatorsOf(sampleId).length
    counts.set(sampleId, count)
    planned += count * experiment.trials
  }
  const count = (status: EvaluationRecord['evaluationStatus']) =>
    records.reduce((sum, { evaluationStatus }) => sum + (evaluationStatus === status ? 1 : 0), 0)
  const succeeded = count('completed')
  const failed = count('failed')
  const cancelled = count('cancelled')
  const started = succeeded + failed + cancelled
  const waiting = records.reduce(
    (sum, record) =>
      sum + (record.evaluationStatus === 'not-evaluated' && record.reasonCode !== SOURCE_UNAVAILABLE ? 1 : 0),
    0,
  )
  const eligible = started + waiting
  const sourceUnavailable = planned - eligible
  return { planned, eligible, sourceUnavailable, started, succeeded, failed, cancelled, notStarted: waiting }
}
