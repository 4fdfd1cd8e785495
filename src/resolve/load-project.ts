// Everything that is read from disk before a plan can be compiled: configuration, check files, their parse.
import type { CheckType } from '../contracts/check-type.js'
import type { LoadedChecks } from '../contracts/resolved-files.js'
import { discoverChecks } from './checks/discover.js'
import { loadChecks, ParseCache } from './checks/load-checks.js'
import { type LoadedConfiguration, loadConfiguration } from './configuration/load-configuration.js'

export { ParseCache }

/** What to load. */
export interface ProjectRequest {
  readonly cwd: string
  /** Root of the Vite project, when there is one: only checks below it are taken. */
  readonly viteRoot?: string
  /** True: `cwd` is the project root, whatever lies above it. */
  readonly exactRoot?: boolean
  /** Absolute: looks for checks only here. */
  readonly checkDir?: string
  readonly options: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
  readonly projectConfig: boolean
  readonly types: ReadonlyMap<string, CheckType>
  readonly cache: ParseCache
  /** A snapshot of the environment; the process's own when absent. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** A project as it stands on disk. */
export interface LoadedProject extends LoadedConfiguration {
  readonly checks: LoadedChecks
}

/**
 * Loads a project. Faults of check files come back as data.
 * @throws {EvalChecksErrors} when the configuration is at fault
 * @throws {EvalChecksError} `CHECK_DIR_INVALID`
 */
export async function loadProject(request: ProjectRequest): Promise<LoadedProject> {
  const {
    cwd,
    viteRoot,
    exactRoot = false,
    checkDir,
    options,
    flags,
    projectConfig,
    environment = process.env,
  } = request
  const configured = await loadConfiguration({
    cwd,
    options,
    flags,
    environment,
    projectConfig,
    exactRoot,
    ...(viteRoot === undefined ? {} : { viteRoot }),
  })
  const { projectRoot, discoveryRoot, outputDir, configuration } = configured
  const { excludeDirs } = configuration.discovery
  const discovery = await discoverChecks({
    projectRoot,
    discoveryRoot,
    excludeDirs,
    outputDir,
    ...(checkDir === undefined ? {} : { checkDir }),
  })
  return { ...configured, checks: loadChecks(discovery, request.types, request.cache) }
}
