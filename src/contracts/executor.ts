// The contract of an executor plugin, `plugins/executors/<name>/`: who answers for a target, or is asked as a judge.
import type { EvalChecksError } from './errors.js'
import type { ExecutorCapabilities } from './executor-capabilities.js'
import type { ExecutorCall, ExecutorOutcome, ExecutorServices } from './experiment/executor-call.js'
import type { DefaultModels } from './experiment/host-defaults.js'
import type { ExecutorCommand } from './experiment/request.js'

/** What is asked before a run, and never changes the plan. */
export type PreflightKind =
  | 'doctor'
  | 'credential'
  | 'connectivity'
  | 'filesystem'
  | 'mcp-readiness'
  | 'mock-readiness'

/** What an executor is examined with. Paths absolute; the environment is that of the process. */
export interface ExecutorSurroundings {
  readonly environment: Readonly<Record<string, string>>
  readonly workingFolder: string
  /** Absent but for a command. */
  readonly command?: ExecutorCommand
  readonly signal: AbortSignal
}

/** One question of preflight: asked, or not needed for a stated reason. */
export type PreflightDeclaration = {
  /** Unique within the executor, e.g. `claude-version`. */
  readonly checkId: string
  readonly kind: PreflightKind
} & (
  | {
      readonly disposition: 'check'
      /** Null: nothing stands in the way. Must not spend tokens but for `connectivity`; must not throw. */
      readonly check: (surroundings: ExecutorSurroundings) => Promise<EvalChecksError | null>
    }
  | { readonly disposition: 'not-required'; readonly reasonCode: string }
)

/** An executor. */
export interface Executor {
  /** As in `executor:` and `--executor`. */
  readonly executorId: string
  /** Version of the plugin's behaviour. */
  readonly version: string
  /** `import.meta.url` of the plugin's main module: the code beside it is digested into the identity. */
  readonly moduleUrl: string
  readonly capabilities: ExecutorCapabilities
  /** Taken where a request names none; absent: one has to be named. */
  readonly defaultModels?: DefaultModels
  /** Among them at least one each of `doctor`, `credential` and `connectivity`, asked or not needed. */
  readonly preflight: readonly PreflightDeclaration[]
  /** Whether it is installed and could be chosen without being named; looks at disk alone. */
  readonly isInstalled: (environment: Readonly<Record<string, string>>) => Promise<boolean>
  /**
   * Asks once. Must not throw, and must not settle while anything that it started still runs; retries are the business of
   * execution.
   */
  readonly start?: (call: ExecutorCall, services: ExecutorServices) => Promise<ExecutorOutcome>
}
