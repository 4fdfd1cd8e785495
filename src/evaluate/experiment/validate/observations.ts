// Whether the observations of a record are readings of its evaluator's metrics, with values that these can have.
import type { Evaluator } from '../../../contracts/evaluator.js'
import type { EvaluationFaultKind, FoundFault } from '../../../contracts/experiment/bundle-fault.js'
import type { EvaluationRecord, Observation } from '../../../contracts/experiment/evaluation-record.js'
import { type MetricIndex, observationId, violation } from '../observations.js'

type Completed = Extract<EvaluationRecord, { readonly evaluationStatus: 'completed' }>

/** Faults of the observations of one record. */
export function* checkObservations(
  { evaluationId, observations }: Completed,
  { metricIds }: Evaluator,
  metrics: MetricIndex,
  path: string,
): Generator<FoundFault<EvaluationFaultKind>> {
  const seen = new Set<string>()
  for (const [at, observation] of observations.entries()) {
    const { metricId } = observation
    const place = `${path}/observations/${at}`
    if (observation.observationId !== observationId(evaluationId, metricId))
      yield {
        kind: 'IDENTITY_MISMATCH',
        path: `${place}/observationId`,
        message: 'does not follow from evaluation and metric',
      }
    const message = problemOf(observation, metricIds, metrics, seen)
    if (message !== null) yield { kind: 'OBSERVATION_INVALID', path: place, message }
    seen.add(metricId)
  }
}

function problemOf(
  observation: Observation,
  metricIds: readonly string[],
  metrics: MetricIndex,
  seen: ReadonlySet<string>,
): string | null {
  const { metricId, valueType } = observation
  const metric = metrics.get(metricId)
  if (!metric || !metricIds.includes(metricId)) return 'is of a metric that the evaluator does not have'
  if (seen.has(metricId)) return 'is of a metric that was read already'
  if (valueType !== metric.valueType) return 'has another type than its metric'
  if (observation.observationStatus === 'observed' && violation(observation.value, metric) !== null)
    return 'has a value that its metric cannot have'
  return null
}
