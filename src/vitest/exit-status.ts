// The exit status of `vitest run`: failed checks are forgiven exactly when the run of checks is passed and nothing else failed.
import type { TestModule, TestRunEndReason } from 'vitest/node'
import type { Decision } from '../contracts/decision.js'
import type { EvalReport } from '../contracts/eval-report.js'

/** What the exit status is decided from. */
export interface RunOutcome {
  readonly modules: readonly TestModule[]
  readonly unhandledErrors: readonly unknown[]
  readonly reason: TestRunEndReason
  readonly report: EvalReport
  readonly decision: Decision
  readonly isCheckModule: (module: TestModule) => boolean
}

/** `forgive`: 0 although Vitest said 1; `fail`: 1; `keep`: Vitest's own. */
export type ExitAdvice = 'forgive' | 'fail' | 'keep'

/** See the file's head. A shard leaves the threshold to the merge, but never forgives errors. */
export function adviseExit(outcome: RunOutcome): ExitAdvice {
  const { report, decision, reason } = outcome
  const shard = decision.status === 'undecided'
  const broken =
    report.errored_checks > 0 || report.load_errors.length > 0 || report.run_status !== 'complete'
  const acceptable = shard
    ? !broken && (report.failed_checks === 0 || report.pass_threshold < 1)
    : decision.status === 'passed'
  if (!acceptable) return 'fail'
  return reason === 'failed' && onlyChecksFailed(outcome) ? 'forgive' : 'keep'
}

/** True when every failure of the run is a failed check, so that the decision explains them all. */
function onlyChecksFailed({ modules, unhandledErrors, isCheckModule }: RunOutcome): boolean {
  if (unhandledErrors.length > 0) return false
  return modules.every((module) => {
    if (module.ok()) return true
    if (!isCheckModule(module) || module.errors().length > 0) return false
    return [...module.children.allTests('failed')].every((test) => test.meta().evalCheck?.status === 'failed')
  })
}
