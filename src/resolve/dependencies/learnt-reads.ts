// What scripts were seen to open for reading in a watch session, kept between sessions in the output folder.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { atomicWrite } from '../../store/atomic-write.js'

/** Name of the file in the output folder. */
export const READS_FILE = 'script-reads.json'

/** More files than this of one script are not kept. */
const MOST_FILES = 5000

/** By check file, both relative to the project root, with `/` between folders. */
const documentSchema = z.strictObject({
  schema_version: z.literal(1),
  reads: z.record(z.string(), z.array(z.string())),
})

/** Where reads are learnt. Absolute paths. */
export interface ReadsPlace {
  readonly projectRoot: string
  readonly outputDir: string
}

/** See the file's head. A file that is missing or broken is as if nothing had been learnt. */
export class LearntReads {
  readonly place: ReadsPlace
  readonly #reads: Map<string, ReadonlySet<string>>
  #changed = false
  /** The same the other way round, made when it is asked for. */
  #readers: ReadonlyMap<string, readonly string[]> | null = null

  constructor(place: ReadsPlace) {
    this.place = place
    const kept = readDocument(path.join(place.outputDir, READS_FILE))
    this.#reads = new Map(
      Object.entries(kept).map(([check, files]) => [
        this.#absolute(check),
        new Set(files.map((each) => this.#absolute(each))),
      ]),
    )
  }

  /** Replaces what is known of a check by what its last run read. */
  learn(checkFile: string, files: readonly string[]): void {
    const kept = new Set(files.map(sourceOf).filter((file) => this.#isOfProject(file) && file !== checkFile))
    const known = this.#reads.get(checkFile)
    if (kept.size > MOST_FILES || (known?.size === kept.size && [...kept].every((file) => known.has(file))))
      return
    this.#reads.set(checkFile, kept)
    this.#readers = null
    this.#changed = true
  }

  /** Check files whose scripts read a file. */
  checksReading(file: string): readonly string[] {
    this.#readers ??= invert(this.#reads)
    return this.#readers.get(file) ?? []
  }

  /** Every file that was read. */
  get files(): readonly string[] {
    this.#readers ??= invert(this.#reads)
    return [...this.#readers.keys()]
  }

  /** Writes down what was learnt about the checks that exist; nothing when there is nothing new. */
  save(checkFiles: ReadonlySet<string>): void {
    if (!this.#changed) return
    const known = [...this.#reads].filter(([check]) => checkFiles.has(check)).sort()
    const reads = Object.fromEntries(
      known.map(([check, files]) => [
        this.#relative(check),
        [...files].map((file) => this.#relative(file)).sort(),
      ]),
    )
    const text = `${JSON.stringify({ schema_version: 1, reads }, null, 2)}\n`
    try {
      atomicWrite(path.join(this.place.outputDir, READS_FILE), text)
      this.#changed = false
    } catch {
      // It is learnt again in the next session.
    }
  }

  #isOfProject(file: string): boolean {
    const { projectRoot, outputDir } = this.place
    if (!file.startsWith(projectRoot + path.sep) || file.startsWith(outputDir + path.sep)) return false
    return !/[\\/](?:node_modules|\.git|\.venv|venv)[\\/]/.test(file.slice(projectRoot.length))
  }

  #absolute(relative: string): string {
    return path.resolve(this.place.projectRoot, relative)
  }

  #relative(absolute: string): string {
    return path.relative(this.place.projectRoot, absolute).split(path.sep).join('/')
  }
}

function invert(reads: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly string[]> {
  const readers = new Map<string, string[]>()
  for (const [check, files] of reads) {
    for (const file of files) {
      const known = readers.get(file)
      if (known) known.push(check)
      else readers.set(file, [check])
    }
  }
  return readers
}

function readDocument(file: string): Readonly<Record<string, readonly string[]>> {
  try {
    return documentSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).reads
  } catch {
    return {}
  }
}

/** Python opens the bytecode that it keeps of a module, `__pycache__/name.cpython-311.pyc`, in the place of its source. */
function sourceOf(file: string): string {
  const normal = path.normalize(file)
  const [, folder, name] = /^(.*)[\\/]__pycache__[\\/]([^\\/.]+)\.[^\\/]*\.pyc$/.exec(normal) ?? []
  return folder === undefined ? normal : path.join(folder, `${name}.py`)
}
