// `eval-checks run`: a Vitest run of check files only, with the same plugin, pool and reporters; no Vitest config needed.
import path from 'node:path'
import { createVitest } from 'vitest/node'
import { leaveCommandLineRequest } from '../vitest/command-line.js'
import { existingHost } from '../vitest/host.js'
import { evalChecks } from '../vitest/plugin.js'

/** Flags that are configuration keys, by the name under which commander stores them. */
const CONFIGURATION_FLAGS = ['outputDir', 'passThreshold', 'maxParallelChecks', 'python'] as const

/** Runs the checks. Returns the exit status: 0 passed, 1 not passed or cannot run. */
export async function runCommand(
  filters: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const root = path.resolve(typeof options.cwd === 'string' ? options.cwd : '.')
  leaveCommandLineRequest({
    flags: Object.fromEntries(
      CONFIGURATION_FLAGS.filter((flag) => options[flag] !== undefined).map((flag) => [flag, options[flag]]),
    ),
    projectConfig: options.projectConfig !== false,
  })
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
      ...(typeof options.testNamePattern === 'string' ? { testNamePattern: options.testNamePattern } : {}),
      ...(typeof options.bail === 'string' ? { bail: Number(options.bail) } : {}),
    },
    // A project whose Vitest config has the plugin keeps its own options: the first plugin on an instance sets it up.
    { plugins: [lastPlugin()] },
  )
  const stop = () => void vitest.cancelCurrentRun('keyboard-input')
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    await vitest.start([...filters])
    return conclude(vitest)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await vitest.close()
  }
}

/** Our own plugin after the user's, so that theirs comes first where there is one. */
function lastPlugin() {
  return evalChecks().map((plugin) => ({ ...plugin, enforce: 'post' as const }))
}

function conclude(vitest: Awaited<ReturnType<typeof createVitest>>): number {
  const host = existingHost(vitest)
  if (!host?.session) {
    console.error('eval-checks: No checks found')
    return 1
  }
  return Number(process.exitCode ?? 0)
}
