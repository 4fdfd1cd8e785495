// From what an evaluator says to observations: one for each metric that applies, and never a value where there is no reading.
import { deriveHex } from '../../contracts/derived-id.js'
import type { Evaluator, Metric } from '../../contracts/evaluator.js'
import type { Observation } from '../../contracts/experiment/evaluation-record.js'
import type { EvaluationOutcome, MetricReading } from '../../contracts/experiment/evaluator-plugin.js'
import type { RecordError } from '../../contracts/experiment/record-parts.js'
import type { Json } from '../../contracts/json.js'

/** The metrics of a plan by id. */
export type MetricIndex = ReadonlyMap<string, Metric>

/** Reason of a metric that applies and that the evaluator left out. */
export const NOT_REPORTED = 'not-reported'

type Completed = Extract<EvaluationOutcome, { readonly status: 'completed' }>

/** The observations, or why the evaluator cannot be believed. */
export function observe(
  { applicable, readings }: Completed,
  { evaluator, evaluationId, metrics }: ObserveContext,
): readonly Observation[] | RecordError {
  const own = metricSet(evaluator)
  const unknown = [...applicable, ...readings.map(({ metricId }) => metricId)].find((id) => !own.has(id))
  if (unknown !== undefined) return broken('metric-unknown', evaluator, 'a metric that is not its own')
  const byMetric = new Map(readings.map((reading) => [reading.metricId, reading]))
  if (byMetric.size < readings.length || new Set(applicable).size < applicable.length)
    return broken('metric-twice', evaluator, 'a metric twice')
  if (readings.some(({ metricId }) => !applicable.includes(metricId)))
    return broken('metric-not-applicable', evaluator, 'a metric that does not apply to the sample')
  return applicable.flatMap((metricId) => {
    const metric = metrics.get(metricId)
    return metric ? [observation(metric, byMetric.get(metricId), evaluationId)] : []
  })
}

/** What observations belong to. */
export interface ObserveContext {
  readonly evaluator: Evaluator
  readonly evaluationId: string
  readonly metrics: MetricIndex
}

const metricSets = new WeakMap<Evaluator, ReadonlySet<string>>()

function metricSet(evaluator: Evaluator): ReadonlySet<string> {
  const known = metricSets.get(evaluator) ?? new Set(evaluator.metricIds)
  metricSets.set(evaluator, known)
  return known
}

function broken(code: string, { evaluatorId }: Evaluator, what: string): RecordError {
  return { code, stage: 'evaluation', message: `the evaluator ${evaluatorId} read ${what}` }
}

function observation(metric: Metric, reading: MetricReading | undefined, evaluationId: string): Observation {
  const { metricId, valueType } = metric
  const shared = {
    observationId: observationId(evaluationId, metricId),
    metricId,
    valueType,
  }
  if (reading === undefined) return { observationStatus: 'missing', ...shared, reasonCode: NOT_REPORTED }
  switch (reading.status) {
    case 'missing':
      return { observationStatus: 'missing', ...shared, reasonCode: reading.reasonCode }
    case 'invalid':
      return {
        observationStatus: 'invalid',
        ...shared,
        reasonCode: reading.reasonCode,
        ...(reading.invalidValue === undefined ? {} : { invalidValue: reading.invalidValue }),
      }
    case 'observed': {
      const reasonCode = violation(reading.value, metric)
      return reasonCode === null
        ? { observationStatus: 'observed', ...shared, value: reading.value }
        : { observationStatus: 'invalid', ...shared, reasonCode, invalidValue: reading.value }
    }
  }
}

/** Id of an observation: it follows from its evaluation and its metric. */
export function observationId(evaluationId: string, metricId: string): string {
  return `observation-${deriveHex('omk.observation-id/v1', { evaluationId, metricId })}`
}

/** Why a value is none of a metric's, or null. Nothing is coerced and nothing clamped. */
export function violation(value: Json, { valueType, scale }: Metric): string | null {
  if (!hasType(value, valueType)) return 'value-type'
  if (typeof value !== 'number' || !scale) return null
  const { min = -Infinity, max = Infinity } = scale
  return value < min || value > max ? 'value-off-scale' : null
}

function hasType(value: Json, valueType: Metric['valueType']): boolean {
  switch (valueType) {
    case 'numeric':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'categorical':
    case 'text':
      return typeof value === 'string'
    case 'ranking':
      return Array.isArray(value)
  }
}
