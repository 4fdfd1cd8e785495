// Loads the configuration of a project: finds the file, reads it, and hands everything to the parser.
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { EvalChecksError, EvalChecksErrors } from '../../contracts/errors.js'
import {
  type ParsedConfiguration,
  parseConfiguration,
} from '../../parse/configuration/parse-configuration.js'
import type { TomlSource } from '../../parse/configuration/read-toml.js'
import { type FoundProject, findProjectConfiguration, unreadable } from './find-project.js'

/** What to load the configuration for. */
export interface ConfigurationRequest {
  /** Where the search for `config.toml` starts. */
  readonly cwd: string
  /** The plugin's options. */
  readonly options?: unknown
  /** Flags by name in camel case. */
  readonly flags?: Readonly<Record<string, unknown>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** False: the file is not read; it still marks the project root. */
  readonly projectConfig: boolean
  /** Root of the Vite project when Vitest is the host. */
  readonly viteRoot?: string
  /** True: `cwd` is the project root, whatever lies above it. */
  readonly exactRoot?: boolean
}

/** A loaded configuration and the folders that follow from it. Paths are absolute. */
export interface LoadedConfiguration extends ParsedConfiguration {
  readonly projectRoot: string
  /** The file that was read, or null. */
  readonly configFile: string | null
  /** `core.output_dir`, from the project root. */
  readonly outputDir: string
  /** Checks are taken from this folder and below: the project root, in Vitest never above the Vite root. */
  readonly discoveryRoot: string
}

/**
 * Loads the configuration of the project that `cwd` belongs to.
 * @throws {EvalChecksErrors} with all faults of all sources
 */
export async function loadConfiguration(request: ConfigurationRequest): Promise<LoadedConfiguration> {
  const { options, flags, environment, projectConfig } = request
  const nearest = await findProject(request.cwd)
  const elsewhere = request.exactRoot === true && nearest.projectRoot !== resolve(request.cwd)
  const found = elsewhere ? { projectRoot: resolve(request.cwd), configFile: null } : nearest
  const viteRoot = request.viteRoot === undefined ? undefined : resolve(request.viteRoot)
  const projectRoot = found.configFile === null ? below(found.projectRoot, viteRoot) : found.projectRoot
  const configFile = projectConfig ? found.configFile : null
  const parsed = parseConfiguration({
    environment,
    defaults: { maxParallelChecks: availableParallelism() },
    ...(options === undefined ? {} : { options }),
    ...(flags === undefined ? {} : { flags }),
    ...(configFile === null ? {} : { toml: await readConfiguration(configFile) }),
  })
  return {
    ...parsed,
    projectRoot,
    configFile,
    outputDir: resolve(projectRoot, parsed.configuration.core.outputDir),
    discoveryRoot: below(projectRoot, viteRoot),
  }
}

// A file that cannot be read still marks the root; whether that is an error shows when it is to be read.
async function findProject(cwd: string): Promise<FoundProject> {
  try {
    return await findProjectConfiguration(cwd)
  } catch (error) {
    if (!(error instanceof EvalChecksError)) throw error
    const configFile = error.location?.file
    if (configFile === undefined) throw new EvalChecksErrors([error])
    return { projectRoot: dirname(dirname(configFile)), configFile }
  }
}

async function readConfiguration(file: string): Promise<TomlSource> {
  try {
    return { file, text: await readFile(file) }
  } catch (cause) {
    throw new EvalChecksErrors([unreadable(file, cause)])
  }
}

/** `folder` when it is the Vite root or below it, else the Vite root. */
function below(folder: string, viteRoot: string | undefined): string {
  if (viteRoot === undefined) return folder
  const path = relative(viteRoot, folder)
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? viteRoot : folder
}
