// What one program started, as a whole that takes signals and comes to an end: at least its process group.
import { signalGroup, waitForGroupEnd } from './group.js'

/** A program and what it started. */
export interface Family {
  /** Sends a signal to all of it; SIGKILL also to those who appear during {@link waitForEnd}. */
  readonly signal: (signal: NodeJS.Signals) => Promise<void>
  /**
   * Waits until none of it runs. Resolves with false when some still do after `withinMs`. Members that only wait to
   * be reaped do not count.
   */
  readonly waitForEnd: (withinMs: number) => Promise<boolean>
}

/** The process group alone. */
export function groupFamily(leader: number): Family {
  return {
    signal: async (signal) => signalGroup(leader, signal),
    waitForEnd: (withinMs) => waitForGroupEnd(leader, withinMs),
  }
}
