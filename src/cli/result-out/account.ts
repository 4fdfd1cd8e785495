// From how a run ended to what a document tells of it.
import type { RunEnding } from '../run-checks.js'
import type { RunAccount } from './compose.js'

/** The account of a run that came to an end by itself, with the exit status that it has. */
export function accountOf(ending: RunEnding, exitCode: number): RunAccount {
  const { host, status } = ending
  const configuration = host.failure === null ? (host.project?.configuration ?? null) : null
  if (status !== 'completed') return { status, exitCode, error: ending.message, configuration, end: null }
  const { session } = host
  const end = session === null || 'failure' in session ? null : session.end
  return { status, exitCode, error: null, configuration, end }
}
