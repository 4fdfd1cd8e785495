// Which files hold the samples of a request.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { callSystem, resolutionError } from '../faults.js'
import { lookAt } from '../locate.js'

/**
 * The file that a locator names, or those of a folder: `*.json`, `*.yaml` and `*.yml` right in it, but for names that
 * start with `report`, `health`, `_` or a dot. Absolute, in code-unit order.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when there is none
 */
export function findSampleFiles(locator: string): readonly string[] {
  const details = { sourceKey: 'samples', location: { file: locator } }
  const stats = lookAt(locator, details)
  if (stats === null)
    throw resolutionError(`the samples ${locator} do not exist`, {
      ...details,
      fix: 'correct the path in samples',
    })
  if (stats.isFile()) return [locator]
  if (!stats.isDirectory()) throw resolutionError(`${locator} is neither a file nor a folder`, details)
  const names = callSystem(`cannot read the folder ${locator}`, details, () => readdirSync(locator))
  const files = names
    .filter((name) => /\.(?:json|ya?ml)$/.test(name) && !/^(?:report|health|_|\.)/.test(name))
    .sort()
    .map((name) => path.join(locator, name))
    .filter((file) => !lookAt(file, details)?.isDirectory())
  if (files.length > 0) return files
  throw resolutionError(`no file of samples is in the folder ${locator}`, {
    ...details,
    expected: '*.json, *.yaml or *.yml, not starting with report, health, _ or a dot',
  })
}
