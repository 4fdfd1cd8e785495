// The only file that relies on what Vitest does not promise. It gives check files a *view* of the user's own project:
// the same project, but with our pool, one worker and a place after all other tests. The user's files never meet it.
import { lstatSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject, Vitest } from 'vitest/node'
import { declareTags } from './declare-tags.js'
import { EXPERIMENT_GLOB } from './experiments/experiment-paths.js'
import { existingHost, type Host } from './host.js'
import { CHECK_GLOB, isCheckPath } from './is-check-file.js'
import { evalPool } from './pool.js'
import { ownerOf } from './projects.js'
import { type FilterBySource, filterBySource } from './related.js'
import { POOL_NAME } from './tasks.js'

const INSTALLED = Symbol.for('vitest-eval-checks.view')

type CreateSpecification = (
  id: string,
  locations?: unknown,
  pool?: string,
  ...rest: unknown[]
) => ReturnType<TestProject['createSpecification']>

/** The parts of a project that are replaced on it. */
interface ProjectInternals {
  createSpecification: CreateSpecification
  globTestFiles: TestProject['globTestFiles']
  matchesTestGlob: (id: string, source?: () => string) => boolean
  testFilesList: string[] | null
  [INSTALLED]?: boolean
}

/** True when the project has its view. */
function hasView(project: TestProject): boolean {
  return (project as unknown as ProjectInternals)[INSTALLED] === true
}

const RUNNER = fileURLToPath(new URL('../runner.js', import.meta.url))

/** True when a project has chosen the custom runner: it keeps its own pool, and checks run in its workers. */
export function usesRunner({ config }: TestProject): boolean {
  return config.runner === 'vitest-eval-checks/runner' || config.runner === RUNNER
}

/** How a view is to be. */
export interface ViewRequest {
  /** Leaves the project's own test files out, and finds checks without Vitest's globs: the command line does. */
  readonly onlyChecks: boolean
  /** The project is there for checks: it has no test files of its own. */
  readonly isOwn: boolean
  /** Place of checks among the groups of tests; after all others where absent. */
  readonly groupOrder: number | undefined
  /** Globs of experiment files; none: they are left alone. */
  readonly experiments: readonly string[]
}

/** Adds the view to a project, once. */
export function installView(vitest: Vitest, project: TestProject, host: Host, request: ViewRequest): void {
  if (hasView(project)) return
  const { onlyChecks, isOwn, groupOrder, experiments } = request
  host.experiments.isOn = experiments.length > 0 && !onlyChecks
  const internals = project as unknown as ProjectInternals
  Object.defineProperty(internals, INSTALLED, { value: true })
  // Copies, never `push`: these arrays may be Vitest's shared defaults.
  const ours = onlyChecks ? [CHECK_GLOB] : [CHECK_GLOB, ...experiments]
  project.config.include = onlyChecks || isOwn ? ours : [...project.config.include, ...ours]
  replaceGlobs(internals, project, host, request)
  replaceSourceFilter(vitest, host)
  if (usesRunner(project) && !onlyChecks) return
  keepChecksLast(vitest)
  if (onlyChecks) project.config.globalSetup = []
  const view = createView(vitest, project, host, groupOrder)
  replaceSpecifications(internals, view, host)
}

/** Keeps check files out of coverage: they are no source code. */
export function excludeFromCoverage(vitest: Vitest): void {
  const { coverage } = vitest.config
  if (!coverage.exclude?.includes(CHECK_GLOB))
    coverage.exclude = [...(coverage.exclude ?? []), CHECK_GLOB, EXPERIMENT_GLOB]
}

/**
 * Files without parallelism run after every group, so they would run after the checks: give them a normal group, the
 * last one.
 */
function keepChecksLast(vitest: Vitest): void {
  const last = lastGroup(vitest)
  for (const { config } of vitest.projects) {
    if (config.isolate && config.maxWorkers === 1 && config.sequence.groupOrder === 0) {
      config.sequence = { ...config.sequence, groupOrder: last + 1 }
    }
  }
}

function lastGroup({ projects }: Vitest): number {
  return Math.max(0, ...projects.map(({ config }) => config.sequence.groupOrder))
}

function createView(
  vitest: Vitest,
  project: TestProject,
  host: Host,
  groupOrder: number | undefined,
): TestProject {
  const own = project.config
  // Of several projects in one group, Vitest hands over only the files of the first in one message.
  const views = vitest.projects.filter(hasView).length
  const settings = {
    pool: POOL_NAME,
    poolRunner: evalPool(host),
    isolate: false,
    maxWorkers: 1,
    globalSetup: [],
    // In a watch session a check may get a tag that no config knows.
    strictTags: false,
    sequence: { ...own.sequence, groupOrder: groupOrder ?? lastGroup(vitest) + Math.max(1, views) },
  }
  const config: unknown = Object.create(own, Object.getOwnPropertyDescriptors(settings))
  return Object.create(project, { config: { value: config }, _config: { value: config } })
}

function replaceSpecifications(internals: ProjectInternals, view: TestProject, host: Host): void {
  const create = internals.createSpecification
  internals.createSpecification = function (id, locations, pool, ...rest) {
    const isOurs = host.isCheckFile(id) || host.experiments.has(id)
    const ours = isOurs && pool !== 'typescript' && pool !== 'typecheck'
    if (ours) host.experiments.expect(id)
    return ours
      ? create.call(view, id, locations, POOL_NAME, ...rest)
      : create.call(this, id, locations, pool, ...rest)
  }
}

/** Only discovered files become specifications: exclude rules and links are discovery's, not the glob's. */
function replaceGlobs(
  internals: ProjectInternals,
  project: TestProject,
  host: Host,
  { onlyChecks, isOwn }: ViewRequest,
): void {
  const { vitest } = host
  const owns = (file: string) =>
    ownerOf(file, vitest.projects.filter(hasView), host.checkDir !== null) === project
  const glob = internals.globTestFiles
  internals.globTestFiles = async function (this: TestProject, filters: string[] = []) {
    host.filesNamed = filters.length > 0
    host.experiments.filters = filters
    const [found] = await Promise.all([
      onlyChecks ? noFiles : glob.call(this, filters),
      // The command line has just loaded, to look before it starts.
      host.load({ fresh: !onlyChecks }),
    ])
    declareTags(project, host.project)
    const taken = withoutExcluded(internals, host, onlyChecks).filter(({ file }) => owns(file))
    const maybe = found.testFiles.filter((file) => host.experiments.has(file) && owns(file))
    const experiments = await siftExperiments(host, maybe)
    const left = (file: string) => isCheckPath(file) || host.experiments.has(file) || maybe.includes(file)
    const ordinary = isOwn ? [] : found.testFiles.filter((file) => !left(file))
    const checks = taken
      .filter(({ names }) => names.some((name) => matchesFilters(name, filters, project)))
      .map(({ file }) => file)
    rememberTestFiles(internals, [...taken.map(({ file }) => file), ...experiments], left)
    const typecheckTestFiles = isOwn ? [] : found.typecheckTestFiles
    host.experiments.found.set(project, internals.testFilesList?.length ?? 0)
    return { typecheckTestFiles, testFiles: [...ordinary, ...checks, ...experiments] }
  }
  const matches = internals.matchesTestGlob
  internals.matchesTestGlob = function (id, source) {
    if (!host.isCheckFile(id)) return matches.call(this, id, source)
    // A linked file is known by its real path.
    if (!host.mayDiscover(id) || isLink(id) || !owns(id)) return false
    if (isCheckPath(id)) {
      const excluded = host.isExcluded(id, project.config.dir || project.config.root, project.config.exclude)
      // Vitest 4 asks its globs for dot files otherwise than it searches.
      if (excluded ?? !matches.call(this, id, source)) return false
    }
    if (internals.testFilesList?.includes(id) === false) internals.testFilesList.push(id)
    return true
  }
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

interface SpecificationsInternals {
  filterTestsBySource?: FilterBySource
  [INSTALLED]?: boolean
}

/**
 * `related` and `--changed` choose checks by what our own index says, on every version of Vitest alike. All choices come
 * through here, before they are divided among shards.
 */
function replaceSourceFilter(vitest: Vitest, host: Host): void {
  const { specifications } = vitest as unknown as { specifications?: SpecificationsInternals }
  const original = specifications?.filterTestsBySource
  if (!specifications || !original || specifications[INSTALLED]) return
  Object.defineProperty(specifications, INSTALLED, { value: true })
  specifications.filterTestsBySource = async (all) => {
    const current = existingHost(vitest) ?? host
    const chosen = await filterBySource(current, all, (some) => original.call(specifications, some))
    current.undivided = chosen.filter(({ moduleId }) => current.isCheckFile(moduleId))
    return chosen
  }
}

interface TakenFile {
  readonly file: string
  /** Its own path and that of the link by which it was found: a filter may name either. */
  readonly names: readonly string[]
}

/** Discovered files without those that `exclude` of the Vitest config keeps away. */
function withoutExcluded(internals: ProjectInternals, host: Host, onlyChecks: boolean): readonly TakenFile[] {
  const globbed = new Set(internals.testFilesList ?? [])
  const linked = new Map(host.project?.checks.discovered.map(({ file, foundAt }) => [file, foundAt]))
  const files = host.discoveredFiles().map((file) => ({ file, names: [file, linked.get(file) ?? file] }))
  // The command line does not glob: there the configured folders alone decide.
  if (onlyChecks) return files
  // No glob finds a link that leads nowhere.
  for (const { file, code } of host.project?.checks.faults ?? [])
    if (code === 'dangling-link') globbed.add(file)
  return files.filter(({ names }) => names.some((name) => globbed.has(name) || !isCheckPath(name)))
}

/** Watch mode and reruns know test files by this list: it must hold the linked files too, and no excluded ones. */
function rememberTestFiles(
  internals: ProjectInternals,
  taken: readonly string[],
  isLeft: (file: string) => boolean,
): void {
  const ordinary = (internals.testFilesList ?? []).filter((file) => !isLeft(file))
  internals.testFilesList = [...new Set([...ordinary, ...taken])]
}

function siftExperiments(host: Host, files: readonly string[]): Promise<readonly string[]> {
  const { configuration, outputDir } = host.project ?? {}
  return host.experiments.sift(files, configuration?.discovery.excludeDirs ?? [], outputDir)
}

const noFiles = { testFiles: [], typecheckTestFiles: [] }

/** Vitest's own rule for file filters: a part of the path relative to the project, or a leading absolute path. */
function matchesFilters(file: string, filters: readonly string[], { config }: TestProject): boolean {
  if (filters.length === 0) return true
  const dir = config.dir || config.root
  const relative = path.relative(dir, file).toLowerCase()
  return filters.some((filter) => {
    if (path.isAbsolute(filter) && file.startsWith(filter)) return true
    const relativeFilter = path.relative(dir, filter) + (filter.endsWith('/') ? '/' : '')
    return relative.includes(filter.toLowerCase()) || relative.includes(relativeFilter.toLowerCase())
  })
}
