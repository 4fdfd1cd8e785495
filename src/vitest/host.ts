// What one Vitest instance knows about its checks: options, loaded files, the scheduler and the run that is under way.
import path from 'node:path'
import type { TestSpecification, Vitest } from 'vitest/node'
import type { CheckType } from '../contracts/check-type.js'
import type { ReportedFault } from '../contracts/eval-report.js'
import type { LoadFault } from '../contracts/fault.js'
import type { DiscoveredFile, LoadedCheck } from '../contracts/resolved-files.js'
import { Scheduler } from '../execute/scheduler.js'
import type { DependencyIndex, ImportGraph } from '../resolve/dependencies/check-dependencies.js'
import type { LearntReads } from '../resolve/dependencies/learnt-reads.js'
import type { LoadedProject, ParseCache, ProjectRequest } from '../resolve/load-project.js'
import type { CommandLineRequest } from './command-line.js'
import { ExperimentCatalog } from './experiments/catalog.js'
import { failureOfError, failureOfFaults, type SerializedError } from './failures.js'
import { isCheckPath } from './is-check-file.js'
import type { ReadOptions } from './options.js'
import type { RunSession } from './run-session.js'
import { Turns } from './turns.js'
import type { Wanted } from './wanted.js'

type MatchGlobs = typeof import('../resolve/dependencies/path-globs.js').matchGlobs

/** What the plugin or the command line asks of a host. */
export interface HostRequest {
  /** The plugin's options, read and validated when they are first needed. */
  readonly settings: () => Promise<ReadOptions>
  /** The request of the command line that started this run, if one did: check files only, with progress lines. */
  readonly commandLine: CommandLineRequest | null
}

/** A run that could not be opened: every check of it is an error with this cause. */
export interface FailedSession {
  readonly failure: unknown
}

/** See the file's head. */
export class Host {
  readonly vitest: Vitest
  readonly request: HostRequest
  readonly turns = new Turns()
  readonly experiments: ExperimentCatalog
  /** Follows files in watch mode, from its first look on; null otherwise. */
  watch: { prepare(): void } | null = null
  readonly #scripts = new Scheduler(1)
  readonly #judges = new Scheduler(1)
  /** True when the files of the run were filtered by name. */
  filesNamed = false
  /** Specifications of check files before they were divided among shards; null where nobody has asked. */
  undivided: readonly TestSpecification[] | null = null
  session: RunSession | FailedSession | null = null
  /** The last session that was opened: a watch session goes on with it. */
  earlier: RunSession | null = null
  #cache: ParseCache | null = null
  #settings: ReadOptions | null = null
  #loading: Promise<void> | null = null
  #project: LoadedProject | null = null
  #failure: unknown = null
  #wanted: Wanted = {}
  #checkDir: string | null = null
  #cwd: string | null = null
  #byFile = new Map<string, LoadedCheck>()
  #faults = new Map<string, LoadFault[]>()
  #graph: ImportGraph | null = null
  #matchGlobs: MatchGlobs | null = null
  #reads: LearntReads | null = null
  #dependencies: { readonly project: LoadedProject; readonly index: Promise<DependencyIndex> } | null = null

  /** The Vite server for which the configuration was read. */
  readonly server: Vitest['vite']

  constructor(vitest: Vitest, request: HostRequest) {
    this.vitest = vitest
    this.experiments = new ExperimentCatalog(vitest)
    this.server = vitest.vite
    this.request = request
  }

  /** The loaded project; null before {@link load} or when the configuration is broken. */
  get project(): LoadedProject | null {
    return this.#project
  }

  /** Why the last load failed, such as a broken configuration; null when it did not. */
  get failure(): unknown {
    return this.#failure
  }

  /** What the last load found to be wanted beside what Vitest's own filters choose. */
  get wanted(): Wanted {
    return this.#wanted
  }

  /** The only folder that is searched for checks, absolute; null when every `eval_checks` folder is. */
  get checkDir(): string | null {
    return this.#checkDir
  }

  /** Where the search for the configuration starts, absolute. */
  get cwd(): string {
    return this.#cwd ?? this.vitest.config.root
  }

  /** The check types of the last load, by name. */
  get types(): ReadonlyMap<string, CheckType> {
    return this.#settings?.types ?? new Map()
  }

  /** True when judges run only when chosen. */
  get judgesWait(): boolean {
    return this.vitest.config.watch || this.#project?.configuration.harness.run === 'selected'
  }

  /** The scheduler of a check: judges wait for the network and do not take the places of scripts. */
  schedulerOf({ parsed }: LoadedCheck): Scheduler {
    return this.types.get(parsed.definition.type)?.asksAgents ? this.#judges : this.#scripts
  }

  /** Loads configuration and check files, once per run; `fresh` asks again. Faults are kept, never thrown. */
  load({ fresh = false } = {}): Promise<void> {
    if (fresh || !this.#loading) this.#loading = this.#load()
    return this.#loading
  }

  /** Real paths of all discovered check files, broken ones and dangling links too. */
  discoveredFiles(): readonly string[] {
    return [...this.#faults.keys()]
  }

  /** True for a file that the last load discovered. */
  isDiscovered(file: string): boolean {
    return this.#byFile.has(file) || this.#faults.has(file)
  }

  /** True for a module that is a check file, or one to be: it lies where check files are looked for. */
  isCheckFile(id: string): boolean {
    return isCheckPath(id) || this.isDiscovered(id) || this.#isInCheckDir(id)
  }

  /** True when the next discovery may take a file that was just added: no excluded folder lies on its way. */
  mayDiscover(file: string): boolean {
    if (this.isDiscovered(file)) return true
    if (this.#checkDir === null ? !isCheckPath(file) : !this.#isInCheckDir(file)) return false
    if (!this.#project) return true
    const { configuration, outputDir } = this.#project
    const below = file.slice((this.#checkDir ?? this.vitest.config.root).length).split('/')
    return (
      !file.startsWith(`${outputDir}/`) &&
      !below.some((name) => configuration.discovery.excludeDirs.includes(name))
    )
  }

  /** True for a link by which a check file was found: any, or that of `check`. */
  isLinkedFrom(link: string, check?: string): boolean {
    const links = this.#project?.checks.discovered ?? []
    return links.some(({ file, foundAt }) => foundAt === link && file !== link && (check ?? file) === file)
  }

  /** True when a pattern of `exclude`, relative to `folder`, keeps a file away; null when nobody can say yet. */
  isExcluded(file: string, folder: string, exclude: readonly string[]): boolean | null {
    return this.#matchGlobs ? this.#matchGlobs(exclude, folder)(file) : null
  }

  /** The check of a file, or the error that stands in its place. */
  lookUp(file: string): { readonly check: LoadedCheck } | { readonly failure: SerializedError } {
    const check = this.#byFile.get(file)
    if (check) return { check }
    if (this.#failure) return { failure: failureOfError(this.#failure, file) }
    const faults = this.#faults.get(file)
    if (faults?.length) return { failure: failureOfFaults(file, faults) }
    return {
      failure: failureOfError(
        new Error('this file was not discovered: it is excluded, or not below an eval_checks folder'),
        file,
      ),
    }
  }

  /** What the checks of the last load depend on, looked at once per load; `fresh` looks again. Null before the first. */
  async dependencies({ fresh = false } = {}): Promise<DependencyIndex | null> {
    const project = this.#project
    if (!project) return null
    if (fresh || this.#dependencies?.project !== project) {
      const { DependencyIndex, ImportGraph } = await import('../resolve/dependencies/check-dependencies.js')
      this.#graph ??= new ImportGraph()
      const learnt = await this.learntReads()
      this.#dependencies = { project, index: DependencyIndex.build(project, this.types, this.#graph, learnt) }
    }
    return this.#dependencies.index
  }

  /** What scripts of the loaded project were seen to read. */
  async learntReads(): Promise<LearntReads> {
    const { LearntReads } = await import('../resolve/dependencies/learnt-reads.js')
    const { projectRoot = this.cwd, outputDir = this.cwd } = this.#project ?? {}
    if (this.#reads?.place.outputDir !== outputDir) this.#reads = new LearntReads({ projectRoot, outputDir })
    return this.#reads
  }

  /** Faults of the files of this run. */
  faultsOf(files: ReadonlySet<string>): readonly LoadFault[] {
    return this.#project?.checks.faults.filter(({ file }) => files.has(file)) ?? []
  }

  /** {@link faultsOf}, as they stand in a report. */
  reportedFaultsOf(files: ReadonlySet<string>): ReportedFault[] {
    return this.faultsOf(files).map(({ file, line, column, code, field, message }) => {
      return { file, line, column, code, field, message }
    })
  }

  #isInCheckDir(file: string): boolean {
    return this.#checkDir !== null && file.startsWith(`${this.#checkDir}/`) && /\.ya?ml$/.test(file)
  }

  async #load(): Promise<void> {
    const [{ loadProject, ParseCache }, { readWanted }, settings] = await Promise.all([
      import('../resolve/load-project.js'),
      import('./wanted.js'),
      this.request.settings(),
    ])
    this.#settings = settings
    if (this.vitest.config.watch) {
      this.#matchGlobs = (await import('../resolve/dependencies/path-globs.js')).matchGlobs
    }
    this.#cache ??= new ParseCache()
    const { commandLine } = this.request
    const root = this.vitest.config.root
    const checkDir = commandLine?.checkDir ?? settings.checkDir
    this.#checkDir = checkDir === undefined ? null : path.resolve(root, checkDir)
    this.#cwd = path.resolve(root, (commandLine?.exactRoot ? undefined : settings.cwd) ?? '.')
    const found = {
      cwd: this.#cwd,
      viteRoot: root,
      exactRoot: commandLine?.exactRoot === true,
      options: settings.configuration,
      flags: commandLine?.flags ?? {},
      projectConfig: settings.projectConfig && commandLine?.projectConfig !== false,
      types: settings.types,
      cache: this.#cache,
    }
    const request: ProjectRequest = this.#checkDir === null ? found : { ...found, checkDir: this.#checkDir }
    try {
      this.#project = await loadProject(request)
      this.#wanted = await readWanted({
        checkIds: commandLine?.checkIds,
        tags: commandLine?.tags ?? settings.tags,
        failedOnly: commandLine?.failedOnly,
        outputDir: this.#project.outputDir,
      })
      this.#failure = null
    } catch (error) {
      // The files are still found, by the defaults, so that each of them can say what is wrong.
      this.#failure = error
      const defaults = { options: {}, flags: {}, projectConfig: false, environment: {} }
      this.#project = await loadProject({ ...found, ...defaults })
    }
    const { core, harness } = this.#project.configuration
    this.#scripts.setLimit(core.maxParallelChecks)
    this.#judges.setLimit(harness.maxParallel)
    this.#index(this.#project)
  }

  #index({ checks }: LoadedProject): void {
    this.#byFile = new Map(this.#failure ? [] : checks.checks.map((check) => [check.source.file, check]))
    this.#faults = new Map(checks.discovered.map(({ file }: DiscoveredFile) => [file, []]))
    for (const fault of checks.faults) {
      const faults = this.#faults.get(fault.file)
      if (faults) faults.push(fault)
      else this.#faults.set(fault.file, [fault])
    }
  }
}

const HOST = Symbol.for('vitest-eval-checks.host')

/**
 * The host of a Vitest instance: made by the first plugin that asks, shared by all others. `isNew` also after a restart,
 * which reads all configuration anew; a watch session goes on.
 */
export function hostOf(
  vitest: Vitest,
  request: HostRequest,
): { readonly host: Host; readonly isNew: boolean } {
  const holder = vitest as Vitest & { [HOST]?: Host }
  const known = holder[HOST]
  if (known && known.server === vitest.vite) return { host: known, isNew: false }
  const host = new Host(vitest, request)
  host.earlier = known?.earlier ?? null
  Object.defineProperty(holder, HOST, { value: host, configurable: true })
  return { host, isNew: true }
}

/** The host of a Vitest instance if it has one. */
export function existingHost(vitest: Vitest): Host | undefined {
  return (vitest as Vitest & { [HOST]?: Host })[HOST]
}
