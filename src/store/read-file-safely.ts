// Reads files in places where checks can write: never through a link, never a device, never more than was asked for.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The start of a file. */
export interface FileStart {
  readonly bytes: Buffer
  /** Size of the whole file in bytes. */
  readonly size: number
}

/** At most `longest` bytes from the start of a regular file; null when there is none, or something else in its place. */
export function readFileStart(path: string, longest: number): FileStart | null {
  let file: number
  try {
    // Not blocking: a pipe in the file's place would wait for somebody to write.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return null
  }
  try {
    const about = fstatSync(file)
    if (!about.isFile()) return null
    const bytes = Buffer.alloc(Math.min(about.size, longest))
    return { bytes: bytes.subarray(0, readFully(file, bytes)), size: about.size }
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}

function readFully(file: number, bytes: Buffer): number {
  let filled = 0
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, filled)
    if (read === 0) break
    filled += read
  }
  return filled
}
