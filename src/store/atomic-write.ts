// Writes a file whole or not at all, and never through a symlink.
// The package `write-file-atomic` resolves links and writes to where they lead; a run folder is open to the scripts that
// it is about, so here a link in the file's place is replaced and a link in its folder's place is refused.
import { randomBytes } from 'node:crypto'
import { closeSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { EvalChecksError } from '../contracts/errors.js'

/**
 * Writes `content` to a new sibling of `path` and renames it into place, synchronously and without fsync. `mode` is the
 * mode of the file (0600 by default), whatever stood there before. After a failure nothing is left behind.
 * @throws {EvalChecksError} `WRITE_THROUGH_LINK` when the file's folder is a symlink, `WRITE_FAILED` otherwise
 */
export function atomicWrite(path: string, content: string | Uint8Array, mode = 0o600): void {
  // Resolved, because a folder that ends in a slash names what a link leads to.
  const folder = resolve(dirname(path))
  try {
    refuseLink(folder)
    // Short of any limit on names, whatever the length of the final name.
    const sibling = join(folder, `.${basename(path).slice(0, 40)}.${randomBytes(6).toString('hex')}.tmp`)
    writeNew(sibling, content, mode, () => renameSync(sibling, path))
  } catch (cause) {
    if (cause instanceof EvalChecksError) throw cause
    throw new EvalChecksError('WRITE_FAILED', `cannot write ${path}: ${describeCause(cause)}`, {
      fix: 'check that the folder exists, that it is writable and that the disk has room',
      cause,
    })
  }
}

/** The sentence of anything thrown. */
export function describeCause(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

function refuseLink(folder: string): void {
  if (!lstatSync(folder).isSymbolicLink()) return
  throw new EvalChecksError(
    'WRITE_THROUGH_LINK',
    `${folder} is a symbolic link: nothing is written through it`,
    {
      location: { file: folder },
      expected: 'a real folder',
      fix: 'remove the link; if a check put it there, that check tampers with the results of this run',
    },
  )
}

function writeNew(path: string, content: string | Uint8Array, mode: number, finish: () => void): void {
  // `wx` fails when anything, also a link, stands at that name.
  const file = openSync(path, 'wx', mode)
  try {
    try {
      writeFileSync(file, content)
    } finally {
      closeSync(file)
    }
    finish()
  } catch (cause) {
    rmSync(path, { force: true })
    throw cause
  }
}
