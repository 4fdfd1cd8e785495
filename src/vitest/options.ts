// The options of `evalChecks({...})`: configuration keys stand where flags stand; the rest is the plugin's own.
import { reporterOptions } from '../builtins.js'
import type { CheckType } from '../contracts/check-type.js'
import { EvalChecksError, EvalChecksErrors } from '../contracts/errors.js'
import { isCheckType } from '../contracts/is-check-type.js'
import type { ExperimentOptions } from '../contracts/registry/option-name.js'
import type { ReporterChoice, RunReporter } from '../contracts/reporter.js'
import { hostOptionNames, parseHostOptions } from '../parse/configuration/host-options.js'
import { parseConfiguration } from '../parse/configuration/parse-configuration.js'
import { parseReporters } from '../parse/configuration/reporter-choices.js'
import { checkExperimentOptions, type GivenOptions } from '../parse/experiment/index.js'

/** Options of the Vitest plugin. All are optional; each stands above the environment and the project's config file. */
export interface EvalChecksOptions {
  /** Where runs are stored; a relative path starts at the project root. Default `.eval-banana/results`. */
  readonly outputDir?: string
  /** Share of points that a run needs, 0 to 1. Default 1. */
  readonly passThreshold?: number
  /** How many scripts run at once. Default: the available cores. */
  readonly maxParallelChecks?: number
  /** Python interpreter: a path from the project root, or a name on PATH. */
  readonly python?: string
  /** Names of folders that are not searched; replaces the default list. */
  readonly excludeDirs?: readonly string[]
  /** Where the search for `.eval-banana/config.toml` starts, upward; a relative path starts at the Vite root. */
  readonly cwd?: string
  /** The only folder that is searched for checks; a relative path starts at the Vite root. */
  readonly checkDir?: string
  /** Only checks with one of these tags run. */
  readonly tags?: readonly string[]
  /** False: the project's `.eval-banana/config.toml` is not read. */
  readonly projectConfig?: false
  /**
   * `name` of the project of checks that a config with `test.projects` gets, default `evals`; `groupOrder` of checks,
   * 0 to 1000, by default after all other tests.
   */
  readonly project?: { readonly name?: string; readonly groupOrder?: number }
  /**
   * Who tells of a run, besides the files in its folder, which are always written: reporters by name, with options as
   * `['junit', { outputFile: 'junit.xml' }]`, and your own. False: nobody. Default: the console, and GitHub in its Actions.
   */
  readonly reporters?: false | readonly (string | readonly [name: string, options?: object] | RunReporter)[]
  /** Globs of experiment files; default every `eval.yaml` and `NAME.eval.yaml` (`yml`, `json`). False: they are left alone. */
  readonly experiments?: false | string | readonly string[]
  /** Flags of `eval-checks eval` for experiments, in camel case; each stands above the experiment file. */
  readonly experiment?: ExperimentOptions
  /** Check types of your own. */
  readonly plugins?: readonly CheckType[]
  /** Other keys of the configuration, in camel case. */
  readonly [key: string]: unknown
}

/** Options taken apart. */
export interface ReadOptions {
  readonly configuration: Readonly<Record<string, unknown>>
  readonly types: ReadonlyMap<string, CheckType>
  readonly projectConfig: boolean
  /** As written. */
  readonly cwd?: string
  /** As written. */
  readonly checkDir?: string
  readonly tags?: readonly string[]
  readonly reporters?: false | readonly ReporterChoice[]
  /** Flags for experiments; right in name and kind, their values are judged with each experiment. */
  readonly experiment?: GivenOptions
}

/**
 * Takes the options apart and validates them, all faults at once.
 * @throws {EvalChecksErrors} `OPTION_UNKNOWN`, `OPTION_WRONG_TYPE`, `REPORTER_UNKNOWN` and the codes of configuration keys
 */
export function readOptions(options: EvalChecksOptions, builtIn: readonly CheckType[]): ReadOptions {
  const faults: EvalChecksError[] = []
  const host = collectFaults(faults, () => parseHostOptions(options)) ?? {}
  const configuration = Object.fromEntries(
    Object.entries(options).filter(([name]) => !hostOptionNames.has(name)),
  )
  collectFaults(faults, () =>
    parseConfiguration({ options: configuration, environment: {}, defaults: { maxParallelChecks: 1 } }),
  )
  faults.push(...checkExperimentOptions(host.experiment ?? {}))
  const plugins: readonly unknown[] = Array.isArray(options.plugins) ? options.plugins : []
  faults.push(...plugins.flatMap((plugin, index) => (isCheckType(plugin) ? [] : [notACheckType(index)])))
  const { reporters: listed } = host
  const reporters = listed ? collectFaults(faults, () => parseReporters(listed, reporterOptions())) : listed
  if (faults.length > 0) throw new EvalChecksErrors(faults)
  const types = new Map([...builtIn, ...plugins.filter(isCheckType)].map((type) => [type.type, type]))
  const { projectConfig = true, cwd, checkDir, tags, experiment } = host
  return {
    configuration,
    types,
    projectConfig,
    ...(cwd === undefined ? {} : { cwd }),
    ...(checkDir === undefined ? {} : { checkDir }),
    ...(tags === undefined ? {} : { tags }),
    ...(reporters === undefined ? {} : { reporters }),
    ...(experiment === undefined ? {} : { experiment }),
  }
}

/** What `step` returns; undefined when it throws faults, which are kept. */
function collectFaults<T>(faults: EvalChecksError[], step: () => T): T | undefined {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof EvalChecksErrors)) throw error
    faults.push(...error.errors)
    return undefined
  }
}

function notACheckType(index: number): EvalChecksError {
  return new EvalChecksError('OPTION_WRONG_TYPE', `option plugins[${index}] is not a check type`, {
    expected: 'an object with type, version, moduleUrl, schema, compile, preflight and run',
  })
}
