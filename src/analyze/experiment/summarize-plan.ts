// A sealed plan in figures: for people before a run, and for scripts.
import {
  type CallSummary,
  PLAN_SUMMARY_VERSION,
  type PlanSummary,
  type TargetSummary,
} from '../../contracts/experiment/plan-summary.js'
import type { PreflightReport } from '../../contracts/experiment/preflight-report.js'
import type { EvaluationRequest } from '../../contracts/experiment/request.js'
import { isJsonObject } from '../../contracts/is-json.js'
import type { Json } from '../../contracts/json.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import type { Target } from '../../contracts/target.js'
import { readSampleSize } from './warnings/few-samples.js'
import { findWarnings } from './warnings/index.js'

/** What is summarized. */
export interface SummaryInput {
  /** The plan, or that of the first run of a series. */
  readonly plan: RunPlan
  readonly request: EvaluationRequest
  readonly runs: number
  /** Null: nobody was asked. */
  readonly preflight: PreflightReport | null
}

/** Summarizes a plan. Holds no content of samples or artifacts. */
export function summarizePlan({ plan, request, runs, preflight }: SummaryInput): PlanSummary {
  const { execution, evaluation, analysis, decision } = plan
  const samples = execution.samples.length
  const { trials, sampling } = execution.experiment
  const perTarget = samples * trials * runs
  const coordinates = perTarget * execution.targets.length
  const instrumentControls = new Map(
    request.values.variants.map(({ targetId, instrumentControl }) => [targetId, instrumentControl]),
  )
  return {
    schemaVersion: PLAN_SUMMARY_VERSION,
    planSha256: plan.digests.runContract,
    digests: plan.digests,
    targets: execution.targets.map((target) =>
      summarizeTarget(target, instrumentControls.get(target.targetId)),
    ),
    comparisons: analysis.comparisons.map(({ comparisonId }) => ({
      comparisonId,
      decides: decision.policy?.comparisonFamily?.includes(comparisonId) ?? false,
    })),
    samples,
    trials,
    runs,
    coordinates,
    executorCalls: sumCalls(
      execution.targets.map(({ implementationId, config }) => ({
        executorId: implementationId,
        model: textOf(config?.runtime, 'model'),
        calls: perTarget,
      })),
      execution.policy.retry.maxAttempts,
    ),
    judgeCalls: sumCalls(judgeReadings(plan, runs), execution.policy.retry.maxAttempts),
    deterministicEvaluators: evaluation.evaluators.filter(({ config }) => !isJsonObject(config?.judge))
      .length,
    budget: execution.policy.budget ?? null,
    costBound: boundCost(execution.policy.budget, coordinates, runs),
    sampleSize: readSampleSize(plan),
    seedCoupling: sampling.seedCoupling,
    preflight,
    warnings: findWarnings(plan),
    inputs: request.fieldSources,
  }
}

function summarizeTarget(target: Target, instrumentControl: string | undefined): TargetSummary {
  const { targetId, experimentRole, targetKind, implementationId, config } = target
  const effort = textOf(config?.runtime, 'effort')
  const artifact = target.resources?.find(({ role }) => role === 'artifact')
  return {
    targetId,
    role: experimentRole,
    ...(instrumentControl === undefined ? {} : { instrumentControl }),
    kind: targetKind,
    executorId: implementationId,
    model: textOf(config?.runtime, 'model'),
    ...(effort === '' ? {} : { effort }),
    artifact: artifact?.digest ?? null,
  }
}

type Calls = Pick<CallSummary, 'executorId' | 'model' | 'calls'>

/** Each judge reads every sample that its instrument applies to, once for each target and trial. */
function judgeReadings({ execution, evaluation }: RunPlan, runs: number): readonly Calls[] {
  const readings = execution.targets.length * execution.experiment.trials * runs
  return evaluation.evaluators.flatMap(({ config, applicableSampleIds }) => {
    if (!isJsonObject(config?.judge)) return []
    const samples = applicableSampleIds?.length ?? execution.samples.length
    return {
      executorId: textOf(config.judge, 'executorId'),
      model: textOf(config.judge, 'model'),
      calls: samples * readings,
    }
  })
}

function sumCalls(parts: readonly Calls[], attempts: number): readonly CallSummary[] {
  const sums = new Map<string, Calls>()
  for (const part of parts) {
    const key = JSON.stringify([part.executorId, part.model])
    const before = sums.get(key)
    sums.set(key, before ? { ...before, calls: before.calls + part.calls } : part)
  }
  return [...sums.values()].map((sum) => ({ ...sum, atMost: sum.calls * attempts }))
}

/** Prices of models are not known here, so only a limit bounds the cost. */
function boundCost(
  budget: PlanSummary['budget'] | undefined,
  coordinates: number,
  runs: number,
): PlanSummary['costBound'] {
  const run = budget?.run?.maxProviderCost
  const coordinate = budget?.coordinate?.maxProviderCost
  const bounds = [
    ...(run ? [{ amount: run.amount * runs, currency: run.currency, source: 'budget of the run' }] : []),
    ...(coordinate
      ? [
          {
            amount: coordinate.amount * coordinates,
            currency: coordinate.currency,
            source: 'budget of each sample',
          },
        ]
      : []),
  ]
  return bounds.sort((a, b) => a.amount - b.amount)[0] ?? null
}

function textOf(settings: Json | undefined, key: string): string {
  const value = isJsonObject(settings) ? settings[key] : undefined
  return typeof value === 'string' ? value : ''
}
