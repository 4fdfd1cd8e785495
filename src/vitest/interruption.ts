// Ctrl-C during a run of checks: cancel, report, and only then let Vitest end the process.
import type { Vitest } from 'vitest/node'
import { takeOverInterruption } from '../process/signals.js'

/** Milliseconds after which Vitest's own listener is called after all, should ending the programs hang. */
const INTERRUPTION_LIMIT_MS = 8000

/** Ctrl-C is ours. */
export interface Interruption {
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** Gives Ctrl-C back. */
  readonly handBack: () => void
}

/** Vitest's own listener, `onExit`, ends the process at once: without a report, and with its programs still running. */
export function takeOverInterruptionOf(vitest: Vitest): Interruption {
  const controller = new AbortController()
  const handBack = takeOverInterruption({
    onInterrupt: () => {
      controller.abort()
      cancelRun(vitest)
    },
    isHeldBack: (listener) => typeof listener === 'function' && listener.name === 'onExit',
    limitMs: INTERRUPTION_LIMIT_MS,
  })
  return { signal: controller.signal, handBack }
}

/** Leaves Ctrl-C to Vitest, as in a watch session, which has no end to wait for. */
export function leaveInterruption(): Interruption {
  return { signal: new AbortController().signal, handBack: () => {} }
}

/** Cancels what runs. Vitest forgets a cancellation that comes before the first file runs: then it is called once more. */
export function cancelRun(vitest: Vitest): void {
  void vitest.cancelCurrentRun('keyboard-input')
}
