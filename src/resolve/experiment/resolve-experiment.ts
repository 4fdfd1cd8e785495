// Resolving as a whole: what a request names is frozen, and a measurement is designed from it.
import { freezeDocument } from '../../contracts/deep-freeze.js'
import type { DesignMeasurement } from '../../contracts/experiment/measurement-design.js'
import type { EvaluationRequest } from '../../contracts/experiment/request.js'
import { RESOLVED_INPUT_VERSION, type ResolvedInput } from '../../contracts/experiment/resolved-input.js'
import type { ResolveHost } from './host.js'
import { resolveParts } from './resolve-parts.js'

/**
 * Resolves a request; the result is frozen to the last leaf. Two copies of one experiment give one result, but for the
 * locators and the lineage of host resources and the folders of requirements.
 * @throws {EvalChecksErrors} all faults at once
 * @throws the reason of the host's signal
 */
export async function resolveExperiment(
  request: EvaluationRequest,
  host: ResolveHost,
  designMeasurement: DesignMeasurement,
): Promise<ResolvedInput> {
  const { samples, targets, ...others } = await resolveParts(request, host)
  const design = designMeasurement({ samples, targets, values: request.values })
  return freezeDocument({ schemaVersion: RESOLVED_INPUT_VERSION, targets, ...design, ...others })
}
