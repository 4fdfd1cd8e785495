// What can end a program from outside: its deadline, the cancellation of the run, and too much output.
import { setMaxListeners } from 'node:events'
import type { ProgramRequest } from '../contracts/program.js'
import { findOversized, type StreamFile, type StreamName } from './stream-files.js'

/** Why a running program has to end; the name of a stream: it holds too much. */
export type StopReason = 'timed-out' | 'cancelled' | StreamName

/** What may end a program from outside. */
export type StopConditions = Pick<ProgramRequest, 'timeoutMs' | 'signal' | 'maxOutputBytes'>

/** Resolves when a program has to end; `dispose` clears the timers and the listener. */
export interface StopRequest {
  readonly reason: Promise<StopReason>
  readonly dispose: () => void
}

/** The longest delay that a timer of Node takes, in milliseconds; anything longer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Milliseconds between two looks at the sizes of the streams. */
const SIZE_POLL_MS = 50

/** Watches the deadline, the abort signal and the size of the streams of a request from now on. */
export function watchForStop(request: StopConditions, files: readonly StreamFile[] = []): StopRequest {
  const { timeoutMs, signal, maxOutputBytes } = request
  let sizes: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const reason = new Promise<StopReason>((resolve) => {
    if (timeoutMs !== undefined) {
      timer = setTimeout(() => resolve('timed-out'), Math.min(timeoutMs, LONGEST_TIMER_MS))
    }
    if (maxOutputBytes !== undefined) {
      sizes = setInterval(() => {
        const oversized = findOversized(files, maxOutputBytes)
        if (oversized !== null) resolve(oversized)
      }, SIZE_POLL_MS)
    }
    if (signal !== undefined) {
      onAbort = () => resolve('cancelled')
      // One signal serves every program that runs at the moment: more than ten is no leak.
      setMaxListeners(0, signal)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
    }
  })
  const dispose = () => {
    clearTimeout(timer)
    clearInterval(sizes)
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort)
  }
  return { reason, dispose }
}
