// From the options of `eval-checks run` to what is asked of Vitest and of the plugin.
import path from 'node:path'
import { EvalChecksErrors } from '../contracts/errors.js'
import { parseConfiguration } from '../parse/configuration/parse-configuration.js'
import type { CommandLineRequest } from '../vitest/command-line.js'
import { type OptionValues, textOf, textsOf, typedFlags } from './options.js'
import { readReporterFlags } from './reporter-flags.js'
import { UsageError } from './usage-error.js'

/** A run as it was asked for. */
export interface RunRequest {
  readonly plugin: CommandLineRequest
  readonly testNamePattern: string | undefined
  readonly bail: number | undefined
}

/**
 * Reads the options; a relative `--check-dir` starts at the current folder.
 * @throws {UsageError}
 */
export function readRunRequest(options: OptionValues): RunRequest {
  const flags = typedFlags(options)
  refuseBadFlags(flags)
  const format = textOf(options, 'format') ?? 'text'
  if (format !== 'text' && format !== 'ndjson') throw new UsageError('--format takes text or ndjson')
  const flatOutput = options.flatOutput === true
  if (flatOutput && flags.outputDir === undefined) {
    throw new UsageError('--flat-output needs --output-dir: name the folder of this run')
  }
  const failedOnly = options.failed === true
  if (flatOutput && failedOnly) {
    throw new UsageError(
      '--failed looks for the latest run in the output folder, which --flat-output wants empty',
    )
  }
  const replay = textOf(options, 'replay')
  const checkId = textOf(options, 'checkId')
  const checkDir = textOf(options, 'checkDir')
  const tags = textsOf(options, 'tag')
  const reporters = textsOf(options, 'reporter')
  return {
    plugin: {
      flags,
      projectConfig: options.projectConfig !== false,
      ...(checkId === undefined ? {} : { checkIds: [checkId] }),
      ...(checkDir === undefined ? {} : { checkDir: path.resolve(checkDir) }),
      ...(tags === undefined ? {} : { tags }),
      failedOnly,
      ...(replay === undefined ? {} : { replay: readRun(replay) }),
      flatOutput,
      format,
      ...(reporters === undefined ? {} : { reporters: readReporterFlags(reporters) }),
      verbose: options.verbose === true,
    },
    testNamePattern: readPattern(textOf(options, 'testNamePattern')),
    bail: readBail(textOf(options, 'bail')),
  }
}

/**
 * Refuses values that no configuration key takes.
 * @throws {UsageError} with all of them
 */
export function refuseBadFlags(flags: OptionValues): void {
  if (Object.keys(flags).length === 0) return
  try {
    parseConfiguration({ flags, environment: {}, defaults: { maxParallelChecks: 1 } })
  } catch (error) {
    if (error instanceof EvalChecksErrors) throw new UsageError(error.message)
    throw error
  }
}

/** A run id stays one; anything else is a folder that starts at the current one. */
function readRun(named: string): string {
  return /^\d{8}_\d{6}_[0-9a-f]{8}$/.test(named) ? named : path.resolve(named)
}

function readPattern(pattern: string | undefined): string | undefined {
  try {
    if (pattern !== undefined) new RegExp(pattern)
    return pattern
  } catch (error) {
    throw new UsageError(`--test-name-pattern: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readBail(bail: string | undefined): number | undefined {
  if (bail === undefined) return undefined
  if (/^[1-9]\d*$/.test(bail)) return Number(bail)
  throw new UsageError(`--bail takes a whole number, 1 or more, not ${JSON.stringify(bail)}`)
}
