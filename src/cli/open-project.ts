// Opens the project of the current folder to be looked at, not run: by the Vitest config where that has a say.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { builtInTypes } from '../builtins.js'
import type { CheckType } from '../contracts/check-type.js'
import { EvalChecksErrors } from '../contracts/errors.js'
import { type LoadedProject, loadProject, ParseCache } from '../resolve/load-project.js'
import { enterFolder } from './enter-folder.js'
import { findRoot } from './find-root.js'
import { type OptionValues, textOf, typedFlags } from './options.js'
import { refuseBadFlags } from './run-request.js'

/** A project as a run would find it, and the check types that it knows. */
export interface OpenedProject {
  readonly project: LoadedProject
  readonly types: ReadonlyMap<string, CheckType>
}

const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']
const CONFIG_FILES = ['vitest.config', 'vite.config'].flatMap((name) =>
  EXTENSIONS.map((extension) => `${name}.${extension}`),
)

/**
 * Opens the project. Vitest is started, without running anything, only when its config seems to have the plugin, or
 * when a check is of a type that only a plugin can bring.
 * @throws {UsageError} for a flag that no key takes
 * @throws {EvalChecksErrors} when the configuration is at fault
 */
export async function openProject(options: OptionValues): Promise<OpenedProject> {
  const cwd = enterFolder(textOf(options, 'cwd'))
  const checkDir = textOf(options, 'checkDir')
  const flags = typedFlags(options)
  refuseBadFlags(flags)
  const request = {
    flags,
    projectConfig: options.projectConfig !== false,
    ...(checkDir === undefined ? {} : { checkDir: path.resolve(checkDir) }),
  }
  const root = await findRoot(cwd)
  const config = readVitestConfig(root)
  if (config?.includes('eval-checks') || config?.includes('evalChecks'))
    return await openByVitest(root, request)
  const types = new Map(builtInTypes().map((type) => [type.type, type]))
  const project = await loadProject({ cwd, options: {}, types, cache: new ParseCache(), ...request })
  const strange = project.checks.faults.some(({ code }) => code === 'unknown-type')
  return strange && config !== null ? await openByVitest(root, request) : { project, types }
}

function readVitestConfig(root: string): string | null {
  for (const name of CONFIG_FILES) {
    try {
      return readFileSync(path.join(root, name), 'utf8')
    } catch {
      // The next name may be the one.
    }
  }
  return null
}

async function openByVitest(
  root: string,
  request: { readonly flags: OptionValues; readonly projectConfig: boolean; readonly checkDir?: string },
): Promise<OpenedProject> {
  const { openHost } = await import('./open-host.js')
  const { host, close } = await openHost(root, {
    plugin: request,
    testNamePattern: undefined,
    bail: undefined,
  })
  try {
    await host.load()
    if (host.failure !== null || host.project === null) throw host.failure ?? new EvalChecksErrors([])
    return { project: host.project, types: host.types }
  } finally {
    await close()
  }
}
