// How `eval-checks run` hands its flags to the plugin, whichever copy of it the user's Vitest config has loaded.
import type { ReporterChoice } from '../contracts/reporter.js'

/** What the command line asks of the plugin. */
export interface CommandLineRequest {
  /** Configuration flags that were typed, by registry name. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly projectConfig: boolean
  /** True: the folder of the run is the project root, whatever lies above it. */
  readonly exactRoot?: boolean
  /** The only folder to look in, absolute; above the option of that name. */
  readonly checkDir?: string
  /** Only the checks with these ids. */
  readonly checkIds?: readonly string[]
  /** Only checks with one of these tags; above the option of that name. */
  readonly tags?: readonly string[]
  /** Only what failed or errored in the latest run of the output folder. */
  readonly failedOnly?: boolean
  /** Take verdicts of judges from this stored run, a run id or an absolute folder, and ask nobody. */
  readonly replay?: string
  /** The output folder itself is the folder of the run. */
  readonly flatOutput?: boolean
  /** `ndjson`: standard output is for events, everything for people goes to standard error. Default `text`. */
  readonly format?: 'text' | 'ndjson'
  /** Who tells of the run; above the option of that name. */
  readonly reporters?: readonly ReporterChoice[]
  /** True: no reporter of ours is told; who asks reads the results of the session. */
  readonly quiet?: boolean
  /** Tell about interpreter and plan on standard error. */
  readonly verbose?: boolean
}

const REQUEST = Symbol.for('vitest-eval-checks.command-line')
const holder = globalThis as typeof globalThis & { [REQUEST]?: CommandLineRequest }

/** The request of the command line that runs in this process, or null in a plain Vitest run. */
export function commandLineRequest(): CommandLineRequest | null {
  return holder[REQUEST] ?? null
}

/** Leaves a request for the plugin. */
export function leaveCommandLineRequest(request: CommandLineRequest): void {
  holder[REQUEST] = request
}
