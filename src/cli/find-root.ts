// The root of the project that a folder belongs to: commands work from any folder below it.
import { EvalChecksError } from '../contracts/errors.js'
import { findProjectConfiguration } from '../resolve/configuration/find-project.js'

/** The nearest folder upward with a configuration, else `cwd`. A configuration that cannot be read is told later. */
export async function findRoot(cwd: string): Promise<string> {
  try {
    return (await findProjectConfiguration(cwd)).projectRoot
  } catch (error) {
    if (error instanceof EvalChecksError) return cwd
    throw error
  }
}
