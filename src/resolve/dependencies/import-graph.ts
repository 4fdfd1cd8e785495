// What scripts in JavaScript and TypeScript import, directly and through others, as far as it lies in the project.
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { type Digest, digestBytes } from '../../contracts/digest.js'
import { type Import, loadImportReader, mayImport, type ReadImports } from './read-imports.js'
import { resolveImport } from './resolve-import.js'

/** More files than this behind one script are not followed. */
const MOST_FILES = 5000

interface ReadFile {
  readonly digest: Digest
  readonly imports: readonly Import[]
}

/** From an absolute path to everything that the file imports, with itself. */
export type Reach = (entry: string) => Promise<ReadonlySet<string>>

/** Reads a file once for each content that it has. */
export class ImportGraph {
  #reader: Promise<ReadImports> | null = null
  readonly #read = new Map<string, ReadFile>()

  /**
   * One look at the disk. Files that would mend an import that leads nowhere count as imported. Packages are left out,
   * but for those that are links into the project.
   */
  look(): Reach {
    const edges = new Map<string, readonly string[]>()
    return async (entry) => {
      const reached = new Set([entry])
      if (!mayImport(entry)) return reached
      this.#reader ??= loadImportReader().catch(() => () => [])
      const reader = await this.#reader
      for (const file of reached) {
        if (reached.size >= MOST_FILES) break
        const next = edges.get(file) ?? this.#importsOf(file, reader)
        edges.set(file, next)
        for (const imported of next) reached.add(imported)
      }
      return reached
    }
  }

  #importsOf(file: string, reader: ReadImports): readonly string[] {
    if (!mayImport(file)) return []
    try {
      // Node looks for what a linked file imports where the file really is.
      const real = realpathSync(file)
      const bytes = readFileSync(real)
      const digest = digestBytes(bytes)
      const kept = this.#read.get(real)
      const imports = kept?.digest === digest ? kept.imports : reader(real, bytes.toString('utf8'))
      this.#read.set(real, { digest, imports })
      const found = imports.flatMap((each) => resolveImport(real, each)).filter(isOfProject)
      return real === file ? found : [real, ...found]
    } catch {
      // Not there, or not to be read: it brings nothing, and is itself still waited for.
      return []
    }
  }
}

function isOfProject(file: string): boolean {
  return !file.split(path.sep).includes('node_modules')
}
