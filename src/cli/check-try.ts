// `eval-checks check try`: runs one check file that lies anywhere, as a run would, and keeps nothing unless asked to.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CheckResult } from '../contracts/check-result.js'
import { EvalChecksError } from '../contracts/errors.js'
import { findRoot } from './find-root.js'
import { type OptionValues, textOf, typedFlags } from './options.js'
import { refuseBadFlags } from './run-request.js'

const MOST_LINES = 20

/**
 * Runs a check file against a project. Returns 0 when it is passed, 1 otherwise.
 * @throws {EvalChecksError} `CHECK_FILE_INVALID`
 */
export async function tryCommand(file: string, options: OptionValues): Promise<number> {
  const flags = typedFlags(options)
  refuseBadFlags(flags)
  const found = findFile(file)
  const chosen = textOf(options, 'root')
  const root = chosen === undefined ? await findRoot(process.cwd()) : path.resolve(chosen)
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'eval-checks-try-')))
  const keep = options.keep === true
  try {
    // A folder that holds a link to the file and nothing else: the check is known by its real path.
    const checkDir = path.join(scratch, 'check')
    linkInto(checkDir, found)
    const { runChecks } = await import('./run-checks.js')
    const ending = await runChecks(root, [], {
      plugin: {
        flags: keep ? flags : { ...flags, outputDir: path.join(scratch, 'run') },
        projectConfig: options.projectConfig !== false,
        exactRoot: true,
        checkDir,
        flatOutput: !keep,
        quiet: !keep,
        verbose: options.verbose === true,
      },
      testNamePattern: undefined,
      bail: undefined,
    })
    if (ending.status !== 'completed') {
      console.error(ending.message)
      return 1
    }
    const { session } = ending.host
    if (!keep && session && 'results' in session) for (const result of session.results) printResult(result)
    return ending.exitCode
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function findFile(file: string): string {
  try {
    return realpathSync(file)
  } catch (cause) {
    throw new EvalChecksError('CHECK_FILE_INVALID', `${path.resolve(file)} is not a file that can be read`, {
      fix: 'name a check file',
      cause,
    })
  }
}

function linkInto(folder: string, file: string): void {
  mkdirSync(folder)
  symlinkSync(file, path.join(folder, 'check.yaml'))
}

function printResult(result: CheckResult): void {
  const { check_id, status, reason, error_code, error_detail, duration_ms, stdout, stderr } = result
  const why = status === 'error' ? `: [${error_code}] ${error_detail}` : reason === null ? '' : `: ${reason}`
  console.log(`${status} ${check_id} (${duration_ms} ms)${why}`)
  for (const [name, text] of Object.entries({ stdout, stderr })) {
    const lines = text.trimEnd().split('\n')
    if (text.trim() === '') continue
    const cut = lines.length > MOST_LINES ? `, the last ${MOST_LINES} of ${lines.length} lines` : ''
    console.log([`${name}${cut}:`, ...lines.slice(-MOST_LINES).map((line) => `  ${line}`)].join('\n'))
  }
}
