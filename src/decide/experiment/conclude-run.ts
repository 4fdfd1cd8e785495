// From the bundles of a run to everything that follows from them: analysis, decision, status, gate. Nothing else is needed.
import { type AnalysisInput, analyzeExperiment } from '../../analyze/experiment/analyze-experiment.js'
import { type Difference, findDifference } from '../../analyze/experiment/find-difference.js'
import { type Verification, verifyAnalysis } from '../../analyze/experiment/verify-analysis.js'
import type { AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import type { DecisionRecord, ExperimentStatus, Gate } from '../../contracts/experiment/decision-record.js'
import type { EvaluationBundle } from '../../contracts/experiment/evaluation-bundle.js'
import type { ExecutionBundle } from '../../contracts/experiment/execution-bundle.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import { decideRelease } from './decide-release.js'
import { gateRun, statusOf } from './gate.js'

/** The documents of a run, as far as they matter here. */
export interface RunBundles {
  readonly plan: RunPlan
  readonly execution: Pick<ExecutionBundle, 'records' | 'executionBundleStatus'>
  readonly evaluation: Pick<EvaluationBundle, 'records' | 'evaluationBundleStatus' | 'bundleDigest'>
}

/** What is concluded, and how. */
export interface ConclusionInput extends RunBundles, Pick<AnalysisInput, 'resample' | 'pause'> {
  /** ISO 8601, UTC: when it was analysed and decided. */
  readonly concludedAt: string
  readonly reportOnly: boolean
}

/** What follows from a run. */
export interface Conclusion {
  readonly analysis: AnalysisBundle
  /** Null: the plan holds no decision. */
  readonly decision: DecisionRecord | null
  readonly status: ExperimentStatus
  readonly gate: Gate
}

/**
 * Concludes a run. One that was cancelled is analysed and not decided.
 * @throws {EvalChecksError} as {@link analyzeExperiment} and {@link decideRelease}
 */
export async function concludeRun(input: ConclusionInput): Promise<Conclusion> {
  const { plan, execution, evaluation, concludedAt, reportOnly } = input
  const stages = [execution.executionBundleStatus, evaluation.evaluationBundleStatus]
  const analysis = await analyzeExperiment({ ...recordsOf(input), ...input, derivedAt: concludedAt })
  const cancelled = stages.includes('cancelled')
  const decision = decideRelease({ plan, analysis, decidedAt: concludedAt, cancelled })
  const status = statusOf(stages, analysis, decision)
  return { analysis, decision, status, gate: gateRun(status, decision, reportOnly) }
}

/**
 * Whether analysis and decision are what the bundles come to: both are computed again, and the first field that differs
 * is named, such as `analysis.records[3].value.rows[2].score` or `decision.verdict`.
 * @throws {EvalChecksError} as {@link concludeRun}
 */
export async function verifyConclusion(
  input: RunBundles & Pick<AnalysisInput, 'resample' | 'pause'>,
  { analysis, decision }: Pick<Conclusion, 'analysis' | 'decision'>,
): Promise<Verification> {
  const analysed = await verifyAnalysis({ ...recordsOf(input), ...input }, analysis)
  if (analysed.status === 'different') return { ...analysed, path: `analysis.${analysed.path}` }
  const stages = [input.execution.executionBundleStatus, input.evaluation.evaluationBundleStatus]
  const again = decideRelease({
    plan: input.plan,
    analysis,
    decidedAt: decision?.decidedAt ?? analysis.derivedAt,
    cancelled: stages.includes('cancelled'),
  })
  const difference: Difference | null = findDifference(again, decision, 'decision')
  return difference === null ? { status: 'verified' } : { status: 'different', ...difference }
}

function recordsOf({ execution, evaluation }: RunBundles) {
  return {
    executionRecords: execution.records,
    evaluationRecords: evaluation.records,
    evaluationBundleDigest: evaluation.bundleDigest,
  }
}
