// Shows what `.vscode/settings.json` lacks for completion in our files and, when told to, writes it.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { EvalChecksError } from '../../contracts/errors.js'
import { stripControls } from '../../contracts/text-hygiene.js'
import { atomicWrite, describeCause } from '../../store/atomic-write.js'
import { applyEdits, unifiedDiff } from '../migrate/text-edits.js'
import { findSchemas, nameFrom } from './find-schemas.js'
import { makeFolder } from './make-folder.js'
import { associateSchemas } from './vscode-settings.js'

const READABLE = 0o644

/**
 * Prints the change as a unified diff; `write` makes it. Nothing is printed when nothing is to be done.
 * @throws {EvalChecksError} `SETTINGS_UNREADABLE`, `WRITE_FAILED`, `WRITE_THROUGH_LINK`
 */
export function setUpVsCode(cwd: string, write: boolean): void {
  const label = '.vscode/settings.json'
  const place = path.join(cwd, label)
  const { file, text, mode } = readSettings(place)
  const schemas = findSchemas(cwd)
  const change = associateSchemas(text, (name) => nameFrom(cwd, path.join(schemas, name)))
  if (change.kind === 'there') return
  if (change.kind === 'left') {
    console.log(stripControls(`Left ${label} as it is: ${change.why}`))
    return
  }
  if (change.except !== undefined) console.log(stripControls(`Left in ${label}: ${change.except}`))
  console.log(stripControls(unifiedDiff(text, change.edits, label)))
  if (!write) {
    console.log(
      'For completion and checks while you type in VS Code: `eval-checks init --yes` makes this change',
    )
    return
  }
  makeFolder(path.dirname(file))
  atomicWrite(file, applyEdits(text, change.edits), mode)
  console.log(`Wrote ${place}`)
}

/** The settings as they are; a link is followed, since this file is the user's own. */
function readSettings(place: string): { file: string; text: string; mode: number } {
  try {
    const file = realpathSync(place)
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
    return { file, text, mode: statSync(file).mode & 0o777 }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
      return { file: place, text: '', mode: READABLE }
    }
    throw new EvalChecksError('SETTINGS_UNREADABLE', `cannot read ${place}: ${describeCause(cause)}`, {
      fix: 'make it a readable file in UTF-8, or remove it',
      cause,
    })
  }
}
