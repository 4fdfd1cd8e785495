// What is said between the runner and a fork server. One job at a time, so that nothing needs a number.
import { constants } from 'node:os'
import type { ProgramEnd, PythonRequest } from '../../contracts/program.js'
import type { StreamFile } from '../stream-files.js'

/** Tells a forked child that it may begin: whoever has to end it knows its number. */
export const GO = 'g'

/**
 * A job as bytes: a line with the lengths of head and script, the head with NUL between its fields, the script. Where the
 * system lets other processes open what is open here, the streams go to these very files, whatever their names mean by then.
 */
export function encodeJob(request: PythonRequest, files: readonly StreamFile[]): Buffer {
  const { script, args, cwd, python, reads } = request
  const streams = files.map(({ path, descriptor }) =>
    process.platform === 'linux' ? `/proc/${process.pid}/fd/${descriptor}` : path,
  )
  const fields = [cwd, ...streams, reads?.file ?? '', reads?.root ?? '', python, script.path, ...args]
  const head = Buffer.from(fields.join('\0'))
  return Buffer.concat([Buffer.from(`${head.length} ${script.bytes.length}\n`), head, script.bytes])
}

/** A line of a fork server. */
export type ForkReply =
  | { readonly kind: 'ready' }
  /** It cannot do what a plain start does. */
  | { readonly kind: 'refuse'; readonly reason: string }
  /** A child waits for {@link GO}. */
  | { readonly kind: 'start'; readonly pid: number }
  | { readonly kind: 'exit'; readonly end: ProgramEnd }
  | { readonly kind: 'fail'; readonly reason: string }

/** Reads a line; null for one that no fork server says. */
export function readReply(line: string): ForkReply | null {
  const [, word, rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
  const number = /^\d+$/.test(rest) ? Number(rest) : null
  if (word === 'refuse' || word === 'fail') return { kind: word, reason: rest }
  if (number === null) return null
  if (word === 'ready') return { kind: word }
  // 0 and 1 would mean other processes than the child.
  if (word === 'start') return number > 1 ? { kind: word, pid: number } : null
  return word === 'exit' ? { kind: word, end: endOfStatus(number) } : null
}

/** From the status of `waitpid` to an end. */
function endOfStatus(status: number): ProgramEnd {
  const signal = status & 0x7f
  if (signal === 0) return { kind: 'exited', exitCode: (status >> 8) & 0xff }
  const [name = `signal ${signal}`] =
    Object.entries(constants.signals).find(([, value]) => value === signal) ?? []
  return { kind: 'signaled', signal: name }
}
