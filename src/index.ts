// What users import.
export type { CheckDefinition } from './contracts/check-definition.js'
export type { CheckOutcome, CheckResult } from './contracts/check-result.js'
export type {
  CheckJob,
  CheckType,
  CompiledCheck,
  FrozenFile,
  PreflightScope,
  RunSurroundings,
} from './contracts/check-type.js'
export type { Decision } from './contracts/decision.js'
export { EvalChecksError, EvalChecksErrors } from './contracts/errors.js'
export type { EvalReport, RunHeader } from './contracts/eval-report.js'
export type { ExperimentOptions } from './contracts/registry/option-name.js'
export type { RunEnd, RunPlaces, RunReporter, RunStart } from './contracts/reporter.js'
export type { RunPlan } from './contracts/run-plan.js'
export { defineCheckType } from './define-check-type.js'
export type { EvalCheckMeta } from './vitest/modules.js'
export type { EvalChecksOptions } from './vitest/options.js'
export { evalChecks } from './vitest/plugin.js'
