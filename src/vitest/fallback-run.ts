// The main process's side of checks that run in Vitest's own workers because our pool was not taken.
import type { TestCase, TestSpecification } from 'vitest/node'
import type { CheckResult } from '../contracts/check-result.js'
import type { Host } from './host.js'
import { usesRunner } from './install.js'
import type { RunSession } from './run-session.js'
import { POOL_NAME } from './tasks.js'

const BUILT_IN = new URL('../../plugins/', import.meta.url).href

/** Tells the workers of specifications that are not in our pool what they need to run a check. */
export async function provideToWorkers(
  host: Host,
  session: RunSession,
  specifications: readonly TestSpecification[],
): Promise<void> {
  const elsewhere = specifications.filter(({ pool }) => pool !== POOL_NAME)
  if (elsewhere.length === 0) return
  const { places, scratch } = session.request
  const { configuration, projectConfig } = await host.request.settings()
  const types = [...host.types.values()]
    .filter(({ moduleUrl }) => !moduleUrl.startsWith(BUILT_IN))
    .map(({ type, moduleUrl }) => ({ type, moduleUrl }))
  for (const project of new Set(elsewhere.map((specification) => specification.project))) {
    project.provide('evalChecksRun', {
      root: host.vitest.config.root,
      cwd: host.cwd,
      checkDir: host.checkDir,
      options: configuration,
      flags: host.request.commandLine?.flags ?? {},
      projectConfig: projectConfig && host.request.commandLine?.projectConfig !== false,
      checks: places.checks,
      scratch,
      planSha256: session.planSha256,
      types,
    })
  }
  if (elsewhere.every(({ project }) => usesRunner(project))) return
  host.vitest.logger.warn(
    'eval-checks: this version of Vitest did not take the pool of eval-checks; checks run in its workers, which is slower',
  )
}

/** The result that a worker has sent with its test, or null when the test did not run in a worker. */
export function resultFromWorker(test: TestCase): CheckResult | null {
  const { evalCheck, evalCheckStreams } = test.meta()
  if (!evalCheck || !evalCheckStreams) return null
  const { plan_sha256: _digest, ...result } = evalCheck
  return { ...result, ...evalCheckStreams }
}
