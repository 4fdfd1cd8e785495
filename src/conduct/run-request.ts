// What one run of a sealed experiment is given.
import type { Executor } from '../contracts/executor.js'
import type { EvaluationRecord } from '../contracts/experiment/evaluation-record.js'
import type { EvaluatorPlugin } from '../contracts/experiment/evaluator-plugin.js'
import type { ExecutionRecord } from '../contracts/experiment/execution-record.js'
import type { RunEvent } from '../contracts/experiment/run-event.js'
import type { Clock } from '../execute/experiment/clock.js'
import type { SealedExperiment, SealedMember } from '../execute/seal-experiment.js'
import type { StoredRun } from '../store/experiment/stored-run.js'
import type { RunHost } from './open-host.js'

/** What is run. */
export interface RunRequest {
  readonly sealed: SealedExperiment
  /** One of its members. */
  readonly member: SealedMember
  readonly executors: readonly Executor[]
  readonly evaluators: readonly EvaluatorPlugin[]
  /** Absolute. */
  readonly output: string
  /** Where relative paths of a command start; absolute. */
  readonly workingFolder: string
  readonly environment: Readonly<Record<string, string>>
  readonly host: RunHost
  /** Cancels: what is under way is ended, what was measured is kept. */
  readonly signal: AbortSignal
  /** Begins nothing more, and lets everything finish that was admitted. */
  readonly stopAdmissions?: AbortSignal
  /** Absent: all samples. */
  readonly chosenSamples?: ReadonlySet<string>
  readonly resume?: StoredRun
  readonly onEvent?: (event: RunEvent) => void
  /** Called with each trial as it is recorded, with those that an earlier run has measured too. */
  readonly onRecord?: (execution: ExecutionRecord, evaluations: readonly EvaluationRecord[]) => void
  readonly onStart?: (run: { readonly runId: string; readonly folder: string }) => void
  readonly clock?: Clock
}
