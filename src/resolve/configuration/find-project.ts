// Finds the project that a folder belongs to: the nearest folder upward with a configuration file.
import { lstat, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EvalChecksError } from '../../contracts/errors.js'

/** Where a project is. */
export interface FoundProject {
  /** Absolute. */
  readonly projectRoot: string
  /** Absolute; null when no folder upward has one. */
  readonly configFile: string | null
}

/**
 * Walks upward from `startDir` to the first folder with a `.eval-banana/config.toml`, a file or a link to one.
 * Without any, `startDir` is the root.
 * @throws {EvalChecksError} `CWD_INVALID` when `startDir` is no folder, `CONFIG_UNREADABLE` when a
 * configuration file is there and cannot be looked at, such as a dangling link
 */
export async function findProjectConfiguration(startDir: string): Promise<FoundProject> {
  const start = resolve(startDir)
  await requireFolder(start)
  for (let folder = start; ; folder = dirname(folder)) {
    const configFile = join(folder, '.eval-banana', 'config.toml')
    if (await isConfigFile(configFile)) return { projectRoot: folder, configFile }
    if (dirname(folder) === folder) return { projectRoot: start, configFile: null }
  }
}

/** The error of a configuration file that is there and cannot be read. */
export function unreadable(file: string, cause: unknown): EvalChecksError {
  const code = errorCode(cause)
  const why = code === 'ENOENT' ? 'it is a link to nothing' : (code ?? String(cause))
  return new EvalChecksError('CONFIG_UNREADABLE', `the configuration cannot be read: ${why}`, {
    location: { file },
    expected: 'a readable file',
    fix: 'mend or remove the file, or run without it (--no-project-config)',
    cause,
  })
}

async function requireFolder(folder: string): Promise<void> {
  const cause = await stat(folder).then(
    (found) => (found.isDirectory() ? undefined : 'not a folder'),
    (reason: unknown) => reason,
  )
  if (cause === undefined) return
  const fix = 'name an existing folder'
  throw new EvalChecksError('CWD_INVALID', `${folder} is not a folder that can be read`, { fix, cause })
}

async function isConfigFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch (cause) {
    if (isMissing(cause) && !(await isLink(file))) return false
    throw unreadable(file, cause)
  }
}

async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink()
  } catch (cause) {
    if (isMissing(cause)) return false
    throw unreadable(file, cause)
  }
}

function isMissing(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '')
}

function errorCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}
