// From a file to the checks that depend on it: their YAML, what they refer to, what their scripts import, their `paths`.
import { existsSync } from 'node:fs'
import path from 'node:path'
import fastGlob from 'fast-glob'
import type { CheckDefinition } from '../../contracts/check-definition.js'
import type { CheckType } from '../../contracts/check-type.js'
import { resolveReference } from '../checks/freeze-files.js'
import type { LoadedProject } from '../load-project.js'
import { ImportGraph, type Reach } from './import-graph.js'
import type { LearntReads } from './learnt-reads.js'
import { foldersOfGlobs, type MatchesFile, matchGlobs } from './path-globs.js'

export { ImportGraph }

/** More files than this behind the `paths` of one check are not named by {@link findDependencies}. */
const MOST_FILES = 5000

/** Folders whose files no `paths` mean: what programs keep there changes without anybody's doing. */
const NEVER_READ = ['node_modules', '.git']

/** One check whose dependencies are asked for. */
export interface DependencyRequest {
  readonly definition: CheckDefinition
  readonly type: CheckType
  /** Absolute path of the real check file. */
  readonly file: string
  readonly projectRoot: string
  /** Results are written here: what lies below it is never a dependency. */
  readonly outputDir: string
}

/** Absolute paths of existing files that a check depends on, each once, without the check file. */
export async function findDependencies(request: DependencyRequest): Promise<readonly string[]> {
  const { definition, file, projectRoot, outputDir } = request
  const { paths = [] } = definition
  const [scripts, read] = await Promise.all([
    filesBehind(request, new ImportGraph().look()),
    paths.length === 0
      ? []
      : fastGlob([...paths], {
          cwd: projectRoot,
          absolute: true,
          dot: true,
          suppressErrors: true,
          ignore: NEVER_READ.map((name) => `**/${name}/**`),
        }),
  ])
  const found = [...scripts, ...read.filter(outside(outputDir)).slice(0, MOST_FILES)]
  return [...new Set(found)].filter((each) => each !== file && existsSync(each))
}

/** What scripts were seen to read; may change between two questions. */
type Learnt = Pick<LearntReads, 'checksReading' | 'files'>

/** What every check of a project depends on, as it stands on disk at one moment, and what was learnt about scripts. */
export class DependencyIndex {
  readonly #checksByFile = new Map<string, Set<string>>()
  readonly #globs: { readonly file: string; readonly reads: MatchesFile }[] = []
  readonly #root: string
  readonly #outputDir: string
  readonly #folders = new Set<string>()
  readonly #all: ReadonlySet<string>
  readonly #configFile: string | null
  readonly #learnt: Learnt

  private constructor({ projectRoot, outputDir, checks, configFile }: LoadedProject, learnt: Learnt) {
    this.#learnt = learnt
    this.#root = projectRoot
    this.#outputDir = outputDir
    this.#configFile = configFile
    const files = [...checks.discovered, ...checks.faults].map(({ file }) => file)
    this.#all = new Set(files)
    for (const { file, foundAt } of checks.discovered) {
      this.#add(file, file)
      this.#add(foundAt, file)
    }
  }

  /** Looks at all checks of a project. A broken check file depends on itself alone. */
  static async build(
    project: LoadedProject,
    types: ReadonlyMap<string, CheckType>,
    graph: ImportGraph,
    learnt: Learnt = { files: [], checksReading: () => [] },
  ): Promise<DependencyIndex> {
    const { projectRoot, outputDir } = project
    const index = new DependencyIndex(project, learnt)
    const reach = graph.look()
    for (const { source, parsed } of project.checks.checks) {
      const { definition } = parsed
      const type = types.get(definition.type)
      if (!type) continue
      const { file } = source
      const request = { definition, type, file, projectRoot, outputDir }
      for (const behind of await filesBehind(request, reach)) index.#add(behind, file)
      const { paths = [] } = definition
      if (paths.length === 0) continue
      index.#globs.push({ file, reads: matchGlobs(paths, projectRoot) })
      for (const folder of foldersOfGlobs(paths, projectRoot)) index.#folders.add(folder)
    }
    return index
  }

  /** Check files that depend on a file, whether it exists or not. All of them depend on the configuration. */
  checksBehind(file: string): readonly string[] {
    if (file === this.#configFile) return [...this.#all]
    if (!outside(this.#outputDir)(file)) return []
    const named = this.#checksByFile.get(file) ?? []
    if (this.#isNeverRead(file)) return [...named]
    const reading = this.#globs.filter(({ reads }) => reads(file)).map((glob) => glob.file)
    const learnt = this.#learnt.checksReading(file).filter((check) => this.#all.has(check))
    return [...new Set([...named, ...reading, ...learnt])]
  }

  /** Absolute files and folders that have to be watched. */
  get places(): readonly string[] {
    return [...this.#checksByFile.keys(), ...this.#folders, ...this.#learnt.files]
  }

  #isNeverRead(file: string): boolean {
    const names = path.relative(this.#root, file).split(path.sep)
    return names.some((name) => NEVER_READ.includes(name))
  }

  #add(behind: string, file: string): void {
    const checks = this.#checksByFile.get(behind)
    if (checks) checks.add(file)
    else this.#checksByFile.set(behind, new Set([file]))
  }
}

async function filesBehind(
  { definition, type, file, projectRoot }: Omit<DependencyRequest, 'outputDir'>,
  reach: Reach,
): Promise<readonly string[]> {
  const references = type.compile
    .references(definition)
    .map((reference) => resolveReference(reference, { checkFile: file, projectRoot }))
    .filter((reference) => !reference.includes('\0'))
  const reached = await Promise.all(references.map(reach))
  return [...new Set(reached.flatMap((files) => [...files]))]
}

function outside(folder: string): (file: string) => boolean {
  return (file) => file !== folder && !file.startsWith(folder + path.sep)
}
