// Reads the last part of a captured stream without ever holding the whole of it.
import { fstatSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { StreamTail } from '../contracts/program.js'

/** Bytes of a stream that are kept by default. */
export const TAIL_LIMIT_BYTES = 16 * 1024

/** The tail of a stream that holds nothing. */
export const EMPTY_TAIL: StreamTail = { text: '', totalBytes: 0 }

/** Reads the last `limit` bytes of a file; a file that does not exist is an empty stream. */
export async function readTail(file: string, limit = TAIL_LIMIT_BYTES): Promise<StreamTail> {
  let handle: Awaited<ReturnType<typeof open>>
  try {
    handle = await open(file, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return EMPTY_TAIL
    throw error
  }
  try {
    return readDescriptorTail(handle.fd, limit)
  } finally {
    await handle.close()
  }
}

/** Reads the last `limit` bytes of an open file, wherever its position stands. */
export function readDescriptorTail(descriptor: number, limit = TAIL_LIMIT_BYTES): StreamTail {
  const totalBytes = fstatSync(descriptor).size
  if (totalBytes === 0) return EMPTY_TAIL
  const start = Math.max(0, totalBytes - limit)
  const bytes = Buffer.alloc(totalBytes - start)
  let length = 0
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, start + length)
    if (count === 0) break
    length += count
  }
  const first = start === 0 ? 0 : countContinuationBytes(bytes.subarray(0, length))
  return { text: bytes.toString('utf8', first, length), totalBytes }
}

/** How many bytes at the front belong to a character that began earlier: at most 3 in UTF-8. */
function countContinuationBytes(bytes: Uint8Array): number {
  let count = 0
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count += 1
  return count
}
