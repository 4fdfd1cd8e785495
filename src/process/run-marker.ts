// The variable that marks a program and everything that it starts, and the search for those who carry it.
import { randomBytes } from 'node:crypto'
import { readProcFile } from './read-proc-file.js'

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

/**
 * Whether a process was started with a mark. Null when it cannot be told: it is gone, or just becoming another program.
 * False where the system keeps it to itself: another user's process, or no `/proc`.
 */
export function carriesMarker(pid: number, marker: string): boolean | null {
  try {
    const environment = readProcFile(`/proc/${pid}/environ`)
    return environment.length === 0 ? null : environment.includes(marker)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ESRCH' ? null : false
  }
}
