// Freezes the files that checks refer to: read once, digested, and from then on known by their bytes.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FileReference, FrozenFile } from '../../contracts/check-type.js'
import { digestBytes } from '../../contracts/digest.js'

/** Reads a referenced file, whose path is relative to the folder of the real check file. Never throws. */
export function freezeFile(checkFile: string, { role, path: written }: FileReference): FrozenFile {
  const absolutePath = path.resolve(path.dirname(checkFile), written)
  try {
    if (!statSync(absolutePath).isFile())
      return { role, path: written, absolutePath, bytes: null, cause: 'it is no file' }
    const bytes = readFileSync(absolutePath)
    return { role, path: written, absolutePath, bytes, digest: digestBytes(bytes) }
  } catch (error) {
    return { role, path: written, absolutePath, bytes: null, cause: causeOf(error) }
  }
}

function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'it does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'there is no permission to read it'
  if (code === 'ERR_INVALID_ARG_VALUE') return 'its path holds a NUL character'
  if (code === 'ELOOP') return 'it is a loop of links'
  if (code === 'ENAMETOOLONG') return 'its path is too long'
  return error instanceof Error ? error.message : String(error)
}
