// The Vitest run behind `eval-checks run`: looks at what it would run, runs it, and says how it ended.
import type { Vitest } from 'vitest/node'
import type { Host } from '../vitest/host.js'
import { findRefusal, type Refusal } from './admission.js'
import { openHost } from './open-host.js'
import type { RunRequest } from './run-request.js'
import { describeThrown, printProject } from './show-fault.js'

/** How a run ended. A document about the run is made from this. */
export type RunEnding =
  | { readonly status: 'completed'; readonly exitCode: number; readonly host: Host }
  | (Refusal & { readonly host: Host })

/** Runs the checks of the project at `root`. Rejects when Vitest cannot start, such as for a broken Vitest config. */
export async function runChecks(
  root: string,
  filters: readonly string[],
  request: RunRequest,
): Promise<RunEnding> {
  const { vitest, host, close } = await openHost(root, request)
  const stop = () => void vitest.cancelCurrentRun('keyboard-input')
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    await host.load()
    if (request.plugin.verbose && host.project) printProject(host.project)
    const chosen = await vitest.globTestSpecifications([...filters])
    const refusal = findRefusal(host, chosen, request.plugin.checkIds?.[0])
    if (refusal) return { ...refusal, host }
    await vitest.start([...filters])
    return conclude(vitest, host)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await close()
  }
}

function conclude(vitest: Vitest, host: Host): RunEnding {
  const { session } = host
  if (!session) return { status: 'no_checks', message: 'No checks found', host }
  if ('failure' in session) {
    return { status: 'config_error', message: describeThrown(session.failure), host }
  }
  // Only our own reporter listens: what broke outside of any check would go unsaid.
  for (const error of vitest.state.getUnhandledErrors()) console.error(error)
  return { status: 'completed', exitCode: Number(process.exitCode ?? 0), host }
}
