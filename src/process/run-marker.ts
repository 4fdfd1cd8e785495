// The variable that marks a program and everything that it starts, and the search for those who carry it.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A program that is told to empty its environment loses the mark. */
export const RUN_VARIABLE = 'EVAL_CHECKS_RUN'

/** A new mark: 32 hex digits that nothing else on this machine holds. */
export function createMarker(): string {
  return randomBytes(16).toString('hex')
}

/** Adds a mark to an environment. The marks of runs around this one stay, so that they too know their own. */
export function markEnvironment(
  env: Readonly<Record<string, string>>,
  marker: string,
): Readonly<Record<string, string>> {
  const outer = env[RUN_VARIABLE]
  return { ...env, [RUN_VARIABLE]: outer ? `${outer}:${marker}` : marker }
}

/** Whether a process was started with a mark. False where the system does not tell: another user's, or no `/proc`. */
export function carriesMarker(pid: number, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(marker)
  } catch {
    return false
  }
}
