// Ctrl-C during a run of checks: cancel, report, and only then let Vitest end the process.
import type { Vitest } from 'vitest/node'
import { takeOverInterruption } from '../process/signals.js'

/** Milliseconds after which Vitest's own listener is called after all, should ending the programs hang. */
const INTERRUPTION_LIMIT_MS = 8000

/** Vitest's own listener, `onExit`, ends the process at once: without a report, and with its programs still running. */
export function takeOverInterruptionOf(vitest: Vitest): () => void {
  return takeOverInterruption({
    onInterrupt: () => void vitest.cancelCurrentRun('keyboard-input'),
    isHeldBack: (listener) => typeof listener === 'function' && listener.name === 'onExit',
    limitMs: INTERRUPTION_LIMIT_MS,
  })
}
