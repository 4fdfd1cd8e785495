// The report of a run, from its bundles alone: anybody who has them comes to the same.
import { digestDocument } from '../../contracts/digest.js'
import type { EvaluationBundle } from '../../contracts/experiment/evaluation-bundle.js'
import type { EvaluationRecord } from '../../contracts/experiment/evaluation-record.js'
import type { ExecutionBundle } from '../../contracts/experiment/execution-bundle.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'
import {
  type BrokenCoordinate,
  EXPERIMENT_REPORT_VERSION,
  type ExperimentReport,
} from '../../contracts/experiment/experiment-report.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import { scoreLayers } from './layer-scores.js'

/** What a report is made of. */
export interface ReportParts {
  readonly runId: string
  readonly plan: RunPlan
  readonly execution: ExecutionBundle
  readonly evaluation: EvaluationBundle
  readonly createdAt: string
  /** Log files of failed trials by trial id, below the run's folder. */
  readonly logs: ReadonlyMap<string, string>
}

/** The report. */
export function reportExperiment(parts: ReportParts): ExperimentReport {
  const { runId, plan, execution, evaluation, createdAt } = parts
  const measured = completeTrials(execution.records, evaluation.records)
  const broken = findBroken(parts, measured)
  const scores = scoreLayers(plan, evaluation.records)
  const { entries, scopes, ledgerDigest } = execution.budgetSummary
  const invocations = (stage: string) => entries.filter((entry) => entry.stage === stage).length
  const evidenceStatus = evidenceOf(parts, broken)
  const report = {
    schemaVersion: EXPERIMENT_REPORT_VERSION,
    reportId: `${runId}-report`,
    runId,
    runContractDigest: plan.digests.runContract,
    createdAt,
    status: { runStatus: execution.executionBundleStatus, evidenceStatus, conclusionStatus: 'not-evaluated' },
    reasonCodes: reasonsOf(execution, evidenceStatus),
    bundles: [
      {
        documentKind: 'execution-bundle',
        bundleDigest: execution.bundleDigest,
        stageStatus: execution.executionBundleStatus,
      },
      {
        documentKind: 'evaluation-bundle',
        bundleDigest: evaluation.bundleDigest,
        stageStatus: evaluation.evaluationBundleStatus,
      },
    ],
    coverage: { execution: execution.coverage, evaluation: evaluation.coverage },
    usage: {
      executionInvocations: invocations('execution'),
      evaluationInvocations: invocations('evaluation'),
      scopes: scopes.filter(({ scopeKind }) => scopeKind !== 'coordinate'),
      ledgerDigest,
    },
    targets: plan.definition.targets.map(({ targetId, experimentRole }) => ({
      targetId,
      experimentRole,
      measured: execution.records.filter(
        (record) => record.targetId === targetId && measured.has(record.trialId),
      ).length,
      layers: scores.get(targetId) ?? [],
    })),
    broken,
    lostInFlight: execution.lostInFlight,
  } as const
  return { ...report, reportDigest: digestDocument(report) }
}

/** Whether an evaluation left nothing open that is not structurally absent. */
function isWhole(record: EvaluationRecord): boolean {
  return (
    record.evaluationStatus === 'completed' &&
    record.observations.every(
      ({ observationStatus }) => observationStatus === 'observed' || observationStatus === 'not-applicable',
    )
  )
}

/** Ids of trials that were executed and read without a gap. */
export function completeTrials(
  executions: readonly ExecutionRecord[],
  evaluations: readonly EvaluationRecord[],
): ReadonlySet<string> {
  const gaps = new Set(evaluations.filter((record) => !isWhole(record)).map(({ trialId }) => trialId))
  return new Set(
    executions
      .filter(({ executionStatus, trialId }) => executionStatus === 'completed' && !gaps.has(trialId))
      .map(({ trialId }) => trialId),
  )
}

function findBroken(
  { plan, execution, evaluation, logs }: ReportParts,
  measured: ReadonlySet<string>,
): BrokenCoordinate[] {
  const evaluations = new Map<string, EvaluationRecord>()
  for (const record of evaluation.records)
    if (!isWhole(record) && !evaluations.has(record.trialId)) evaluations.set(record.trialId, record)
  const broken = execution.records.flatMap((record): BrokenCoordinate[] => {
    if (measured.has(record.trialId)) return []
    const { targetId, sampleId, trialIndex, trialId } = record
    const logFile = logs.get(trialId)
    const place = { targetId, sampleId, trialIndex, ...(logFile === undefined ? {} : { logFile }) }
    if (record.executionStatus === 'completed')
      return [{ ...place, status: 'evaluation-incomplete', ...gapOf(evaluations.get(trialId)) }]
    if (record.executionStatus === 'failed') return [{ ...place, status: 'failed', error: record.error }]
    return record.executionStatus === 'cancelled'
      ? [{ ...place, status: 'cancelled' }]
      : [{ ...place, status: 'budget-censored', reasonCode: record.censorReasonCode }]
  })
  return [...broken, ...notStarted(plan, execution.records)]
}

function gapOf(record: EvaluationRecord | undefined): Pick<BrokenCoordinate, 'error' | 'reasonCode'> {
  if (record?.evaluationStatus === 'failed') return { error: record.error }
  if (record?.evaluationStatus === 'not-evaluated') return { reasonCode: record.reasonCode }
  if (record?.evaluationStatus !== 'completed') return {}
  for (const observation of record.observations)
    if (observation.observationStatus === 'missing' || observation.observationStatus === 'invalid')
      return { reasonCode: observation.reasonCode }
  return {}
}

function notStarted(plan: RunPlan, records: readonly ExecutionRecord[]): BrokenCoordinate[] {
  const { assignments, experiment } = plan.execution
  const found = new Set(
    records.map(({ targetId, sampleId, trialIndex }) => [targetId, sampleId, trialIndex].join('\n')),
  )
  return assignments.flatMap(({ targetId, sampleId }) =>
    Array.from({ length: experiment.trials }, (_, trialIndex) => trialIndex)
      .filter((trialIndex) => !found.has([targetId, sampleId, trialIndex].join('\n')))
      .map((trialIndex): BrokenCoordinate => ({ targetId, sampleId, trialIndex, status: 'not-started' })),
  )
}

type EvidenceStatus = ExperimentReport['status']['evidenceStatus']

function evidenceOf(
  { execution, evaluation }: ReportParts,
  broken: readonly BrokenCoordinate[],
): EvidenceStatus {
  if (execution.coverage.succeeded === 0) return 'unresolvable'
  const isAllRead = evaluation.coverage.planned === evaluation.coverage.succeeded
  return broken.length === 0 && isAllRead ? 'complete' : 'partial'
}

function reasonsOf({ terminationReasonCode }: ExecutionBundle, evidenceStatus: EvidenceStatus): string[] {
  return [
    ...(terminationReasonCode === undefined ? [] : [terminationReasonCode]),
    ...(evidenceStatus === 'complete' ? [] : [`evidence-${evidenceStatus}`]),
  ]
}
