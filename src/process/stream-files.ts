// The files that a program's standard output and standard error go to.
import { closeSync, openSync, rmSync } from 'node:fs'
import { devNull } from 'node:os'
import type { StreamTail } from '../contracts/program.js'
import { EMPTY_TAIL, readDescriptorTail } from './tail.js'

/** One stream's file, open for the program to write and for us to read afterwards. */
export interface StreamFile {
  readonly path: string
  readonly descriptor: number
}

/** A stream file that could not be created; `cause` is the operating system's error. */
export class StreamFileError extends Error {
  constructor(path: string, cause: unknown) {
    super(`the output file ${path} could not be created`, { cause })
  }
}

/**
 * Creates a file that must not exist yet, readable by its owner alone. It is open for appending, so that a program
 * that opens `/dev/stderr` anew and thereby truncates it leaves no hole.
 * @throws StreamFileError
 */
export function openStreamFile(path: string): StreamFile {
  try {
    return { path, descriptor: openSync(path, 'ax+', 0o600) }
  } catch (error) {
    throw new StreamFileError(path, error)
  }
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

/** Reads what is left of a stream and closes its file; a file that stayed empty is removed. */
export function closeStreamFile({ path, descriptor }: StreamFile): StreamTail {
  let tail = EMPTY_TAIL
  try {
    tail = readDescriptorTail(descriptor)
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
