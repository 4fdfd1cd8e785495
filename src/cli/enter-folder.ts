// `--cwd`: makes another folder the current one, for us and for everything that reads relative paths.
import path from 'node:path'
import { EvalChecksError } from '../contracts/errors.js'

/**
 * Enters a folder and returns its absolute path; without one, the current folder.
 * @throws {EvalChecksError} `CWD_INVALID`
 */
export function enterFolder(folder: string | undefined): string {
  if (folder === undefined) return process.cwd()
  const absolute = path.resolve(folder)
  try {
    process.chdir(absolute)
    return absolute
  } catch (cause) {
    const fix = 'name an existing folder'
    throw new EvalChecksError('CWD_INVALID', `${absolute} is not a folder that can be read`, { fix, cause })
  }
}
