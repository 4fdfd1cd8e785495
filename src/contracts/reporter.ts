// What a reporter of eval runs looks like: `reporters/<name>/` and users' own reporters have this shape.
import type { CheckResult } from './check-result.js'
import type { Decision } from './decision.js'
import type { ErrorLocation } from './errors.js'
import type { EvalReport, RunHeader } from './eval-report.js'
import type { Redact } from './text-hygiene.js'

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
  /**
   * Where to look for a check: its `id`, or with a result the line of its script that ended it, when that is known. Null
   * for an unknown id. Absent where nobody knows any more.
   */
  readonly locate?: (checkId: string, result?: CheckResult) => ErrorLocation | null
  /** For texts that a reporter reads by itself, such as files of the run. Absent where nobody knows the secrets. */
  readonly redact?: Redact
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
  /** True: when it cannot start, the run cannot either, as its results would be lost. */
  readonly essential?: boolean
  readonly onRunStart?: (run: RunStart) => void | Promise<void>
  readonly onCheckEnd?: (result: CheckResult, run: RunStart) => void | Promise<void>
  readonly onRunEnd?: (run: RunEnd) => void | Promise<void>
}

/** One reporter of a list that a user wrote: a built-in one with its validated options, or an object of their own. */
export type ReporterChoice =
  | { readonly kind: 'built-in'; readonly name: string; readonly options: Readonly<Record<string, unknown>> }
  | { readonly kind: 'own'; readonly reporter: RunReporter }

/** The surroundings that reporters may use. */
export interface ReporterContext {
  /** Texts of others that are written here command nothing in a CI job. */
  readonly terminal: Terminal
  /** Writes lines by which a CI job is told things. */
  readonly command: Terminal['write']
  /** One line per finished check, for a front door that shows no tests of its own. */
  readonly progress: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  /** True when Vitest itself annotates failing tests in the files of a GitHub pull request. */
  readonly annotated: boolean
}
