// From what was typed or configured to a request: reads the file, asks the host, anchors paths.
import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { EvalChecksErrors } from '../contracts/errors.js'
import type { Executor } from '../contracts/executor.js'
import { EvalInputError } from '../contracts/experiment/input-error.js'
import { type InputFault, toInputError } from '../contracts/experiment/input-fault.js'
import type { EvaluationRequest } from '../contracts/experiment/request.js'
import type { GivenOptions } from '../parse/experiment/index.js'
import { type EvaluationRequestInput, parseEvaluationRequest } from '../parse/experiment/index.js'
import { readExperimentFile } from '../parse/experiment-file/index.js'
import { readStartEnvironment } from '../process/environment.js'
import { chooseHostDefaults } from '../resolve/experiment/host-defaults.js'

/** What a request is read from. */
export interface RequestPlace {
  /** Flags that were typed, by option name; `config` is the experiment file. */
  readonly flags: GivenOptions
  /** Options of the plugin. */
  readonly options?: GivenOptions
  /** Relative paths of flags start here; absolute. */
  readonly cwd: string
  /** Executors that can be named. */
  readonly executors: readonly Executor[]
  /** Where the project's output goes; absolute. */
  readonly projectFolder: string
}

/** A request, and what its file says in vain. */
export interface ReadRequest {
  readonly request: EvaluationRequest
  readonly warnings: readonly InputFault[]
}

/**
 * Reads a request.
 * @throws {EvalChecksErrors} all faults of the file, or else all of the request
 */
export async function readRequest({
  flags,
  options,
  cwd,
  executors,
  projectFolder,
}: RequestPlace): Promise<ReadRequest> {
  const { warnings, ...file } = readConfig(flags.config, cwd)
  const defaults = await chooseHostDefaults({
    environment: readStartEnvironment(),
    executors,
    projectFolder,
    homeFolder: homedir(),
    platform: process.platform,
    isTerminal: process.stdout.isTTY,
  })
  const request = parseEvaluationRequest({ flags, ...(options ? { options } : {}), defaults, ...file })
  return { request, warnings }
}

type FilePart = Pick<EvaluationRequestInput, 'config' | 'configLocator' | 'locate' | 'anchor'>

function readConfig(written: unknown, cwd: string): FilePart & { readonly warnings: readonly InputFault[] } {
  if (typeof written !== 'string' || written === '') return { warnings: [] }
  const file = path.resolve(cwd, written)
  const { config, positionOf, faults } = readExperimentFile({ file, bytes: readBytes(file), explicit: true })
  const errors = faults.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new EvalChecksErrors(errors.map(toInputError))
  const folder = path.dirname(file)
  return {
    warnings: faults,
    config,
    configLocator: file,
    locate: positionOf,
    // Beside the file, paths mean the same in both places and stay as they were written.
    ...(folder === cwd ? {} : { anchor: (text, kind) => anchorAt(cwd, text, kind) }),
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new EvalInputError('CLI_INPUT_INVALID', `${file} is not a file that can be read`, {
      sourceKey: '--config',
      fix: 'Name an experiment file.',
      cause,
    })
  }
}

/** An argument of a command is a path only where a file stands there. */
function anchorAt(cwd: string, text: string, kind: 'path' | 'argument'): string {
  const absolute = path.resolve(cwd, text)
  if (kind === 'path') return absolute
  return statSync(absolute, { throwIfNoEntry: false })?.isFile() ? absolute : text
}
