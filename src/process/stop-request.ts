// What can end a program from outside: its deadline and the cancellation of the run.
import { setMaxListeners } from 'node:events'
import type { ProgramRequest } from '../contracts/program.js'

/** Why a running program has to end. */
export type StopReason = 'timed-out' | 'cancelled'

/** Resolves when a program has to end; `dispose` clears the timer and the listener. */
export interface StopRequest {
  readonly reason: Promise<StopReason>
  readonly dispose: () => void
}

/** The longest delay that a timer of Node takes, in milliseconds; anything longer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Watches the deadline and the abort signal of a request from now on. */
export function watchForStop({ timeoutMs, signal }: ProgramRequest): StopRequest {
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const reason = new Promise<StopReason>((resolve) => {
    if (timeoutMs !== undefined) {
      timer = setTimeout(() => resolve('timed-out'), Math.min(timeoutMs, LONGEST_TIMER_MS))
    }
    if (signal !== undefined) {
      onAbort = () => resolve('cancelled')
      // One signal serves every program that runs at the moment: more than ten is no leak.
      setMaxListeners(0, signal)
      signal.addEventListener('abort', onAbort)
    }
  })
  const dispose = () => {
    clearTimeout(timer)
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort)
  }
  return { reason, dispose }
}
