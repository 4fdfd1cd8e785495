// `eval-checks eval`: reads the request, seals the plan, and shows it or runs it.
import { builtInExecutors } from '../../builtins.js'
import { readRequest } from '../../conduct/read-request.js'
import { optionName } from '../../contracts/registry/option-name.js'
import { removedFlags } from '../../contracts/registry/removed-inputs.js'
import { noteRenamedInputs } from '../../parse/experiment/index.js'
import { findRoot } from '../find-root.js'
import type { OptionValues } from '../options.js'
import { UsageError } from '../usage-error.js'
import { dryRun } from './dry-run.js'
import { typedExperimentFlags } from './flags.js'
import { runEval } from './run.js'

/**
 * Reads the request of an experiment and hands it on. Returns the exit status.
 * @throws {UsageError} for a flag that was removed
 * @throws {EvalChecksErrors} all faults of the inputs
 */
export async function evalCommand(options: OptionValues): Promise<number> {
  const flags = typedExperimentFlags(options)
  refuseRemoved(flags)
  const cwd = process.cwd()
  const executors = await builtInExecutors()
  const { request, warnings } = await readRequest({
    flags,
    cwd,
    executors,
    projectFolder: await findRoot(cwd),
  })
  for (const { message } of [...noteRenamedInputs({ flags }), ...warnings])
    console.error(`warning: ${message}`)
  if (request.values.orchestration.dryRun) return dryRun({ request, executors, cwd })
  return runEval({ request, executors, cwd })
}

function refuseRemoved(flags: OptionValues): void {
  for (const [flag, instead] of Object.entries(removedFlags))
    if (flags[optionName(flag)] !== undefined)
      throw new UsageError(`${flag} is not read any more. ${instead}`)
}
