// `--reporter name` and `--reporter name=file`: who tells of the run.
import path from 'node:path'
import { reporterOptions } from '../builtins.js'
import { EvalChecksErrors } from '../contracts/errors.js'
import type { ReporterChoice } from '../contracts/reporter.js'
import { parseReporters, unknownReporter } from '../parse/configuration/reporter-choices.js'
import { UsageError } from './usage-error.js'

/**
 * Reads the values of the flag; a relative file starts at the current folder.
 * @throws {UsageError} for a name that no reporter has, and for a file where the reporter writes none
 */
export function readReporterFlags(values: readonly string[]): readonly ReporterChoice[] {
  return values.flatMap((value) => {
    const [name = '', ...rest] = value.split('=')
    const file = rest.join('=')
    const known = reporterOptions()
    if (!known.has(name)) throw new UsageError(unknownReporter(name, '--reporter', known).message)
    if (rest.length > 0 && file === '') throw new UsageError(`--reporter ${value}: the file has no name`)
    try {
      return parseReporters([file === '' ? name : [name, { outputFile: path.resolve(file) }]], known)
    } catch (error) {
      if (error instanceof EvalChecksErrors)
        throw new UsageError(`--reporter ${name} writes no file of its own`)
      throw error
    }
  })
}
