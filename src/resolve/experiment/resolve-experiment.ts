// Resolving as a whole: what a request names is frozen, and a measurement is designed from it.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import { freezeDocument } from '../../contracts/deep-freeze.js'
import type { DesignMeasurement } from '../../contracts/experiment/measurement-design.js'
import type { EvaluationRequest, FieldSource } from '../../contracts/experiment/request.js'
import { RESOLVED_INPUT_VERSION, type ResolvedInput } from '../../contracts/experiment/resolved-input.js'
import type { ResolveHost } from './host.js'
import { designMeasurement } from './measurement/design-measurement.js'
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
  design: DesignMeasurement = designMeasurement,
): Promise<ResolvedInput> {
  const { samples, targets, ...others } = await resolveParts(request, host)
  const { fieldSources, ...measurement } = design({ samples, targets, values: request.values })
  return freezeDocument({
    schemaVersion: RESOLVED_INPUT_VERSION,
    targets,
    ...measurement,
    ...others,
    staticRunMetadata: { annotations: { inputSources: mergeSources(request.fieldSources, fieldSources) } },
  })
}

/** Values that were derived have a source too. */
function mergeSources(given: readonly FieldSource[], derived: readonly FieldSource[]): FieldSource[] {
  return [...given, ...derived].sort(
    (a, b) =>
      compareCodeUnits(a.normalizedField, b.normalizedField) || compareCodeUnits(a.sourceKey, b.sourceKey),
  )
}
