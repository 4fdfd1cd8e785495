// Where relative locators start, and what stands at a locator.
import { type Stats, statSync } from 'node:fs'
import path from 'node:path'
import type { InputErrorDetails } from '../../contracts/experiment/input-error.js'
import { callSystem } from './faults.js'

/** The folder of the experiment file, or the working folder without one. Absolute. */
export function baseFolder(configLocator: string | undefined, workingFolder: string): string {
  return configLocator === undefined
    ? workingFolder
    : path.dirname(path.resolve(workingFolder, configLocator))
}

/**
 * What stands at a path, links followed; null: nothing.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` where the system does not tell, e.g. for a loop of links
 */
export function lookAt(file: string, details: InputErrorDetails = {}): Stats | null {
  return callSystem(`cannot look at ${file}`, { location: { file }, ...details }, () => {
    try {
      return statSync(file, { throwIfNoEntry: false }) ?? null
    } catch (error) {
      // A file stands where a folder would have to.
      if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null
      throw error
    }
  })
}
