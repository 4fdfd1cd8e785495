// A custom command as executor: its program and the files among its arguments are its implementation, and are hashed.
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { canonicalJson } from '../../contracts/canonical-json.js'
import type { Digest } from '../../contracts/digest.js'
import { RESOURCE_MEDIA_TYPES } from '../../contracts/experiment/host-resources.js'
import type { ExecutorCommand } from '../../contracts/experiment/request.js'
import type { ResourceDescriptor } from '../../contracts/resource-descriptor.js'
import { findProgram } from '../../process/find-program.js'
import { readPieces } from './content/list-tree.js'
import { callSystem, resolutionError } from './faults.js'
import { lookAt } from './locate.js'
import type { Resolving } from './resolving.js'
import { createResource } from './resource.js'

/** Version of the manifest that the resource of a command holds. */
export const COMMAND_RUNTIME_VERSION = 'eval-checks.command-runtime/v1'

/** An argument of a command. The first one is the program. */
export type LocatedArgument =
  | { readonly argumentKind: 'text'; readonly text: string }
  | {
      readonly argumentKind: 'file'
      /** What stands before the path, such as `--import=`. */
      readonly prefix: string
      /** Absolute. */
      readonly file: string
    }

/** Where commands are looked for. */
export interface CommandPlace {
  /** Relative paths start here; absolute. */
  readonly base: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Finds the program of a command, and the files among its arguments: those that stand at their path from `base`.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when the program is missing or may not be executed
 */
export function locateCommand({ command }: ExecutorCommand, place: CommandPlace): readonly LocatedArgument[] {
  const [program = '', ...rest] = command
  const file = locateProgram(program, place)
  return [{ argumentKind: 'file', prefix: '', file }, ...rest.map((text) => locateArgument(text, place))]
}

function locateProgram(program: string, { base, environment }: CommandPlace): string {
  const found = findProgram(program, { environment, cwd: base })
  if (found !== null) return found
  const file = path.resolve(base, program)
  const details = { sourceKey: 'executor', location: { file } }
  const stats = lookAt(file, details)
  const isPath = /[/\\]/.test(program)
  if (!isPath)
    throw resolutionError(`the executor ${program} is no built-in one and no program on PATH`, {
      sourceKey: 'executor',
      expected: 'the name of an executor, the path of an executable file, or a command',
      fix: stats === null ? 'install it, or write its path' : `write ./${program} for the path ${file}`,
    })
  if (stats === null)
    throw resolutionError(`the executor ${file} does not exist`, {
      ...details,
      fix: 'correct the path in executor',
    })
  if (!stats.isFile())
    throw resolutionError(`the executor ${file} is no file`, { ...details, expected: 'one executable file' })
  throw resolutionError(`the executor ${file} may not be executed`, { ...details, fix: `chmod +x ${file}` })
}

function locateArgument(text: string, { base }: CommandPlace): LocatedArgument {
  const option = /^(--?[^=]+=)(.+)$/s.exec(text)
  const [prefix, written] = option === null ? ['', text] : [option[1] ?? '', option[2] ?? '']
  const isOption = option === null && text.startsWith('-')
  const file = path.resolve(base, written)
  return !isOption && isFile(file) ? { argumentKind: 'file', prefix, file } : { argumentKind: 'text', text }
}

/** Any text may be an argument: one that is no usable path is no file. */
function isFile(file: string): boolean {
  try {
    return lookAt(file)?.isFile() ?? false
  } catch {
    return false
  }
}

/**
 * Freezes the manifest of a request's custom command: its protocol, and its arguments with the digest of each that is a
 * file in place of its path. Null for built-in executors.
 * @throws {EvalInputError} as {@link locateCommand}, and for files that cannot be read
 */
export function freezeCommand(resolving: Resolving): ResourceDescriptor | null {
  const { executorCommand } = resolving.values.targetRuntime
  if (executorCommand === undefined) return null
  const { base, host, content, resources } = resolving
  const located = locateCommand(executorCommand, { base, environment: host.environment })
  const manifest = {
    schemaVersion: COMMAND_RUNTIME_VERSION,
    protocol: executorCommand.protocol,
    arguments: located.map((argument) => {
      if (argument.argumentKind === 'text') return argument
      const { prefix, file } = argument
      return { argumentKind: 'file', prefix, ...digestFile(file) }
    }),
  }
  const resource = createResource({
    kind: 'runtime-implementation',
    frozen: content.freezeBytes(Buffer.from(canonicalJson(manifest), 'utf8')),
    mediaType: RESOURCE_MEDIA_TYPES.commandRuntime,
    classification: 'sensitive',
    verified: 'content-digest',
    // The arguments may hold secrets.
    lineage: { source: executorCommand.command[0] ?? '' },
  })
  return resources.add(resource)
}

function digestFile(file: string): { readonly digest: Digest; readonly size: number } {
  const details = { sourceKey: 'executor', location: { file } }
  const real = callSystem(`cannot read ${file}`, details, () => realpathSync(file))
  const size = lookAt(real, details)?.size ?? 0
  const hash = createHash('sha256')
  for (const piece of readPieces(real, size)) hash.update(piece)
  return { digest: `sha256:${hash.digest('hex')}`, size }
}
