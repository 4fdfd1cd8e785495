// Lists a folder on disk as a tree: regular files and folders, nothing else, and no link followed.
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { EvalChecksErrors } from '../../../contracts/errors.js'
import type { EvalInputError } from '../../../contracts/experiment/input-error.js'
import { callSystem, resolutionError } from '../faults.js'
import { sortTree, type TreeEntry } from './tree-digest.js'

/** What to list. */
export interface ListRequest {
  /** The real path of a folder. */
  readonly root: string
  /** Whether `.git` at the root is left out. */
  readonly withoutGit: boolean
  /** Folders that must not lie in the tree, by their real paths: what is written there changes it. */
  readonly mustNotContain?: string
  readonly signal: AbortSignal
}

const PIECE = 1024 * 1024
/** Entries between two looks at the signal. */
const STRIDE = 256
/** Faults of one tree that are told. */
const MOST_FAULTS = 5

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The entries, sorted.
 * @throws {EvalChecksErrors} of `CLI_INPUT_RESOLUTION_FAILED` for links, special files, names that are not UTF-8 and
 * what cannot be read
 */
export async function listTree(request: ListRequest): Promise<readonly TreeEntry[]> {
  const entries: TreeEntry[] = []
  const faults: EvalInputError[] = []
  const folders = ['']
  let seen = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of readNames(path.join(request.root, folder))) {
      if (seen++ % STRIDE === 0) await breathe(undefined, { signal: request.signal })
      if (folder === '' && name.equals(GIT) && request.withoutGit) continue
      const entry = readEntry(request, folder, name)
      if (entry instanceof Error) faults.push(entry)
      else if (entry.entryKind === 'folder') folders.push(entry.path)
      if (faults.length >= MOST_FAULTS) throw new EvalChecksErrors(faults)
      if (!(entry instanceof Error)) entries.push(entry)
    }
  }
  if (faults.length > 0) throw new EvalChecksErrors(faults)
  return sortTree(entries)
}

const GIT = Buffer.from('.git')

function readNames(folder: string): readonly Buffer[] {
  return callSystem(`cannot read the folder ${folder}`, { location: { file: folder } }, () =>
    readdirSync(folder, { encoding: 'buffer' }),
  )
}

function readEntry(request: ListRequest, folder: string, rawName: Buffer): TreeEntry | EvalInputError {
  const name = decode(rawName)
  const relative = folder === '' ? (name ?? String(rawName)) : `${folder}/${name ?? String(rawName)}`
  const file = path.join(request.root, relative)
  const location = { file }
  if (name === null)
    return resolutionError(`the name of ${file} is not UTF-8`, { location, fix: 'rename it' })
  const stats = callSystem(`cannot look at ${file}`, { location }, () => lstatSync(file))
  if (stats.isDirectory()) {
    if (file !== request.mustNotContain) return { entryKind: 'folder', path: relative }
    return resolutionError(`the folder ${request.root} holds ${file}, where frozen content is written`, {
      location,
      expected: 'a folder in which nothing changes while it is measured',
      fix: 'name a smaller folder, or write the output elsewhere',
    })
  }
  if (!stats.isFile()) {
    const what = stats.isSymbolicLink() ? 'a symbolic link' : 'no regular file'
    return resolutionError(`${file} is ${what}`, {
      location,
      expected: 'regular files and folders alone, so that a copy is the same everywhere',
      fix: stats.isSymbolicLink() ? 'put a copy of what it leads to in its place' : 'remove it',
    })
  }
  const { size } = stats
  const executable = (stats.mode & constants.S_IXUSR) !== 0
  return { entryKind: 'file', path: relative, size, executable, read: () => readPieces(file, size) }
}

function decode(name: Buffer): string | null {
  try {
    return decoder.decode(name)
  } catch {
    return null
  }
}

/** Shared by all files: they are read one after the other. */
const piece = Buffer.allocUnsafe(PIECE)

/**
 * The bytes of a regular file, in one buffer that is used again and again.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when it is no regular file any more or does not have `size` bytes
 */
export function* readPieces(file: string, size: number): Iterable<Uint8Array> {
  const details = { location: { file } }
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = callSystem(`cannot read ${file}`, details, () =>
    openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
  )
  try {
    let left = fstatSync(descriptor).isFile() ? size : -1
    while (left >= 0) {
      const length = callSystem(`cannot read ${file}`, details, () => readSync(descriptor, piece))
      if (length === 0) break
      left -= length
      if (left >= 0) yield piece.subarray(0, length)
    }
    if (left !== 0)
      throw resolutionError(`${file} was changed while it was read`, {
        ...details,
        fix: 'try again when nothing writes to it',
      })
  } finally {
    closeSync(descriptor)
  }
}
