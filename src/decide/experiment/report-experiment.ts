// The report of a run, from its bundles alone: anybody who has them comes to the same.
import { completeTrials, isWhole } from '../../analyze/experiment/complete-trials.js'
import { isTableOf } from '../../analyze/experiment/find-table.js'
import { digestDocument } from '../../contracts/digest.js'
import type { AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import type { DecisionRecord } from '../../contracts/experiment/decision-record.js'
import type { EvaluationBundle } from '../../contracts/experiment/evaluation-bundle.js'
import type { EvaluationRecord } from '../../contracts/experiment/evaluation-record.js'
import type { ExecutionBundle } from '../../contracts/experiment/execution-bundle.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'
import {
  type BrokenCoordinate,
  EXPERIMENT_REPORT_VERSION,
  type ExperimentReport,
  type TargetScore,
} from '../../contracts/experiment/experiment-report.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import { explainDecision } from './explain-decision.js'
import { gateRun, statusOf } from './gate.js'

/** What a report is made of. */
export interface ReportParts {
  readonly runId: string
  readonly plan: RunPlan
  readonly execution: ExecutionBundle
  readonly evaluation: EvaluationBundle
  readonly analysis: AnalysisBundle
  readonly decision: DecisionRecord | null
  /** Whatever was found passes, as long as the run was completed. */
  readonly reportOnly: boolean
  readonly createdAt: string
  /** Log files of failed trials by trial id, below the run's folder. */
  readonly logs: ReadonlyMap<string, string>
}

/** The report. */
export function reportExperiment(parts: ReportParts): ExperimentReport {
  const { runId, plan, execution, evaluation, analysis, decision, reportOnly, createdAt } = parts
  const measured = completeTrials(execution.records, evaluation.records)
  const { entries, scopes, ledgerDigest } = execution.budgetSummary
  const invocations = (stage: string) => entries.filter((entry) => entry.stage === stage).length
  const stages = [execution.executionBundleStatus, evaluation.evaluationBundleStatus]
  const status = statusOf(stages, analysis, decision)
  const { evidence } = analysis
  const report = {
    schemaVersion: EXPERIMENT_REPORT_VERSION,
    reportId: `${runId}-report`,
    runId,
    runContractDigest: plan.digests.runContract,
    createdAt,
    status,
    reasonCodes: reasonsOf(execution, decision),
    bundles: [
      bundleOf('execution-bundle', execution.bundleDigest, execution.executionBundleStatus),
      bundleOf('evaluation-bundle', evaluation.bundleDigest, evaluation.evaluationBundleStatus),
      bundleOf('analysis-bundle', analysis.bundleDigest, analysis.analysisBundleStatus),
    ],
    coverage: { execution: execution.coverage, evaluation: evaluation.coverage },
    usage: {
      executionInvocations: invocations('execution'),
      evaluationInvocations: invocations('evaluation'),
      scopes: scopes.filter(({ scopeKind }) => scopeKind !== 'coordinate'),
      ledgerDigest,
    },
    targets: scoreTargets(parts, measured),
    decision,
    gate: gateRun(status, decision, reportOnly),
    explanation: {
      zh: explainDecision({ language: 'zh', decision, evidence }),
      en: explainDecision({ language: 'en', decision, evidence }),
    },
    broken: findBroken(parts, measured),
    lostInFlight: execution.lostInFlight,
  } as const
  return { ...report, reportDigest: digestDocument(report) }
}

type StageBundle = ExperimentReport['bundles'][number]

function bundleOf(
  documentKind: string,
  bundleDigest: StageBundle['bundleDigest'],
  stageStatus: StageBundle['stageStatus'],
): StageBundle {
  return { documentKind, bundleDigest, stageStatus }
}

/** Scores are those of the analysis: nothing is computed here. */
function scoreTargets(
  { plan, execution, analysis }: ReportParts,
  measured: ReadonlySet<string>,
): readonly TargetScore[] {
  const table = analysis.records
    .flatMap((record) => ('value' in record ? [record.value] : []))
    .find((each) => isTableOf(each, 'composite'))
  const rows = table && isTableOf(table, 'composite') ? table.targets : []
  return plan.definition.targets.map(({ targetId, experimentRole }) => {
    const row = rows.find((each) => each.targetId === targetId)
    return {
      targetId,
      experimentRole,
      measured: execution.records.filter(
        (record) => record.targetId === targetId && measured.has(record.trialId),
      ).length,
      score: row?.score ?? null,
      layers: (row?.layers ?? []).map(({ layer, mean, units }) => ({ layer, mean, samples: units })),
    }
  })
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

function reasonsOf({ terminationReasonCode }: ExecutionBundle, decision: DecisionRecord | null): string[] {
  return [
    ...(terminationReasonCode === undefined ? [] : [terminationReasonCode]),
    ...(decision === null || decision.decisionStatus === 'failed' ? [] : decision.reasonCodes),
  ]
}
