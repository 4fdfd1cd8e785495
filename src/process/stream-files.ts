// The files that a program's standard streams go to and come from.
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import type { StreamTail } from '../contracts/program.js'
import { EMPTY_TAIL, readDescriptorTail } from './tail.js'

/** The two streams that are captured. */
export type StreamName = 'stdout' | 'stderr'

/** One stream's file, open for the program to write and for us to read afterwards. */
export interface StreamFile {
  readonly name: StreamName
  readonly path: string
  readonly descriptor: number
}

/** A stream file that could not be created; `cause` is the operating system's error. */
export class StreamFileError extends Error {
  constructor(path: string, cause: unknown) {
    super(`the file ${path} could not be created`, { cause })
  }
}

/**
 * Creates a file that must not exist yet, readable by its owner alone. It is open for appending, so that a program
 * that opens `/dev/stderr` anew and thereby truncates it leaves no hole.
 * @throws StreamFileError
 */
export function openStreamFile(name: StreamName, path: string): StreamFile {
  try {
    return { name, path, descriptor: openSync(path, 'ax+', 0o600) }
  } catch (error) {
    throw new StreamFileError(path, error)
  }
}

/**
 * Puts the whole input of a program into a file without a name, to be read from its start. Unlike a pipe it asks for
 * nobody who feeds it: a program may read it late, in part, anew under the name `/dev/stdin`, or never. `beside` is the
 * path of a file of the same run.
 * @returns a descriptor to be closed by the caller
 * @throws StreamFileError
 */
export function openInput(input: string | Uint8Array, beside: string): number {
  const file = `${beside}.input`
  try {
    const descriptor = openSync(file, 'wx+', 0o600)
    try {
      rmSync(file)
      writeWhole(descriptor, typeof input === 'string' ? Buffer.from(input) : input)
      return descriptor
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
  } catch (error) {
    throw new StreamFileError(file, error)
  }
}

/** Leaves the position of the descriptor at the start. */
function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, done)
  }
}

/** The first stream that holds more than `limitBytes`; null when none does. */
export function findOversized(files: readonly StreamFile[], limitBytes: number): StreamName | null {
  return files.find(({ descriptor }) => fstatSync(descriptor).size > limitBytes)?.name ?? null
}

/**
 * Sees that the start of a program, which itself takes two descriptors for a moment, will find them. Where there are
 * none, execa leaves an error event without a listener, and that would end the whole of Node.
 * @throws the system's error `EMFILE` or `ENFILE`
 */
export function checkFreeDescriptors(): void {
  const spare: number[] = []
  try {
    for (let count = 0; count < 3; count += 1) spare.push(openSync(devNull, 'r'))
  } finally {
    spare.forEach(closeSync)
  }
}

/** Reads what is left of a stream, cuts its file and closes it; a file that stayed empty is removed. */
export function closeStreamFile({ path, descriptor }: StreamFile, limitBytes = Infinity): StreamTail {
  let tail = EMPTY_TAIL
  try {
    tail = readDescriptorTail(descriptor)
    if (tail.totalBytes > limitBytes) ftruncateSync(descriptor, limitBytes)
  } finally {
    closeSync(descriptor)
  }
  if (tail.totalBytes === 0) removeQuietly(path)
  return tail
}

/** The program may have put something else in its place: then that stays. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}
