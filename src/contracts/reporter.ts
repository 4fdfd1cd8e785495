// What a reporter of eval runs looks like: `reporters/<name>/` and users' own reporters have this shape.
import type { CheckResult } from './check-result.js'
import type { Decision } from './decision.js'
import type { EvalReport, RunHeader } from './eval-report.js'

/** Where a run stores its files; absolute paths. */
export interface RunPlaces {
  /** The run's own folder. */
  readonly folder: string
  /** `<folder>/checks`. */
  readonly checks: string
}

/** What a reporter is told at the start of a run. */
export interface RunStart {
  readonly header: RunHeader
  readonly places: RunPlaces
  /** One sentence each: what is odd about the project and decides nothing, such as faults of files that were not chosen. */
  readonly warnings?: readonly string[]
  /** The configuration file that was read, absolute; null when none was. Absent where nobody knows any more. */
  readonly configFile?: string | null
}

/** What a reporter is told at the end of a run. */
export interface RunEnd extends RunStart {
  readonly report: EvalReport
  readonly decision: Decision
}

/** Lines for people; `standard error` when a machine reporter owns standard output. */
export interface Terminal {
  readonly write: (text: string) => void
  /** False when NO_COLOR is set or the stream is no terminal. */
  readonly colors: boolean
}

/**
 * A reporter. Texts that reach it are already stripped of terminal codes and redacted; each reporter escapes for its
 * own format. A reporter that throws fails the run, never a check.
 */
export interface RunReporter {
  readonly name: string
  readonly onRunStart?: (run: RunStart) => void | Promise<void>
  readonly onCheckEnd?: (result: CheckResult, run: RunStart) => void | Promise<void>
  readonly onRunEnd?: (run: RunEnd) => void | Promise<void>
}
