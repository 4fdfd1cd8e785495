// `eval-checks eval`: reads the request. What is done with it comes next to this.
import { builtInExecutors } from '../../builtins.js'
import { optionName } from '../../contracts/registry/option-name.js'
import { removedFlags } from '../../contracts/registry/removed-inputs.js'
import { noteRenamedInputs } from '../../parse/experiment/index.js'
import type { OptionValues } from '../options.js'
import { UsageError } from '../usage-error.js'
import { typedExperimentFlags } from './flags.js'
import { readRequest } from './read-request.js'

/**
 * Reads the request of an experiment and hands it on. Returns the exit status.
 * @throws {UsageError} for a flag that was removed, and as long as nothing can be run
 * @throws {EvalChecksErrors} all faults of the inputs
 */
export async function evalCommand(options: OptionValues): Promise<number> {
  const flags = typedExperimentFlags(options)
  refuseRemoved(flags)
  const { request, warnings } = await readRequest({
    flags,
    cwd: process.cwd(),
    executors: await builtInExecutors(),
  })
  for (const { message } of [...noteRenamedInputs({ flags }), ...warnings])
    console.error(`warning: ${message}`)
  // The request goes on from here: to its plan with --dry-run, to its run without.
  const asked = request.values.orchestration.dryRun ? 'showing the plan' : 'running experiments'
  throw new UsageError(`${asked} is not part of this version yet; the inputs of this experiment are right`)
}

function refuseRemoved(flags: OptionValues): void {
  for (const [flag, instead] of Object.entries(removedFlags))
    if (flags[optionName(flag)] !== undefined)
      throw new UsageError(`${flag} is not read any more. ${instead}`)
}
