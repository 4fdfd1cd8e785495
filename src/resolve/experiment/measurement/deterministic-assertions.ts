// Assertions that programs decide: one evaluator for those on outputs, one for each other set of things that are read.
import { compareCodeUnits } from '../../../contracts/code-point-order.js'
import { deriveHex } from '../../../contracts/derived-id.js'
import type { EvaluatorInput } from '../../../contracts/evaluator.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../../contracts/experiment/implementations.js'
import { EvalInputError } from '../../../contracts/experiment/input-error.js'
import type { EvaluatorTemplate } from '../../../contracts/experiment/resolved-input.js'
import type { SealedSample } from '../../../contracts/experiment/sealed-sample.js'
import { type Json, type JsonObject, snapshotJson } from '../../../contracts/json.js'
import {
  type AssertionSource,
  type DeterministicAssertion,
  holdsModelAssertion,
  isModelAssertion,
  layerOf,
  sourcesOf,
} from './assertion-traits.js'
import {
  type Criterion,
  criterionMetric,
  identifyCriterion,
  type MeasurementPart,
} from './measurement-part.js'

/** Criteria that are decided together, because they read the same things. */
interface Group {
  readonly sources: readonly AssertionSource[]
  readonly metricIds: string[]
  /** Criteria by the index of the sample. */
  readonly lists: Map<number, Json[]>
}

/**
 * The evaluators of deterministic assertions. They apply to every sample: what is no criterion of a sample is
 * structurally missing in it.
 * @throws {EvalInputError} `CLI_INPUT_INVALID` for a set that holds an assertion which a model decides
 */
export function designDeterministic(samples: readonly SealedSample[]): MeasurementPart {
  const groups = new Map<string, Group>()
  const criteria: Criterion[] = []
  samples.forEach((sample, at) => {
    sample.assertions.forEach((assertion, index) => {
      if (isModelAssertion(assertion)) return
      if (holdsModelAssertion(assertion)) throw refuseInSet(sample)
      criteria.push(addCriterion(groups, { sample, at, assertion, index }))
    })
  })
  const sorted = [...groups].sort(([a], [b]) => compareCodeUnits(a, b))
  return {
    templates: sorted.map(([signature, group]) => makeTemplate(signature, group)),
    metrics: criteria.map(({ metricId }) => criterionMetric(metricId)),
    criteria,
    dimensions: [],
    contexts: samples.map((_, at) => contextOf(sorted, at)),
  }
}

interface Place {
  readonly sample: SealedSample
  readonly at: number
  readonly assertion: DeterministicAssertion
  readonly index: number
}

function addCriterion(groups: Map<string, Group>, { sample, at, assertion, index }: Place): Criterion {
  const { sampleId } = sample
  const written = snapshotJson(assertion)
  const { criterionId, metricId } = identifyCriterion(sampleId, written, index)
  const sources = sourcesOf(assertion)
  const signature = sources.join('+')
  const group = groups.get(signature) ?? { sources, metricIds: [], lists: new Map<number, Json[]>() }
  groups.set(signature, group)
  const list = group.lists.get(at) ?? []
  group.lists.set(at, list)
  list.push({ assertion: written, criterionId, metricId })
  group.metricIds.push(metricId)
  return { layer: layerOf(assertion), metricId, sampleId, weight: assertion.weight ?? 1 }
}

function contextOf(groups: readonly (readonly [string, Group])[], at: number): JsonObject | undefined {
  if (groups.length === 0) return undefined
  return Object.fromEntries(
    groups.map(([signature, { lists }]) => [contextKey(signature), lists.get(at) ?? []]),
  )
}

function contextKey(signature: string): string {
  return signature === 'output'
    ? 'outputAssertions'
    : `executionAssertions-${deriveHex('omk.assertion-sources/v1', { signature })}`
}

const inputs: Readonly<Record<AssertionSource, EvaluatorInput>> = {
  output: { inputId: 'actual', sourceKind: 'output', pointer: '' },
  trace: { inputId: 'trace', sourceKind: 'trace', pointer: '' },
  'execution-facts': { inputId: 'executionFacts', sourceKind: 'execution-facts', pointer: '' },
}

function makeTemplate(signature: string, { sources, metricIds }: Group): EvaluatorTemplate {
  const onOutput = signature === 'output'
  return {
    evaluatorId: onOutput ? 'output-assertions' : `execution-assertions-${signature}`,
    evaluatorKind: 'assertions',
    runtimeBindingKind: 'builtin',
    implementationId: onOutput
      ? EXPERIMENT_IMPLEMENTATIONS.outputAssertions
      : EXPERIMENT_IMPLEMENTATIONS.executionAssertions,
    instrumentId: onOutput ? 'omk-output-assertions' : `omk-execution-assertions-${signature}`,
    replicateGroupId: 'deterministic-primary',
    metricIds: metricIds.sort(compareCodeUnits),
    inputs: [
      ...sources.map((source) => inputs[source]),
      {
        inputId: 'criteria',
        sourceKind: 'evaluation-context',
        pointer: `/${contextKey(signature)}`,
      },
    ],
  }
}

function refuseInSet({ sampleId }: SealedSample): EvalInputError {
  return new EvalInputError(
    'CLI_INPUT_INVALID',
    `sample ${sampleId}: an assertion that a model decides stands in a set`,
    { sourceKey: 'samples[].assertions', fix: 'move it out of the set' },
  )
}
