// How long to wait before a call is tried again: exponential, with jitter, and never less than the server asked for.
import { sha256Hex } from '../../contracts/digest.js'

/** Milliseconds before the first further attempt, at most; each later one waits twice as long. */
export const FIRST_WAIT_MS = 1000
/** Milliseconds that nobody waits longer than, unless a server asks for it. */
export const LONGEST_WAIT_MS = 30_000

/**
 * Milliseconds to wait after attempt `attempt`, which counts from 1: between a half and the whole of
 * `min(30 s, 1 s * 2^(attempt-1))`, drawn from `seed`, or what the server asked for if that is longer.
 */
export function backoffMs(attempt: number, seed: string, retryAfterSeconds: number | undefined): number {
  const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  const fraction = Number.parseInt(sha256Hex(`${seed}/${attempt}`).slice(0, 8), 16) / 0xffff_ffff
  return Math.max(whole * (0.5 + fraction / 2), (retryAfterSeconds ?? 0) * 1000)
}
