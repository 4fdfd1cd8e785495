// Rubrics: every dimension, known by its name, is an instrument for the samples that have it.
import { compareCodeUnits } from '../../../contracts/code-point-order.js'
import { deriveHex } from '../../../contracts/derived-id.js'
import type { Metric } from '../../../contracts/evaluator.js'
import { EXPERIMENT_IMPLEMENTATIONS, PROMPT_VARIANTS } from '../../../contracts/experiment/implementations.js'
import type { EvaluatorTemplate } from '../../../contracts/experiment/resolved-input.js'
import type { SealedSample } from '../../../contracts/experiment/sealed-sample.js'
import { applicableTo, type Dimension, type MeasurementPart } from './measurement-part.js'

interface Found {
  readonly dimensionId: string
  readonly metricId: string
  readonly sampleIds: string[]
  readonly weights: Map<string, number>
}

/** The judges' templates of rubrics. `lengthDebias` tells judges not to reward length. */
export function designRubrics(samples: readonly SealedSample[], lengthDebias: boolean): MeasurementPart {
  const found = new Map<string, Found>()
  const contexts = samples.map(({ sampleId, rubric = {} }) => {
    const criteria = Object.entries(rubric).map(([name, { criterion, weight }]) => {
      const dimension = found.get(name) ?? identify(name)
      found.set(name, dimension)
      dimension.sampleIds.push(sampleId)
      if (weight !== undefined) dimension.weights.set(sampleId, weight)
      return [dimension.dimensionId, criterion] as const
    })
    return criteria.length === 0 ? undefined : { rubric: Object.fromEntries(criteria) }
  })
  const sorted = [...found].sort(([, a], [, b]) => compareCodeUnits(a.dimensionId, b.dimensionId))
  return {
    templates: sorted.map(([name, dimension]) => ({
      ...makeTemplate(name, dimension, lengthDebias),
      ...applicableTo(dimension.sampleIds, samples),
    })),
    metrics: sorted.map(([, { metricId }]) => scoreMetric(metricId)),
    criteria: [],
    dimensions: sorted.map(
      ([, { dimensionId, metricId, sampleIds, weights }]): Dimension => ({
        dimensionId,
        metricId,
        weights,
        ...applicableTo(sampleIds, samples),
      }),
    ),
    contexts,
  }
}

function identify(name: string): Found {
  const hex = deriveHex('omk.rubric-dimension/v1', { name })
  return {
    dimensionId: `dimension-${hex}`,
    metricId: `judge-${hex}`,
    sampleIds: [],
    weights: new Map<string, number>(),
  }
}

function makeTemplate(
  name: string,
  { dimensionId, metricId }: Found,
  lengthDebias: boolean,
): EvaluatorTemplate {
  return {
    evaluatorId: `rubric-${dimensionId}`,
    evaluatorKind: 'rubric',
    runtimeBindingKind: 'judge',
    implementationId: EXPERIMENT_IMPLEMENTATIONS.rubricJudge,
    instrumentId: `rubric-judge-debias-${lengthDebias ? 'on' : 'off'}-trace-source-neutral`,
    runtimePromptVariant: lengthDebias ? PROMPT_VARIANTS.rubric.debiased : PROMPT_VARIANTS.rubric.plain,
    replicateGroupId: dimensionId,
    metricIds: [metricId],
    inputs: [
      { inputId: 'task', sourceKind: 'sample-input', pointer: '' },
      { inputId: 'actual', sourceKind: 'output', pointer: '' },
      { inputId: 'criterion', sourceKind: 'evaluation-context', pointer: `/rubric/${dimensionId}` },
      { inputId: 'trace', sourceKind: 'trace', pointer: '' },
    ],
    config: { value: { dimension: name, lengthDebias }, classification: 'sensitive' },
  }
}

function scoreMetric(metricId: string): Metric {
  return {
    metricId,
    valueType: 'numeric',
    scope: 'sample',
    scale: { min: 1, max: 5 },
    direction: 'higher-is-better',
    missingPolicyId: EXPERIMENT_IMPLEMENTATIONS.excludeMissing,
  }
}
