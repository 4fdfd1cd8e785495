// `eval-checks init`: writes a configuration file to start from, and sets up the editor.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { EvalChecksError } from '../contracts/errors.js'
import { findProjectConfiguration } from '../resolve/configuration/find-project.js'
import { atomicWrite } from '../store/atomic-write.js'
import { configTemplate } from './config-template.js'
import { findSchemas, nameFrom } from './editor/find-schemas.js'
import { makeFolder } from './editor/make-folder.js'
import { setUpVsCode } from './editor/set-up-vscode.js'
import { enterFolder } from './enter-folder.js'
import { type OptionValues, textOf } from './options.js'

const RESULTS = '.eval-banana/results/'
const READABLE = 0o644

/**
 * Writes `.eval-banana/config.toml` in the current folder and shows what `.vscode/settings.json` lacks. `--yes` writes that
 * too, and a configuration that is there is kept then. Returns 0.
 * @throws {EvalChecksError} `CONFIG_EXISTS` without `--force` and `--yes`, `SETTINGS_UNREADABLE`, `WRITE_FAILED`,
 * `WRITE_THROUGH_LINK`
 */
export async function initCommand(options: OptionValues): Promise<number> {
  const cwd = enterFolder(textOf(options, 'cwd'))
  const file = path.join(cwd, '.eval-banana', 'config.toml')
  if (!existsSync(file) || options.force === true) await writeConfiguration(cwd, file)
  else if (options.yes === true) console.log(`Kept ${file}`)
  else {
    throw new EvalChecksError('CONFIG_EXISTS', 'there is a configuration already', {
      location: { file },
      fix: 'edit it, or use --force to write it anew; --yes keeps it and sets up the editor only',
    })
  }
  setUpVsCode(cwd, options.yes === true)
  return 0
}

async function writeConfiguration(cwd: string, file: string): Promise<void> {
  const above = await findAbove(cwd)
  const folder = path.dirname(file)
  makeFolder(folder)
  const schema = nameFrom(folder, path.join(findSchemas(cwd), 'config.schema.json'))
  atomicWrite(file, configTemplate(schema), READABLE)
  console.log(`Wrote ${file}`)
  if (above !== null) console.log(`From here on it counts instead of ${above}`)
  if (!isIgnored(cwd)) console.log(`To keep results out of git, add this line to .gitignore:\n${RESULTS}`)
}

/** The configuration file that counted for this folder so far. */
async function findAbove(cwd: string): Promise<string | null> {
  const { configFile } = await findProjectConfiguration(path.dirname(cwd))
  return configFile
}

function isIgnored(cwd: string): boolean {
  try {
    const lines = readFileSync(path.join(cwd, '.gitignore'), 'utf8').split('\n')
    return lines.some((line) => /^\/?\.eval-banana\/?(?:results\/?)?$/.test(line.trim()))
  } catch {
    return false
  }
}
