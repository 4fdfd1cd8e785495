// What asking agents needs of a run.
import type { Configuration } from '../../contracts/configuration.js'
import type { LaunchedProgram, ProgramRequest } from '../../contracts/program.js'
import type { AgentRegistry } from '../../resolve/judging/settings.js'
import type { StoredRun } from './replay.js'

/** See the file's head. */
export interface JudgingRequest {
  readonly configuration: Configuration
  readonly registry: AgentRegistry
  readonly projectRoot: string
  readonly environment: Readonly<Record<string, string>>
  readonly launch: (request: ProgramRequest) => Promise<LaunchedProgram>
  readonly replay: StoredRun | null
}
