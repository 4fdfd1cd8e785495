// `eval-checks run`: a Vitest run of check files only, with the same plugin, pool and reporters; no Vitest config needed.
import { enterFolder } from './enter-folder.js'
import { findRoot } from './find-root.js'
import { type OptionValues, textOf } from './options.js'
import { readRunRequest } from './run-request.js'

/** Runs the checks. Returns the exit status: 0 passed, 1 not passed or cannot run. */
export async function runCommand(filters: readonly string[], options: OptionValues): Promise<number> {
  const cwd = enterFolder(textOf(options, 'cwd'))
  const request = readRunRequest(options)
  const root = await findRoot(cwd)
  // Vitest is loaded when there is something to run, not to refuse a flag.
  const { runChecks } = await import('./run-checks.js')
  const ending = await runChecks(root, filters, request)
  if (ending.status === 'completed') return ending.exitCode
  console.error(ending.message)
  return 1
}
