// Starts a Vitest that knows checks only, as `run` uses it and as others look through it.
import { createVitest, type Vitest } from 'vitest/node'
import { EvalChecksError } from '../contracts/errors.js'
import { leaveCommandLineRequest } from '../vitest/command-line.js'
import { existingHost, type Host } from '../vitest/host.js'
import { evalChecks } from '../vitest/plugin.js'
import type { RunRequest } from './run-request.js'

/** A Vitest instance whose projects hold check files and nothing else. */
export interface OpenHost {
  readonly vitest: Vitest
  readonly host: Host
  readonly close: () => Promise<void>
}

/** Opens a host at `root`. Rejects when the Vitest config is broken. */
export async function openHost(
  root: string,
  { plugin, testNamePattern, bail }: RunRequest,
): Promise<OpenHost> {
  leaveCommandLineRequest(plugin)
  const vitest = await createVitest(
    'test',
    {
      root,
      run: true,
      watch: false,
      passWithNoTests: true,
      coverage: { enabled: false },
      typecheck: { enabled: false },
      includeTaskLocation: true,
      ...(testNamePattern === undefined ? {} : { testNamePattern }),
      ...(bail === undefined ? {} : { bail }),
    },
    // A project whose Vitest config has the plugin keeps its own options: the first plugin on an instance sets it up.
    { plugins: [lastPlugin()] },
    // Standard output is for events alone.
    plugin.format === 'ndjson' ? { stdout: process.stderr } : {},
  )
  const host = existingHost(vitest)
  if (host) return { vitest, host, close: () => vitest.close() }
  await vitest.close()
  throw new EvalChecksError('NO_HOST', 'the Vitest config keeps plugins from being set up')
}

/** Our own plugin after the user's, so that theirs comes first where there is one. */
function lastPlugin() {
  return evalChecks().map((plugin) => ({ ...plugin, enforce: 'post' as const }))
}
