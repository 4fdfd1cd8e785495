// Assertions that a model decides: each one is an instrument of its own, for its sample alone.
import type { EvaluatorInput } from '../../../contracts/evaluator.js'
import { EXPERIMENT_IMPLEMENTATIONS, PROMPT_VARIANTS } from '../../../contracts/experiment/implementations.js'
import { EvalInputError } from '../../../contracts/experiment/input-error.js'
import type { EvaluatorTemplate } from '../../../contracts/experiment/resolved-input.js'
import type { SealedSample } from '../../../contracts/experiment/sealed-sample.js'
import { type Json, snapshotJson } from '../../../contracts/json.js'
import { isModelAssertion, type ModelAssertion } from './assertion-traits.js'
import {
  type Criterion,
  criterionMetric,
  identifyCriterion,
  type MeasurementPart,
} from './measurement-part.js'

/** Pass mark on the scale from 1 to 5. */
const DEFAULT_THRESHOLD = 3

/**
 * The judges' templates of model assertions.
 * @throws {EvalInputError} `CLI_INPUT_INVALID` for an assertion without a text to compare with
 */
export function designModelAssertions(samples: readonly SealedSample[]): MeasurementPart {
  const templates: EvaluatorTemplate[] = []
  const criteria: Criterion[] = []
  const contexts = samples.map((sample) => {
    const references: [string, Json][] = []
    sample.assertions.forEach((assertion, index) => {
      if (!isModelAssertion(assertion)) return
      const { sampleId } = sample
      const { criterionId, metricId } = identifyCriterion(sampleId, snapshotJson(assertion), index)
      const reference = referenceFor(assertion, sample)
      if (reference !== null) references.push([criterionId, { reference }])
      templates.push(makeTemplate({ assertion, sampleId, criterionId, metricId }))
      criteria.push({ layer: 'fact', metricId, sampleId, weight: assertion.weight ?? 1 })
    })
    return references.length === 0 ? undefined : { modelAssertions: Object.fromEntries(references) }
  })
  return {
    templates,
    metrics: criteria.map(({ metricId }) => criterionMetric(metricId)),
    criteria,
    dimensions: [],
    contexts,
  }
}

/** The text that an answer is compared with; null where it is the task. */
function referenceFor(assertion: ModelAssertion, sample: SealedSample): string | null {
  if (assertion.type === 'answer_relevancy') return null
  const given = assertion.reference ?? sample.reference
  // A context is what an answer rests on, and no example of one.
  const isContext = assertion.reference === undefined && given === sample.context
  if (given !== undefined && !(assertion.type === 'semantic_similarity' && isContext)) return given
  throw new EvalInputError(
    'CLI_INPUT_INVALID',
    `sample ${sample.sampleId}: ${assertion.type} has nothing to compare the answer with`,
    {
      sourceKey: 'samples[].assertions',
      expected: assertion.type === 'semantic_similarity' ? 'a reference' : 'a reference or a context',
      fix: 'write reference',
    },
  )
}

interface Parts {
  readonly assertion: ModelAssertion
  readonly sampleId: string
  readonly criterionId: string
  readonly metricId: string
}

function makeTemplate({ assertion, sampleId, criterionId, metricId }: Parts): EvaluatorTemplate {
  const { type, threshold = DEFAULT_THRESHOLD, not = false } = assertion
  const compared: EvaluatorInput =
    type === 'answer_relevancy'
      ? { inputId: 'task', sourceKind: 'sample-input', pointer: '' }
      : {
          inputId: 'reference',
          sourceKind: 'evaluation-context',
          pointer: `/modelAssertions/${criterionId}/reference`,
        }
  return {
    evaluatorId: `llm-${criterionId}`,
    evaluatorKind: 'llm-assertion',
    runtimeBindingKind: 'judge',
    implementationId: EXPERIMENT_IMPLEMENTATIONS.modelAssertion,
    applicableSampleIds: [sampleId],
    instrumentId: PROMPT_VARIANTS[type],
    runtimePromptVariant: PROMPT_VARIANTS[type],
    replicateGroupId: criterionId,
    metricIds: [metricId],
    inputs: [{ inputId: 'actual', sourceKind: 'output', pointer: '' }, compared],
    config: { value: { assertionType: type, threshold, not }, classification: 'sensitive' },
  }
}
