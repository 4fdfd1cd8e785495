// What one kind of evaluator adds to a measurement; all kinds together are the whole of it.
import { deriveHex } from '../../../contracts/derived-id.js'
import type { Metric } from '../../../contracts/evaluator.js'
import type { AssertionLayerParameters } from '../../../contracts/experiment/analysis-parameters.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../../contracts/experiment/implementations.js'
import type { EvaluatorTemplate } from '../../../contracts/experiment/resolved-input.js'
import type { SealedSample } from '../../../contracts/experiment/sealed-sample.js'
import type { Json, JsonObject } from '../../../contracts/json.js'

/** A criterion of a layer of assertions; written with its names in canonical order. */
export type Criterion = AssertionLayerParameters['criteria'][number]

/** A dimension of a rubric, with its weight in each sample that gives one. */
export interface Dimension {
  readonly dimensionId: string
  readonly metricId: string
  /** Absent: all samples. */
  readonly applicableSampleIds?: readonly string[]
  readonly weights: ReadonlyMap<string, number>
}

/** What one kind of evaluator adds. */
export interface MeasurementPart {
  readonly templates: readonly EvaluatorTemplate[]
  readonly metrics: readonly Metric[]
  readonly criteria: readonly Criterion[]
  readonly dimensions: readonly Dimension[]
  /** What evaluators read of a sample beside its input; by the index of the sample. */
  readonly contexts: readonly (JsonObject | undefined)[]
}

/** The ids of a criterion. It is known by its sample, what it says, and its place. */
export function identifyCriterion(
  sampleId: string,
  assertion: Json,
  index: number,
): { readonly criterionId: string; readonly metricId: string } {
  const hex = deriveHex('omk.criterion/v1', { sampleId, assertion, index })
  return { criterionId: `criterion-${hex}`, metricId: `assertion-${hex}` }
}

/** Whether a criterion is met. There are thousands: names stand in canonical order, which digests take at once. */
export function criterionMetric(metricId: string): Metric {
  return {
    direction: 'higher-is-better',
    metricId,
    missingPolicyId: EXPERIMENT_IMPLEMENTATIONS.excludeMissing,
    scope: 'sample',
    valueType: 'boolean',
  }
}

/** `{applicableSampleIds}`, or nothing where that would be all samples. */
export function applicableTo(
  sampleIds: readonly string[],
  samples: readonly SealedSample[],
): { readonly applicableSampleIds?: readonly string[] } {
  return sampleIds.length === samples.length ? {} : { applicableSampleIds: sampleIds }
}
