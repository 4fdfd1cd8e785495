// Reads the whole of a captured stream, up to a limit.
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { EvalChecksError } from '../contracts/errors.js'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * Reads a file as UTF-8 with replacement; one that does not exist is an empty stream. What the program may have put in
 * the place of its file, a link or a pipe, is neither followed nor waited for.
 * @throws EvalChecksError `OUTPUT_TOO_LARGE` when it holds more than `limitBytes`, `NOT_A_FILE` when it is none
 */
export async function readWhole(file: string, limitBytes: number): Promise<string> {
  const handle = await openCaptured(file)
  if (handle === null) return ''
  try {
    const { size } = await requireFile(handle, file)
    if (size > limitBytes) throw tooLarge(file, limitBytes)
    // One byte more than there should be: somebody may still be writing.
    const bytes = Buffer.alloc(size + 1)
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    if (length > limitBytes) throw tooLarge(file, limitBytes)
    return bytes.toString('utf8', 0, length)
  } finally {
    await handle.close()
  }
}

async function openCaptured(file: string): Promise<FileHandle | null> {
  try {
    // Windows knows neither of the two.
    return await open(file, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return null
    if (code === 'ELOOP') throw notAFile(file)
    throw error
  }
}

async function requireFile(handle: FileHandle, file: string): Promise<{ readonly size: number }> {
  const stats = await handle.stat()
  if (!stats.isFile()) throw notAFile(file)
  return stats
}

function tooLarge(file: string, limitBytes: number): EvalChecksError {
  return new EvalChecksError('OUTPUT_TOO_LARGE', `${file} holds more than ${limitBytes} bytes`)
}

function notAFile(file: string): EvalChecksError {
  return new EvalChecksError('NOT_A_FILE', `${file} is not the file that the output was written to`)
}
