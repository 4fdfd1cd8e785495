// `eval-checks init`: writes a configuration file to start from.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { EvalChecksError } from '../contracts/errors.js'
import { findProjectConfiguration } from '../resolve/configuration/find-project.js'
import { atomicWrite, describeCause } from '../store/atomic-write.js'
import { configTemplate } from './config-template.js'
import { enterFolder } from './enter-folder.js'
import { type OptionValues, textOf } from './options.js'

const RESULTS = '.eval-banana/results/'
const READABLE = 0o644

/**
 * Writes `.eval-banana/config.toml` in the current folder. Returns 0.
 * @throws {EvalChecksError} `CONFIG_EXISTS` without `--force`, `WRITE_FAILED`, `WRITE_THROUGH_LINK`
 */
export async function initCommand(options: OptionValues): Promise<number> {
  const cwd = enterFolder(textOf(options, 'cwd'))
  const file = path.join(cwd, '.eval-banana', 'config.toml')
  if (existsSync(file) && options.force !== true) {
    throw new EvalChecksError('CONFIG_EXISTS', 'there is a configuration already', {
      location: { file },
      fix: 'edit it, or use --force to write it anew',
    })
  }
  const above = await findAbove(cwd)
  makeFolder(path.dirname(file))
  atomicWrite(file, configTemplate(), READABLE)
  console.log(`Wrote ${file}`)
  if (above !== null) console.log(`From here on it counts instead of ${above}`)
  if (!isIgnored(cwd)) console.log(`To keep results out of git, add this line to .gitignore:\n${RESULTS}`)
  return 0
}

/** The configuration file that counted for this folder so far. */
async function findAbove(cwd: string): Promise<string | null> {
  const { configFile } = await findProjectConfiguration(path.dirname(cwd))
  return configFile
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (cause) {
    throw new EvalChecksError('WRITE_FAILED', `cannot make the folder ${folder}: ${describeCause(cause)}`, {
      fix: 'check that the folder around it is writable and that no file has its name',
      cause,
    })
  }
}

function isIgnored(cwd: string): boolean {
  try {
    const lines = readFileSync(path.join(cwd, '.gitignore'), 'utf8').split('\n')
    return lines.some((line) => /^\/?\.eval-banana\/?(?:results\/?)?$/.test(line.trim()))
  } catch {
    return false
  }
}
