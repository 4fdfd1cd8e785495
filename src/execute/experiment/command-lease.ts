// The program of a custom command, immediately before it is started: the same bytes as those that were sealed.
import { createHash } from 'node:crypto'
import { type BigIntStats, realpathSync, statSync } from 'node:fs'
import type { Digest } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { ExecutorCommand } from '../../contracts/experiment/request.js'
import { isJsonObject } from '../../contracts/is-json.js'
import type { Json } from '../../contracts/json.js'
import {
  COMMAND_RUNTIME_VERSION,
  type CommandPlace,
  locateCommand,
} from '../../resolve/experiment/command-runtime.js'
import { readPieces } from '../../resolve/experiment/content/list-tree.js'

/** Digests of files by identity: a file that has the same number, size and times of change is not read again. */
const digests = new Map<string, Digest>()

/**
 * The command with absolute paths in place of its files.
 * @throws {EvalChecksError} `CONTENT_CHANGED` when a file is not the one that the manifest names
 */
export function leaseCommand(
  command: ExecutorCommand,
  manifest: Json | undefined,
  place: CommandPlace,
): ExecutorCommand {
  const located = locateCommand(command, place)
  const sealed = isJsonObject(manifest) && Array.isArray(manifest.arguments) ? manifest.arguments : []
  const isKnown = isJsonObject(manifest) && manifest.schemaVersion === COMMAND_RUNTIME_VERSION
  const argv = located.map((argument, index) => {
    const entry = sealed[index]
    const named = isJsonObject(entry) ? entry : {}
    if (argument.argumentKind === 'text') {
      if (named.argumentKind !== 'text' || named.text !== argument.text) throw changed(argument.text)
      return argument.text
    }
    const { digest, size } = digestFile(argument.file)
    if (named.digest !== digest || named.size !== size) throw changed(argument.file)
    return `${argument.prefix}${argument.file}`
  })
  if (!isKnown || located.length !== sealed.length) throw changed(command.command[0] ?? '')
  return { command: argv, protocol: command.protocol }
}

function digestFile(file: string): { readonly digest: Digest; readonly size: number } {
  const real = realpathSync(file)
  const stats = statSync(real, { bigint: true })
  const key = identityOf(real, stats)
  const size = Number(stats.size)
  const known = digests.get(key)
  if (known !== undefined) return { digest: known, size }
  const hash = createHash('sha256')
  for (const piece of readPieces(real, size)) hash.update(piece)
  const digest: Digest = `sha256:${hash.digest('hex')}`
  digests.set(key, digest)
  return { digest, size }
}

function identityOf(file: string, { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [file, dev, ino, size, mtimeNs, ctimeNs].join('\n')
}

function changed(file: string): EvalChecksError {
  return new EvalChecksError(
    'CONTENT_CHANGED',
    `the executor's file ${file} is not the one that was sealed`,
    {
      location: { file },
      expected: 'the program that preflight looked at, unchanged until the run is over',
      fix: 'start again when nothing writes to it',
    },
  )
}
