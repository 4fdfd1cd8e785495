// `eval-checks migrate`: rewrites check files of earlier releases. What would change is shown first.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { compareCodePoints } from '../contracts/code-point-order.js'
import { EvalChecksError } from '../contracts/errors.js'
import { stripControls } from '../contracts/text-hygiene.js'
import { discoverChecks } from '../resolve/checks/discover.js'
import { loadConfiguration } from '../resolve/configuration/load-configuration.js'
import { atomicWrite } from '../store/atomic-write.js'
import { enterFolder } from './enter-folder.js'
import { type Rewrite, rewriteCheck } from './migrate/rewrite-check.js'
import { applyEdits, unifiedDiff } from './migrate/text-edits.js'
import { type OptionValues, textOf } from './options.js'
import { showPath } from './show-fault.js'

interface Rewritten extends Rewrite {
  readonly file: string
  readonly text: string
}

/**
 * Shows as a unified diff what would change in check files, all of them or the named ones, and with `--write` writes it.
 * Returns 1 when something is left to be changed by hand.
 * @throws {EvalChecksError} `CHECK_FILE_INVALID`
 */
export async function migrateCommand(paths: readonly string[], options: OptionValues): Promise<number> {
  const cwd = enterFolder(textOf(options, 'cwd'))
  const files = await findFiles(cwd, paths, options)
  const rewritten = files.map(readAndRewrite)
  const changed = rewritten.filter(({ edits }) => edits.length > 0)
  for (const { file, text, edits } of changed)
    console.log(stripControls(unifiedDiff(text, edits, showPath(file, cwd))))
  for (const { file, byHand } of rewritten) {
    for (const sentence of byHand) console.error(`${showPath(file, cwd)}: ${stripControls(sentence)}`)
  }
  if (options.write === true) {
    for (const { file, text, edits } of changed) {
      atomicWrite(file, applyEdits(text, edits), statSync(file).mode & 0o777)
    }
  }
  console.error(summary(changed.length, options.write === true))
  return rewritten.some(({ byHand }) => byHand.length > 0) ? 1 : 0
}

function summary(changed: number, written: boolean): string {
  if (changed === 0) return 'Nothing to rewrite'
  const files = `${changed} ${changed === 1 ? 'file' : 'files'}`
  return written ? `Rewrote ${files}` : `${files} would change: --write does it`
}

/** Real paths of the files that are meant, each once. */
async function findFiles(
  cwd: string,
  paths: readonly string[],
  options: OptionValues,
): Promise<readonly string[]> {
  const configured = await loadConfiguration({
    cwd,
    environment: process.env,
    projectConfig: options.projectConfig !== false,
  })
  const { projectRoot, discoveryRoot, outputDir, configuration } = configured
  const request = { projectRoot, discoveryRoot, outputDir, excludeDirs: configuration.discovery.excludeDirs }
  const named = paths.map((name) => path.resolve(name))
  const found = await Promise.all(
    named.length === 0
      ? [discoverChecks(request)]
      : named.map((name) =>
          isFolder(name)
            ? discoverChecks({ ...request, checkDir: name })
            : { files: [{ file: name, foundAt: name, relativePath: name }], faults: [] },
        ),
  )
  const files = found.flatMap((discovery) => discovery.files.map(({ file }) => file))
  return [...new Set(files)].sort(compareCodePoints)
}

function isFolder(name: string): boolean {
  try {
    return statSync(name).isDirectory()
  } catch (cause) {
    const fix = 'name a check file or a folder'
    throw new EvalChecksError('CHECK_FILE_INVALID', `${name} cannot be read`, { fix, cause })
  }
}

function readAndRewrite(file: string): Rewritten {
  try {
    // A byte order mark stays: it counts as a character here.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
    return { file, text, ...rewriteCheck(text) }
  } catch (error) {
    const why =
      error instanceof TypeError ? 'the file is not UTF-8' : error instanceof Error ? error.message : ''
    return { file, text: '', edits: [], byHand: [why] }
  }
}
