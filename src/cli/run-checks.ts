// Starts the Vitest run behind `eval-checks run`, looks at what it would run, and says how it ended.
import { createVitest, type Vitest } from 'vitest/node'
import { leaveCommandLineRequest } from '../vitest/command-line.js'
import { existingHost, type Host } from '../vitest/host.js'
import { evalChecks } from '../vitest/plugin.js'
import { findRefusal, type Refusal } from './admission.js'
import type { RunRequest } from './run-request.js'
import { describeThrown } from './show-fault.js'

/** How a run ended. A document about the run is made from this. */
export type RunEnding =
  | { readonly status: 'completed'; readonly exitCode: number; readonly host: Host }
  | Refusal
  | { readonly status: 'harness_error'; readonly message: string }

/** Runs the checks of the project at `root`. Rejects when Vitest cannot start, such as for a broken Vitest config. */
export async function runChecks(
  root: string,
  filters: readonly string[],
  request: RunRequest,
): Promise<RunEnding> {
  leaveCommandLineRequest(request.plugin)
  const vitest = await startVitest(root, request)
  const stop = () => void vitest.cancelCurrentRun('keyboard-input')
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const host = existingHost(vitest)
    if (!host) return { status: 'config_error', message: 'the Vitest config keeps plugins from being set up' }
    await host.load()
    if (request.plugin.verbose) describeProject(host)
    const chosen = await vitest.globTestSpecifications([...filters])
    const refusal = findRefusal(host, chosen, request.plugin.checkIds?.[0])
    if (refusal) return refusal
    await vitest.start([...filters])
    return conclude(vitest, host)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await vitest.close()
  }
}

function startVitest(root: string, { plugin, testNamePattern, bail }: RunRequest): Promise<Vitest> {
  return createVitest(
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
}

/** Our own plugin after the user's, so that theirs comes first where there is one. */
function lastPlugin() {
  return evalChecks().map((plugin) => ({ ...plugin, enforce: 'post' as const }))
}

function describeProject({ project, checkDir }: Host): void {
  if (!project) return
  const { projectRoot, discoveryRoot, configFile, outputDir, checks } = project
  const lines = [
    `project root ${projectRoot}`,
    `configuration ${configFile ?? 'none'}`,
    `results in ${outputDir}`,
    `searched ${checkDir ?? discoveryRoot}: ${checks.discovered.length} files, ${checks.checks.length} checks`,
  ]
  for (const line of lines) console.error(`debug: ${line}`)
}

function conclude(vitest: Vitest, host: Host): RunEnding {
  const { session } = host
  if (!session) return { status: 'no_checks', message: 'No checks found' }
  if ('failure' in session) return { status: 'harness_error', message: describeThrown(session.failure) }
  // Only our own reporter listens: what broke outside of any check would go unsaid.
  for (const error of vitest.state.getUnhandledErrors()) console.error(error)
  return { status: 'completed', exitCode: Number(process.exitCode ?? 0), host }
}
