// The Vite plugin: what one line in a Vitest config brings.
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { builtInReporters, builtInTypes } from '../builtins.js'
import { commandLineRequest } from './command-line.js'
import { existingHost, type Host, type HostRequest, hostOf } from './host.js'
import { excludeFromCoverage, hasView, installView } from './install.js'
import { isCheckPath } from './is-check-file.js'
import { type EvalChecksOptions, readOptions } from './options.js'
import { EvalChecksReporter } from './reporter.js'
import { STATIC_VIEW_MARK } from './static-view.js'
import { transformCheckFile } from './transform.js'

/**
 * Runs check files as Vitest tests.
 *
 * @throws {EvalChecksErrors} when an option is unknown or has the wrong type
 */
export function evalChecks(options: EvalChecksOptions = {}): Plugin[] {
  const { configuration, types, projectConfig } = readOptions(options, builtInTypes())
  const makeRequest = (): HostRequest => ({
    options: configuration,
    flags: commandLineRequest()?.flags ?? {},
    projectConfig: commandLineRequest()?.projectConfig ?? projectConfig,
    types,
    commandLine: commandLineRequest() !== null,
    reporters: builtInReporters,
  })
  let host: Host | undefined
  return [
    {
      name: 'eval-checks',
      enforce: 'pre',
      configureVitest({ vitest, project }) {
        const known = existingHost(vitest)
        host = hostOf(vitest, makeRequest)
        if (!known) setUpOnce(host)
        const covered = vitest.projects.some(
          (other) => other !== project && hasView(other) && other.config.root === project.config.root,
        )
        if (!covered) installView(vitest, project, host, host.request.commandLine)
      },
      async transform(code, id) {
        if (!isCheckPath(id) && !host?.isDiscovered(id)) return null
        if (code.startsWith(STATIC_VIEW_MARK)) return null
        return transformCheckFile({ code, id, types, runtime: WORKER_RUNTIME })
      },
    },
  ]
}

const WORKER_RUNTIME = fileURLToPath(new URL('./worker-fallback.js', import.meta.url))

function setUpOnce(host: Host): void {
  const { vitest, request } = host
  excludeFromCoverage(vitest)
  const reporter = new EvalChecksReporter(host)
  vitest.config.reporters = request.commandLine
    ? [reporter as never]
    : [...vitest.config.reporters, reporter as never]
}
