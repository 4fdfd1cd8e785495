// Computes plan, analysis, decision and report of a stored run again, and compares.
import { verifyAnalysis } from '../../analyze/experiment/verify-analysis.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import type { EvaluationBundle } from '../../contracts/experiment/evaluation-bundle.js'
import type { ExecutionBundle } from '../../contracts/experiment/execution-bundle.js'
import type { ExperimentReport } from '../../contracts/experiment/experiment-report.js'
import type { StoredRunFault } from '../../contracts/experiment/stored-run-fault.js'
import { firstDifference } from '../../contracts/first-difference.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import { decideRelease } from '../../decide/experiment/decide-release.js'
import { reportExperiment } from '../../decide/experiment/report-experiment.js'
import { openResampler } from '../../execute/experiment/resample-worker/open-resampler.js'
import { buildPlan } from '../../prepare/build-plan.js'
import type { StoredDocuments } from '../../store/experiment/stored-documents.js'

/** A stored plan follows from its definition, its policy and its runtimes, with all digests. */
export function checkStoredPlan(plan: RunPlan): StoredRunFault[] {
  const runtimes = [plan.execution, plan.evaluation, plan.analysis, plan.decision].flatMap(
    (stage) => stage.runtimes,
  )
  const fault = (path: string, message: string): StoredRunFault[] => [
    { code: 'STORED_PLAN_DIFFERENT', file: 'run-plan.json', path, message },
  ]
  try {
    const again: unknown = JSON.parse(
      JSON.stringify(buildPlan(plan.definition, plan.measurementPolicy, runtimes)),
    )
    const difference = firstDifference(again, plan)
    return difference === null ? [] : fault(difference, 'is not what definition and policy come to')
  } catch {
    return fault('', 'its definition and policy come to no plan')
  }
}

/** Analysis, decision and report. */
export async function checkConclusions(documents: StoredDocuments): Promise<readonly StoredRunFault[]> {
  const { plan, execution, evaluation, analysis, report } = documents
  if (!plan || !execution || !evaluation || !analysis) return []
  const faults = [...(await checkAnalysis(plan, execution, evaluation, analysis))]
  if (report) faults.push(...checkReport({ plan, execution, evaluation, analysis, report }))
  return faults
}

async function checkAnalysis(
  plan: RunPlan,
  execution: ExecutionBundle,
  evaluation: EvaluationBundle,
  analysis: AnalysisBundle,
): Promise<StoredRunFault[]> {
  const fault = (path: string, message: string): StoredRunFault[] => [
    { code: 'STORED_ANALYSIS_DIFFERENT', file: 'analysis-bundle.json', path, message },
  ]
  const resampler = openResampler()
  try {
    const found = await verifyAnalysis(
      {
        plan,
        executionRecords: execution.records,
        evaluationRecords: evaluation.records,
        evaluationBundleDigest: evaluation.bundleDigest,
        resample: resampler.resample,
      },
      analysis,
    )
    return found.status === 'verified' ? [] : fault(toPointer(found.path), 'is not what the records come to')
  } catch (error) {
    if (!(error instanceof EvalChecksError)) throw error
    return fault('', error.message)
  } finally {
    await resampler.close()
  }
}

interface Concluded {
  readonly plan: RunPlan
  readonly execution: ExecutionBundle
  readonly evaluation: EvaluationBundle
  readonly analysis: AnalysisBundle
  readonly report: ExperimentReport
}

function checkReport(concluded: Concluded): StoredRunFault[] {
  const fault = (path: string, message: string): StoredRunFault[] => [
    { code: 'STORED_REPORT_DIFFERENT', file: 'report.json', path, message },
  ]
  try {
    const again: unknown = JSON.parse(JSON.stringify(concludeAgain(concluded)))
    const difference = firstDifference(again, concluded.report)
    return difference === null ? [] : fault(difference, 'is not what the bundles come to')
  } catch {
    return fault('', 'the bundles come to no report')
  }
}

function concludeAgain({ plan, execution, evaluation, analysis, report }: Concluded): ExperimentReport {
  const decision = decideRelease({
    plan,
    analysis,
    decidedAt: report.decision?.decidedAt ?? report.createdAt,
    cancelled: execution.executionBundleStatus === 'cancelled',
  })
  return reportExperiment({
    runId: report.runId,
    plan,
    execution,
    evaluation,
    analysis,
    decision,
    reportOnly: report.gate.reasonCodes.includes('core-report-only'),
    createdAt: report.createdAt,
    logs: logsOf(report, execution),
  })
}

/** Which program said something is known to the report alone. */
function logsOf({ broken }: ExperimentReport, { records }: ExecutionBundle): ReadonlyMap<string, string> {
  const key = (place: {
    readonly targetId: string
    readonly sampleId: string
    readonly trialIndex: number
  }) => [place.targetId, place.sampleId, place.trialIndex].join('\n')
  const trials = new Map(records.map((record) => [key(record), record.trialId]))
  return new Map(
    broken.flatMap(({ logFile, ...place }) => {
      const trialId = trials.get(key(place))
      return logFile === undefined || trialId === undefined ? [] : [[trialId, logFile] as const]
    }),
  )
}

/** `records[3].value` as a JSON Pointer. */
function toPointer(place: string): string {
  return place === '$' ? '' : `/${place.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`
}
