// What preflight of an experiment is given.
import type { Executor } from '../../contracts/executor.js'
import type { CompiledExperiment } from '../../contracts/experiment/compiled.js'
import type { ExecutorCommand } from '../../contracts/experiment/request.js'

/** What preflight looks at. Paths absolute. */
export interface PreflightRequest {
  readonly compiled: CompiledExperiment
  readonly executors: readonly Executor[]
  readonly environment: Readonly<Record<string, string>>
  /** Relative programs start here. */
  readonly workingFolder: string
  /** Of a custom executor. */
  readonly command?: ExecutorCommand
  readonly signal: AbortSignal
}
