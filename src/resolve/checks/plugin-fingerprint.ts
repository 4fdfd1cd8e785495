// A check type's code is part of the plan: this is its digest.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Digest, digestComponents } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'

const CODE = /\.[cm]?[jt]s$/
const DECLARATION = /\.d\.[cm]?ts$/
const kept = new Map<string, Digest>()

/**
 * Digest over the names and bytes of the code files in the folder of a plugin's main module (declarations left out).
 * @throws {EvalChecksError} `PLUGIN_UNREADABLE`
 */
export function fingerprintPlugin(moduleUrl: string): Digest {
  const before = kept.get(moduleUrl)
  if (before) return before
  try {
    const folder = path.dirname(fileURLToPath(moduleUrl))
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && CODE.test(entry.name) && !DECLARATION.test(entry.name))
      .map((entry) => entry.name)
    const digest = digestComponents(
      'eval-checks/plugin-code/v1',
      names.sort().map((name) => ({ name, content: readFileSync(path.join(folder, name)) })),
    )
    kept.set(moduleUrl, digest)
    return digest
  } catch (cause) {
    throw new EvalChecksError('PLUGIN_UNREADABLE', `the code of the plugin at ${moduleUrl} cannot be read`, {
      cause,
      fix: 'set moduleUrl to import.meta.url in the main module of the plugin',
    })
  }
}
