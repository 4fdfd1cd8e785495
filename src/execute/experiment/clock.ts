// Time as execution sees it: a date for records, and a clock that only goes forward for durations.

/** Both kinds of time. */
export interface Clock {
  readonly now: () => Date
  /** Milliseconds from any point; never goes back. */
  readonly elapsed: () => number
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() }

/** A started measurement. */
export interface Stopwatch {
  readonly startedAt: string
  /** The times of what ended just now. */
  readonly stop: () => {
    readonly startedAt: string
    readonly completedAt: string
    readonly durationMs: number
  }
}

/** Starts to measure. */
export function startWatch(clock: Clock): Stopwatch {
  const startedAt = clock.now().toISOString()
  const start = clock.elapsed()
  return {
    startedAt,
    stop: () => ({
      startedAt,
      completedAt: clock.now().toISOString(),
      durationMs: Math.round((clock.elapsed() - start) * 1000) / 1000,
    }),
  }
}
