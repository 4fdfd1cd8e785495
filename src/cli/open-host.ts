// Starts a Vitest that knows checks only, as `run` uses it and as others look through it.
import { existsSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
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
  // As Vitest's own command line does; otherwise Vite sets it to `development`.
  process.env.NODE_ENV ??= 'test'
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
    { plugins: [lastPlugin()], ...cacheOutside(root) },
    // Standard output is for events alone.
    plugin.format === 'ndjson' ? { stdout: process.stderr } : {},
  )
  const host = existingHost(vitest)
  if (host) return { vitest, host, close: () => vitest.close() }
  await vitest.close()
  throw new EvalChecksError('NO_HOST', 'the Vitest config keeps plugins from being set up')
}

/** Vite would make a `node_modules` for its cache in a project that has none, such as a Python project. */
function cacheOutside(root: string): { cacheDir?: string } {
  if (existsSync(path.join(root, 'node_modules'))) return {}
  return { cacheDir: path.join(tmpdir(), `vitest-eval-checks-cache-${userInfo().uid}`) }
}

/** Our own plugin after the user's, so that theirs comes first where there is one. */
function lastPlugin() {
  return evalChecks().map((plugin) => ({ ...plugin, enforce: 'post' as const }))
}
