// What can be wrong with a bundle of records, by stable codes.

/** What validating an execution bundle can find, without the prefix `EXECUTION_BUNDLE_`. */
export const EXECUTION_FAULTS = [
  'DUPLICATE_COORDINATE',
  'IDENTITY_MISMATCH',
  'RANDOMIZATION_SLOT_INVALID',
  'RECORD_ORDER_INVALID',
  'ATTEMPT_ORDER_INVALID',
  'BLOCK_ATOMICITY_INVALID',
  'COVERAGE_INVALID',
  'STATUS_INVALID',
  'REPLAYABILITY_INVALID',
  'EVIDENCE_POLICY_INVALID',
  'USAGE_INVALID',
  'BUDGET_SUMMARY_INVALID',
  'CACHE_POLICY_INVALID',
  'PROVIDER_COST_INVALID',
  'PROVENANCE_INVALID',
  'DIGEST_MISMATCH',
  'PLAN_MISMATCH',
  'RETRY_POLICY_INVALID',
] as const

/**
 * What validating an evaluation bundle can find, without the prefix `EVALUATION_BUNDLE_`. Slots and blocks are the
 * execution's; `SOURCE_MISMATCH` and `OBSERVATION_INVALID` exist here alone.
 */
export const EVALUATION_FAULTS = [
  'DUPLICATE_COORDINATE',
  'IDENTITY_MISMATCH',
  'SOURCE_MISMATCH',
  'RECORD_ORDER_INVALID',
  'ATTEMPT_ORDER_INVALID',
  'COVERAGE_INVALID',
  'STATUS_INVALID',
  'REPLAYABILITY_INVALID',
  'EVIDENCE_POLICY_INVALID',
  'USAGE_INVALID',
  'BUDGET_SUMMARY_INVALID',
  'CACHE_POLICY_INVALID',
  'PROVIDER_COST_INVALID',
  'PROVENANCE_INVALID',
  'DIGEST_MISMATCH',
  'PLAN_MISMATCH',
  'RETRY_POLICY_INVALID',
  'OBSERVATION_INVALID',
] as const

/** See {@link EXECUTION_FAULTS}. */
export type ExecutionFaultKind = (typeof EXECUTION_FAULTS)[number]
/** See {@link EVALUATION_FAULTS}. */
export type EvaluationFaultKind = (typeof EVALUATION_FAULTS)[number]

/** One fault, before its code has the name of the bundle in it. */
export interface FoundFault<Kind extends string> {
  readonly kind: Kind
  /** JSON Pointer into the bundle. */
  readonly path: string
  /** A sentence; holds no content of samples or outputs. */
  readonly message: string
}

/** A fault of a bundle. */
export interface BundleFault {
  readonly code: `EXECUTION_BUNDLE_${ExecutionFaultKind}` | `EVALUATION_BUNDLE_${EvaluationFaultKind}`
  /** JSON Pointer into the bundle. */
  readonly path: string
  /** A sentence; holds no content of samples or outputs. */
  readonly message: string
}
