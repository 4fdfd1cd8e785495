// The Vite plugin: what one line in a Vitest config brings. Everything heavy is loaded when the first check file is met,
// so that a project without checks pays next to nothing.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { commandLineRequest } from './command-line.js'
import { declareTags } from './declare-tags.js'
import { experimentGlobs } from './experiments/experiment-paths.js'
import { type Host, hostOf } from './host.js'
import { excludeFromCoverage, installView } from './install.js'
import { isCheckPath } from './is-check-file.js'
import type { EvalChecksOptions, ReadOptions } from './options.js'
import { hasChecksProject, pushChecksProject, readProjectOption } from './projects.js'
import { EvalChecksReporter } from './reporter.js'
import { STATIC_VIEW_MARK, type StaticView } from './static-view.js'
import { checkTagsFilter } from './tags-filter.js'

/**
 * Runs check files as Vitest tests. Vitest fails to start, with all faults at once, when an option is unknown or has
 * the wrong type.
 */
export function evalChecks(options: EvalChecksOptions = {}): Plugin[] {
  return makePlugins(options, false)
}

/** `isOwn`: the plugins of the project of checks itself, which stands beside the user's projects. */
function makePlugins(options: EvalChecksOptions, isOwn: boolean): Plugin[] {
  const asked = readProjectOption(options.project)
  const experiments = experimentGlobs(options.experiments)
  let hasPushed = false
  let reading: Promise<ReadOptions> | undefined
  const settings = () => {
    reading ??= loadSettings(options)
    return reading
  }
  let host: Host | undefined
  return [
    {
      name: 'eval-checks',
      enforce: 'pre',
      config(config) {
        if (isOwn) return
        hasPushed = pushChecksProject(config, {
          name: asked.name,
          plugins: () => makePlugins(options, true),
          alone: commandLineRequest() !== null,
        })
      },
      async configureVitest({ vitest, project }) {
        excludeFromCoverage(vitest)
        // The project of checks covers all others, also when a filter leaves it out of this run.
        const isRoots = isOwn && project.config.root === vitest.config.root
        if (hasPushed || (hasChecksProject(vitest.config.projects) && !isRoots)) {
          if (isOwn) project.config.include = []
          return
        }
        const found = hostOf(vitest, { settings, commandLine: commandLineRequest() })
        host = found.host
        if (found.isNew) setUpOnce(host)
        installView(vitest, project, host, {
          onlyChecks: host.request.commandLine !== null,
          isOwn,
          groupOrder: asked.groupOrder,
          experiments,
        })
        if (found.isNew && vitest.config.watch) await followFiles(host)
        if (Object.keys(options).length > 0) await checkSettings(await settings(), vitest.config.root)
        // Vitest reads both before it searches for files.
        if (vitest.config.tagsFilter || vitest.config.listTags) {
          await host.load()
          declareTags(project, host.project)
          const tags = [vitest.config, ...vitest.projects.map(({ config }) => config)].flatMap(
            (config) => config.tags ?? [],
          )
          checkTagsFilter(
            vitest.config.tagsFilter ?? [],
            tags.map(({ name }) => name),
          )
        }
      },
      async transform(code, id) {
        if (code.startsWith(STATIC_VIEW_MARK)) return null
        if (host?.experiments.isKnown(id)) return viewExperiment(host, code, id)
        if (!isCheckPath(id) && !host?.isDiscovered(id)) return null
        const [{ transformCheckFile }, { types }] = await Promise.all([
          import('./transform.js'),
          settings(),
          host?.load(),
        ])
        // Asked for by other ways to choose files than `related` and `--changed`. In watch mode these edges would
        // outlive their reason: there the host decides alone.
        const folders = host && !host.vitest.config.watch ? host.project : null
        const made = await transformCheckFile({ code, id, types, folders, runtime: WORKER_RUNTIME })
        for (const dependency of made.dependencies) this.addWatchFile(dependency)
        return made.view
      },
    },
  ]
}

async function viewExperiment({ experiments }: Host, text: string, id: string): Promise<StaticView | null> {
  const reading = await experiments.read(id)
  if (reading.kind === 'other-tool') return null
  const { renderExperimentView, throwExperimentFaults } = await import('./experiments/static-view.js')
  if (reading.kind === 'broken') return throwExperimentFaults(id, reading)
  return renderExperimentView({ text, outline: reading.outline, runtime: EXPERIMENT_RUNTIME })
}

const EXPERIMENT_RUNTIME = fileURLToPath(new URL('./experiments/worker.js', import.meta.url))
const WORKER_RUNTIME = fileURLToPath(new URL('./worker-fallback.js', import.meta.url))

async function loadSettings(options: EvalChecksOptions): Promise<ReadOptions> {
  const [{ readOptions }, { builtInTypes }] = await Promise.all([
    import('./options.js'),
    import('../builtins.js'),
  ])
  return readOptions(options, builtInTypes())
}

async function checkSettings({ checkDir }: ReadOptions, root: string): Promise<void> {
  if (checkDir === undefined) return
  const { requireCheckDir } = await import('../resolve/checks/discover.js')
  await requireCheckDir(path.resolve(root, checkDir))
}

function setUpOnce(host: Host): void {
  const { vitest, request } = host
  const reporter = new EvalChecksReporter(host)
  vitest.config.reporters = request.commandLine
    ? [reporter as never]
    : [...vitest.config.reporters, reporter as never]
}

async function followFiles(host: Host): Promise<void> {
  const { CheckWatch } = await import('./watch.js')
  host.watch = new CheckWatch(host)
}
