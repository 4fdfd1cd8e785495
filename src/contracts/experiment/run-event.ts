// What a run tells while it runs: ids, states and reasons, never content.
import type { JsonObject } from '../json.js'

/** Version of {@link RunEvent}. */
export const RUN_EVENT_VERSION = 'eval-checks.run-event/v1'

/** What an event is about. */
export type RunEventKind =
  | 'execution.run.started'
  | 'execution.block.admitted'
  | 'execution.block.censored'
  | 'execution.attempt.retried'
  | 'execution.trial.ended'
  | 'execution.run.completed'
  | 'execution.run.cancelled'
  | 'execution.run.budget-exhausted'
  | 'execution.run.failed'

/** One event. */
export interface RunEvent {
  readonly schemaVersion: typeof RUN_EVENT_VERSION
  readonly eventId: string
  /** From 1 without a gap; a gap in what was received says how many were dropped. */
  readonly sequence: number
  readonly runId: string
  readonly eventKind: RunEventKind
  /** ISO 8601, UTC. */
  readonly time: string
  readonly subject: {
    readonly subjectKind: 'run' | 'block' | 'trial' | 'attempt'
    readonly subjectId: string
  }
  readonly data: JsonObject
}
