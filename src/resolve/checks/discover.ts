// Finds check files: every `*.yaml` and `*.yml` below a folder named exactly `eval_checks`, at any depth, or below one
// folder that was named.
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import fastGlob from 'fast-glob'
import { compareCodePoints } from '../../contracts/code-point-order.js'
import { EvalChecksError } from '../../contracts/errors.js'
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
  /** Looks only here, whatever the folder is called and wherever it is. A link to a folder is followed. */
  readonly checkDir?: string
}

interface Entry {
  readonly path: string
  readonly dirent: { isFile(): boolean; isSymbolicLink(): boolean }
}

interface Start {
  /** The real folder where the walk starts. */
  readonly folder: string
  /** The same folder by the name under which it was given. */
  readonly named: string
  readonly pattern: string
}

/** Everything below a folder; what the system does not let us read is a fault, not an absence. */
async function walk(
  pattern: string,
  cwd: string,
  ignore: string[],
): Promise<{ readonly entries: Entry[]; readonly unreadable: LoadFault | null }> {
  const options = {
    cwd,
    ignore,
    dot: true,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
  } as const
  try {
    return { entries: await fastGlob(pattern, options), unreadable: null }
  } catch (error) {
    if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') throw error
    const inside = /(?:^|[\\/])eval_checks(?:[\\/]|$)/.test(path.relative(cwd, error.path))
    return {
      entries: await fastGlob(pattern, { ...options, suppressErrors: true }),
      unreadable: {
        ...fault(error.path, 'unreadable', `the folder cannot be read: ${error.message}`),
        // Elsewhere a folder of somebody else is common and probably holds no checks.
        severity: inside ? 'error' : 'warning',
      },
    }
  }
}

/**
 * Finds the check files of a project. A dangling link is a fault; a `.YAML` file gets a warning.
 * @throws {EvalChecksError} `CHECK_DIR_INVALID` when there is a `checkDir` and it is no folder
 */
export async function discoverChecks(request: DiscoveryRequest): Promise<Discovery> {
  const realRoot = await realpath(request.projectRoot)
  const start = await findStart(request, realRoot)
  const { entries, unreadable } = await walk(
    start.pattern,
    start.folder,
    ignoredPatterns(request, start.folder),
  )
  const candidates = entries.filter((entry) => /\.ya?ml$/i.test(entry.path)).sort(byCodePoints)
  const files = new Map<string, DiscoveredFile>()
  const faults: LoadFault[] = unreadable === null ? [] : [unreadable]
  for (const entry of candidates) {
    const foundAt = path.join(start.named, entry.path)
    const found = entry.dirent.isSymbolicLink()
      ? await followLink(foundAt, realRoot, request.projectRoot)
      : entry.dirent.isFile()
        ? path.join(start.folder, entry.path)
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

async function findStart(
  { discoveryRoot, projectRoot, checkDir }: DiscoveryRequest,
  realRoot: string,
): Promise<Start> {
  if (checkDir === undefined) {
    return { folder: discoveryRoot, named: discoveryRoot, pattern: '**/eval_checks/**/*' }
  }
  const real = await requireCheckDir(checkDir)
  return { folder: asInside(real, realRoot, projectRoot), named: checkDir, pattern: '**/*' }
}

/**
 * The real path of a folder that was named as the only one to search.
 * @throws {EvalChecksError} `CHECK_DIR_INVALID`
 */
export async function requireCheckDir(checkDir: string): Promise<string> {
  try {
    const real = await realpath(checkDir)
    if ((await stat(real)).isDirectory()) return real
  } catch (cause) {
    throw noFolder(checkDir, cause)
  }
  throw noFolder(checkDir)
}

function noFolder(folder: string, cause?: unknown): EvalChecksError {
  return new EvalChecksError('CHECK_DIR_INVALID', `${folder} is not a folder that can be read`, {
    expected: 'the folder that holds the check files',
    fix: 'name an existing folder (--check-dir, or checkDir in the options)',
    cause,
  })
}

/** A real path in the words of the root: below it when it lies below the real root. */
function asInside(real: string, realRoot: string, root: string): string {
  const inside = path.relative(realRoot, real)
  const outside = inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside)
  return outside ? real : path.join(root, inside)
}

function ignoredPatterns({ excludeDirs, outputDir }: DiscoveryRequest, start: string): string[] {
  const output = toPosix(path.relative(start, outputDir))
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
    return asInside(target, realRoot, root)
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
