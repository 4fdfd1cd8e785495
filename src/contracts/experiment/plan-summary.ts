// What `--dry-run` tells of a sealed plan: who is measured, by whom, how often, within which limits, and what is odd about it.
import type { Digest } from '../digest.js'
import type { MeasurementPolicy } from '../measurement-policy.js'
import type { RunPlan } from '../run-plan.js'
import type { SampleSizeRequirement } from './analysis-parameters.js'
import type { PreflightReport } from './preflight-report.js'
import type { FieldSource } from './request.js'

/** Version of {@link PlanSummary}. */
export const PLAN_SUMMARY_VERSION = 'eval-checks.plan-summary/v1'

/** Something that a careful colleague would mention. It stops nothing. */
export interface PlanWarning {
  /** Stable, e.g. `too-few-samples`. */
  readonly code: string
  /** A sentence with what to do. */
  readonly message: string
  /** Ids of samples, targets or assertions that it is about; at most 20. */
  readonly subjects: readonly string[]
}

/** One arm. */
export interface TargetSummary {
  readonly targetId: string
  readonly role: string
  readonly instrumentControl?: string
  readonly kind: string
  readonly executorId: string
  readonly model: string
  readonly effort?: string
  /** Null: nothing is injected. */
  readonly artifact: Digest | null
}

/** Calls of one executor with one model. `calls` without failures; `atMost` when every call has to be tried as often as allowed. */
export interface CallSummary {
  readonly executorId: string
  readonly model: string
  readonly calls: number
  readonly atMost: number
}

/** See the file's head. Costs are in `currency`, durations milliseconds. */
export interface PlanSummary {
  readonly schemaVersion: typeof PLAN_SUMMARY_VERSION
  readonly planSha256: Digest
  readonly digests: RunPlan['digests']
  readonly targets: readonly TargetSummary[]
  readonly comparisons: readonly { readonly comparisonId: string; readonly decides: boolean }[]
  readonly samples: number
  readonly trials: number
  /** Independent runs of a series; 1 without one. */
  readonly runs: number
  /** Target x sample x trial x run. */
  readonly coordinates: number
  readonly executorCalls: readonly CallSummary[]
  readonly judgeCalls: readonly CallSummary[]
  readonly deterministicEvaluators: number
  readonly budget: NonNullable<MeasurementPolicy['budget']> | null
  /** The most that can be spent; null where nothing limits it, since prices are not known. */
  readonly costBound: { readonly amount: number; readonly currency: string; readonly source: string } | null
  /** Null: nothing is decided. */
  readonly sampleSize: {
    readonly requirement: SampleSizeRequirement
    readonly pairs: number
    readonly sufficient: boolean
  } | null
  readonly seedCoupling: string
  readonly preflight: PreflightReport | null
  readonly warnings: readonly PlanWarning[]
  /** Where each value came from. */
  readonly inputs: readonly FieldSource[]
}
