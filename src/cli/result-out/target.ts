// The place of a result document: looked at before the run, written to after it, never through a link.
import { accessSync, constants, lstatSync, mkdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { EvalChecksError } from '../../contracts/errors.js'
import { atomicWrite, describeCause } from '../../store/atomic-write.js'

/** A place that can be written to, as it was when it was looked at. */
export interface DocumentTarget {
  /** Real path of the nearest folder that exists. */
  readonly folder: string
  /** Folders below it that are to be made. */
  readonly missing: readonly string[]
  readonly name: string
}

/**
 * Looks at a place without changing anything. What stands there already must be a plain file: a link, a folder or a
 * device would be lost.
 * @throws {EvalChecksError} `RESULT_OUT_INVALID`
 */
export function openTarget(path: string): DocumentTarget {
  const absolute = resolve(path)
  const missing: string[] = []
  let folder = dirname(absolute)
  for (; look(folder) === undefined; folder = dirname(folder)) missing.unshift(basename(folder))
  try {
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder')
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw refuse(absolute, `${folder} cannot be written to: ${describeCause(cause)}`)
  }
  if (missing.length === 0) requireFile(absolute)
  return { folder: realpathSync(folder), missing, name: basename(absolute) }
}

/**
 * Writes the document whole or not at all, and makes missing folders. Its mode is that of any new file.
 * @throws {EvalChecksError} `RESULT_OUT_INVALID` when the place is no longer what it was, `WRITE_FAILED`
 */
export function writeToTarget({ folder, missing, name }: DocumentTarget, text: string): void {
  const parent = join(folder, ...missing)
  const path = join(parent, name)
  try {
    mkdirSync(parent, { recursive: true })
  } catch (cause) {
    throw refuse(path, `${parent} cannot be made: ${describeCause(cause)}`)
  }
  // The checks of the run may have put links there.
  if (realpathSync(parent) !== parent) throw refuse(path, `a symlink was put in the place of ${parent}`)
  requireFile(path)
  atomicWrite(path, text, 0o666)
}

function requireFile(path: string): void {
  const found = look(path)
  if (found === undefined || found.isFile()) return
  const what = found.isSymbolicLink() ? 'a symlink' : found.isDirectory() ? 'a folder' : 'no plain file'
  throw refuse(path, `it is ${what}`)
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    // Something on the way is a file: that is what the caller finds next.
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR') return undefined
    throw refuse(path, describeCause(cause))
  }
}

function refuse(path: string, why: string): EvalChecksError {
  return new EvalChecksError(
    'RESULT_OUT_INVALID',
    `the result document cannot be written to ${path}: ${why}`,
    {
      expected: 'a plain file, or nothing yet, in a real folder',
      fix: 'name another file (--result-out)',
    },
  )
}
