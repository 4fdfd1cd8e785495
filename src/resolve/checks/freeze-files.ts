// Freezes the files that checks refer to: read once, digested, and from then on known by their bytes.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FileReference, FrozenFile } from '../../contracts/check-type.js'
import { digestBytes } from '../../contracts/digest.js'

/** Where relative paths of references start; absolute. */
export interface ReferenceBases {
  /** The real check file. */
  readonly checkFile: string
  readonly projectRoot: string
}

/** The absolute path of a referenced file. */
export function resolveReference(
  { path: written, base }: FileReference,
  { checkFile, projectRoot }: ReferenceBases,
): string {
  return path.resolve(base === 'project-root' ? projectRoot : path.dirname(checkFile), written)
}

/** Reads a referenced file. Never throws. */
export function freezeFile(bases: ReferenceBases, reference: FileReference): FrozenFile {
  const { role, path: written } = reference
  const absolutePath = resolveReference(reference, bases)
  try {
    if (!statSync(absolutePath).isFile())
      return { role, path: written, absolutePath, bytes: null, cause: 'it is no file' }
    if (reference.base === 'project-root' && leadsOut(absolutePath, bases.projectRoot)) {
      return { role, path: written, absolutePath, bytes: null, cause: 'it leads out of the project' }
    }
    const bytes = readFileSync(absolutePath)
    return { role, path: written, absolutePath, bytes, digest: digestBytes(bytes) }
  } catch (error) {
    return { role, path: written, absolutePath, bytes: null, cause: causeOf(error) }
  }
}

/** A link to a place outside, such as a file of secrets, that somebody may have put there. */
function leadsOut(file: string, projectRoot: string): boolean {
  const inside = path.relative(realpathSync(projectRoot), realpathSync(file))
  return inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside)
}

/** Why a file cannot be had, in words that follow a colon. */
export function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'it does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'there is no permission to read it'
  if (code === 'ERR_INVALID_ARG_VALUE') return 'its path holds a NUL character'
  if (code === 'ELOOP') return 'it is a loop of links'
  if (code === 'ENAMETOOLONG') return 'its path is too long'
  return error instanceof Error ? error.message : String(error)
}
