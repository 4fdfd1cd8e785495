// Finds check files: every `*.yaml` and `*.yml` below a folder named exactly `eval_checks`, at any depth.
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import fastGlob from 'fast-glob'
import { compareCodePoints } from '../../contracts/code-point-order.js'
import type { LoadFault } from '../../contracts/fault.js'
import type { DiscoveredFile, Discovery } from '../../contracts/resolved-files.js'

/** Where to look; all paths absolute. */
export interface DiscoveryRequest {
  /** Relative paths are made from here. */
  readonly projectRoot: string
  /** The walk starts here. */
  readonly discoveryRoot: string
  /** Names of folders that are not entered, below the root. */
  readonly excludeDirs: readonly string[]
  /** Never searched. */
  readonly outputDir: string
}

interface Entry {
  readonly path: string
  readonly dirent: { isFile(): boolean; isSymbolicLink(): boolean }
}

/** Finds the check files of a project. A dangling link is a fault; a `.YAML` file gets a warning. */
export async function discoverChecks(request: DiscoveryRequest): Promise<Discovery> {
  const entries: Entry[] = await fastGlob('**/eval_checks/**/*', {
    cwd: request.discoveryRoot,
    ignore: ignoredPatterns(request),
    dot: true,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
    suppressErrors: true,
  })
  const candidates = entries.filter((entry) => /\.ya?ml$/i.test(entry.path)).sort(byCodePoints)
  const files = new Map<string, DiscoveredFile>()
  const faults: LoadFault[] = []
  const realRoot = await realpath(request.projectRoot)
  for (const entry of candidates) {
    const foundAt = path.join(request.discoveryRoot, entry.path)
    const found = entry.dirent.isSymbolicLink()
      ? await followLink(foundAt, realRoot, request.projectRoot)
      : entry.dirent.isFile()
        ? foundAt
        : null
    if (found === null) continue
    if (typeof found !== 'string') faults.push(found)
    else if (!/\.ya?ml$/.test(entry.path)) faults.push(upperCaseExtension(foundAt))
    else if (!files.has(found)) {
      files.set(found, {
        file: found,
        foundAt,
        relativePath: toPosix(path.relative(request.projectRoot, found)),
      })
    }
  }
  return { files: [...files.values()], faults }
}

function ignoredPatterns({ discoveryRoot, excludeDirs, outputDir }: DiscoveryRequest): string[] {
  const output = toPosix(path.relative(discoveryRoot, outputDir))
  const insideRoot = output !== '' && !output.startsWith('../') && !path.isAbsolute(output)
  return [
    ...excludeDirs.map((name) => `**/${fastGlob.escapePath(name)}/**`),
    ...(insideRoot ? [`${fastGlob.escapePath(output)}/**`] : []),
  ]
}

/** The real file behind a link, a fault when nothing is there, null when it is a folder. */
async function followLink(
  foundAt: string,
  realRoot: string,
  root: string,
): Promise<string | LoadFault | null> {
  try {
    const target = await realpath(foundAt)
    if (!(await stat(target)).isFile()) return null
    const inside = path.relative(realRoot, target)
    return inside.startsWith('..') || path.isAbsolute(inside) ? target : path.join(root, inside)
  } catch {
    return {
      ...fault(foundAt, 'dangling-link', 'the link points to a file that does not exist'),
      expected: 'a link to a check file',
      severity: 'error',
    }
  }
}

function upperCaseExtension(file: string): LoadFault {
  return {
    ...fault(file, 'upper-case-extension', 'not read: the ending must be written in lower case'),
    expected: '.yaml or .yml',
    severity: 'warning',
  }
}

function fault(file: string, code: LoadFault['code'], message: string): Omit<LoadFault, 'severity'> {
  return { file, line: 1, column: 1, code, field: 'file', message }
}

function byCodePoints(a: Entry, b: Entry): number {
  return compareCodePoints(a.path, b.path)
}

function toPosix(file: string): string {
  return file.split(path.sep).join('/')
}
