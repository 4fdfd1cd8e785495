// `eval-checks run`: a Vitest run of check files only, with the same plugin, pool and reporters; no Vitest config needed.
import path from 'node:path'
import { enterFolder } from './enter-folder.js'
import { findRoot } from './find-root.js'
import { type OptionValues, textOf } from './options.js'
import { readResultRequest } from './result-out/options.js'
import type { RunEnding } from './run-checks.js'
import { readRunRequest } from './run-request.js'

/** Runs the checks. Returns the exit status: 0 passed, 1 not passed or cannot run. */
export async function runCommand(filters: readonly string[], options: OptionValues): Promise<number> {
  const asked = readResultRequest(options)
  if (asked === null) return conclude(await run(filters, options))
  const [{ documentRun }, { accountOf }] = await Promise.all([
    import('./result-out/document-run.js'),
    import('./result-out/account.js'),
  ])
  return documentRun({
    request: asked,
    cwd: path.resolve(textOf(options, 'cwd') ?? '.'),
    run: async () => {
      const ending = await run(filters, options)
      return accountOf(ending, conclude(ending))
    },
  })
}

async function run(filters: readonly string[], options: OptionValues): Promise<RunEnding> {
  const cwd = enterFolder(textOf(options, 'cwd'))
  const request = readRunRequest(options)
  const root = await findRoot(cwd)
  // Vitest is loaded when there is something to run, not to refuse a flag.
  const { runChecks } = await import('./run-checks.js')
  return runChecks(root, filters, request)
}

function conclude(ending: RunEnding): number {
  if (ending.status === 'completed') return ending.exitCode
  console.error(ending.message)
  return 1
}
