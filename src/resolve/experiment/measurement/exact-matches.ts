// Checks of samples in the native format: a part of output or trace equals a part of what is expected.
import { compareCodeUnits } from '../../../contracts/code-point-order.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../../contracts/experiment/implementations.js'
import { EvalInputError } from '../../../contracts/experiment/input-error.js'
import type { EvaluatorTemplate } from '../../../contracts/experiment/resolved-input.js'
import type { ExactMatchCheck } from '../../../contracts/experiment/sample-set.js'
import type { SealedSample } from '../../../contracts/experiment/sealed-sample.js'
import { type Json, type JsonObject, snapshotJson } from '../../../contracts/json.js'
import { resolvePointer } from '../../../semantics/json-pointer.js'
import {
  applicableTo,
  type Criterion,
  criterionMetric,
  identifyCriterion,
  type MeasurementPart,
} from './measurement-part.js'

type Source = ExactMatchCheck['actual']['sourceKind']

/**
 * One evaluator for checks of outputs and one for checks of traces; each applies to the samples that have such checks.
 * @throws {EvalInputError} `CLI_INPUT_INVALID` when a check expects what its sample does not say
 */
export function designExactMatches(samples: readonly SealedSample[]): MeasurementPart {
  const criteria: Criterion[] = []
  const templates: EvaluatorTemplate[] = []
  const contexts = samples.map((): { [key: string]: Json } => ({}))
  for (const source of ['output', 'trace'] as const) {
    const metricIds: string[] = []
    const sampleIds: string[] = []
    samples.forEach((sample, at) => {
      const made = criteriaOf(sample, source)
      if (made.length === 0) return
      sampleIds.push(sample.sampleId)
      for (const { criterion } of made) {
        criteria.push(criterion)
        metricIds.push(criterion.metricId)
      }
      const context = contexts[at]
      if (context) context[contextKey(source)] = made.map(({ written }) => written)
    })
    if (metricIds.length > 0)
      templates.push({
        ...makeTemplate(source),
        ...applicableTo(sampleIds, samples),
        metricIds: metricIds.sort(compareCodeUnits),
      })
  }
  return {
    templates,
    metrics: criteria.map(({ metricId }) => criterionMetric(metricId)),
    criteria,
    dimensions: [],
    contexts,
  }
}

function criteriaOf(
  sample: SealedSample,
  source: Source,
): { readonly criterion: Criterion; readonly written: JsonObject }[] {
  return sample.checks.flatMap((check, index) => {
    if (check.actual.sourceKind !== source) return []
    refuseUnexpected(sample, check)
    const { criterionId, metricId } = identifyCriterion(sample.sampleId, snapshotJson(check), index)
    const { actual, expectedPointer, layer, weight = 1 } = check
    const criterion = { layer, metricId, sampleId: sample.sampleId, weight }
    return { criterion, written: { actualPointer: actual.pointer, criterionId, expectedPointer, metricId } }
  })
}

function refuseUnexpected({ sampleId, expected }: SealedSample, check: ExactMatchCheck): void {
  if (expected !== undefined && resolvePointer(expected, check.expectedPointer) !== undefined) return
  throw new EvalInputError(
    'CLI_INPUT_INVALID',
    `sample ${sampleId}: the check ${check.checkId} finds nothing in expected`,
    { sourceKey: 'samples[].checks', fix: 'correct expectedPointer, or say what is expected there' },
  )
}

function contextKey(source: Source): string {
  return source === 'output' ? 'outputMatches' : 'traceMatches'
}

function makeTemplate(source: Source): Omit<EvaluatorTemplate, 'metricIds'> {
  return {
    evaluatorId: `exact-match-${source}`,
    evaluatorKind: 'exact-match',
    runtimeBindingKind: 'builtin',
    implementationId: EXPERIMENT_IMPLEMENTATIONS.exactMatch,
    instrumentId: `omk-exact-match-${source}`,
    replicateGroupId: 'deterministic-primary',
    inputs: [
      { inputId: 'actual', sourceKind: source, pointer: '' },
      { inputId: 'expected', sourceKind: 'expected', pointer: '' },
      { inputId: 'criteria', sourceKind: 'evaluation-context', pointer: `/${contextKey(source)}` },
    ],
  }
}
