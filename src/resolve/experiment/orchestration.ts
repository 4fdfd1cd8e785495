// What the host does around a run, as it goes on to compiling.
import type { DependencyRequirements, OrchestrationInput } from '../../contracts/experiment/options.js'
import { inputError } from './faults.js'
import type { Resolving } from './resolving.js'

/** What was resolved for the host alone. */
export interface OrchestrationParts {
  readonly requirements: readonly DependencyRequirements[]
  readonly gold: OrchestrationInput['gold'] | null
}

/**
 * Gathers the orchestration of a request.
 * @throws {EvalInputError} `CLI_INPUT_SERIES_INVALID` when it repeats and the host named no series
 */
export function gatherOrchestration(
  { host, values }: Resolving,
  parts: OrchestrationParts,
): OrchestrationInput {
  const { repeatCount, dryRun, batch, resumeSourceLocator, preflight, diagnostic, managedEvidence } =
    values.orchestration
  const { seriesInstanceId } = host
  if (repeatCount > 1 && seriesInstanceId === undefined)
    throw inputError('CLI_INPUT_SERIES_INVALID', 'the runs of a series need the id of their series', {
      sourceKey: 'repeat',
    })
  return {
    dryRun,
    batch,
    ...(resumeSourceLocator === undefined ? {} : { resumeSourceLocator }),
    preflight,
    diagnostic,
    managedEvidence,
    ...(parts.requirements.length === 0 ? {} : { dependencyRequirements: parts.requirements }),
    ...(parts.gold ? { gold: parts.gold } : {}),
    ...(repeatCount > 1 && seriesInstanceId !== undefined
      ? {
          independentSeries: {
            repeatCount,
            seriesInstanceId,
            comparisonScope: 'decision',
            minimumStatus: 'conditional',
          },
        }
      : {}),
  }
}
