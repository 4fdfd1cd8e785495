// What is looked at between loading a project and running it: a run that cannot be meant is refused, in plain words.
import type { TestSpecification } from 'vitest/node'
import { chooseChecks } from '../vitest/choose-checks.js'
import type { Host } from '../vitest/host.js'
import { findCheck } from './find-check.js'
import { describeFaults, describeThrown } from './show-fault.js'

/** Why nothing was run. */
export interface Refusal {
  readonly status: 'no_checks' | 'config_error'
  /** For a terminal. */
  readonly message: string
}

/** Looks at a loaded project and the chosen specifications; null when they can be run. */
export function findRefusal(
  host: Host,
  specifications: readonly TestSpecification[],
  checkId: string | undefined,
): Refusal | null {
  const { failure, project } = host
  if (failure !== null || project === null) return refuse('config_error', describeThrown(failure))
  const found = checkId === undefined ? null : findCheck(checkId, project.checks, project.projectRoot)
  if (found && 'problem' in found) return refuse('config_error', found.problem.message)
  const { files, selected, skipped } = chooseChecks(host, specifications)
  const faults = host.faultsOf(files)
  if (faults.length > 0) {
    return refuse('config_error', describeFaults(faults, project.projectRoot, 'nothing was run'))
  }
  if (selected.length > 0) return null
  const known = project.checks.checks.length
  const others = known === 0 ? '' : `: ${known} in the project, ${skipped.length} of those chosen skipped`
  return refuse('no_checks', `No checks found${others}`)
}

function refuse(status: Refusal['status'], message: string): Refusal {
  return { status, message }
}
