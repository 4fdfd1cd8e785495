// What a type of assertion reads, and what a reading of it says something about.

import type { z } from 'zod'
import type { CriterionLayer } from '../../../contracts/experiment/analysis-parameters.js'
import type {
  Assertion,
  AssertionLayer,
  deterministicAssertionSchema,
  ModelAssertionType,
} from '../../../contracts/experiment/assertion.js'

type DeterministicType = z.infer<typeof deterministicAssertionSchema>['type']

/** What a deterministic assertion reads, least authority first. */
export type AssertionSource = 'execution-facts' | 'output' | 'trace'

const of = (layer: AssertionLayer, source: AssertionSource) => ({ layer, source })
const fact = of('fact', 'output')
const form = of('behavior', 'output')
const conduct = of('behavior', 'trace')

const traits: Readonly<
  Record<DeterministicType, { readonly layer: AssertionLayer; readonly source: AssertionSource }>
> = {
  contains: fact,
  not_contains: fact,
  contains_all: fact,
  contains_any: fact,
  equals: fact,
  not_equals: fact,
  regex: fact,
  json_valid: fact,
  json_schema: fact,
  rouge_n_min: fact,
  bleu_min: fact,
  levenshtein_max: fact,
  tool_output_contains: of('fact', 'trace'),
  tool_input_contains: of('fact', 'trace'),
  tool_input_not_contains: of('fact', 'trace'),
  starts_with: form,
  ends_with: form,
  min_length: form,
  max_length: form,
  word_count_min: form,
  word_count_max: form,
  cost_max: of('behavior', 'execution-facts'),
  latency_max: of('behavior', 'execution-facts'),
  turns_min: conduct,
  turns_max: conduct,
  tools_called: conduct,
  tools_not_called: conduct,
  tools_count_min: conduct,
  tools_count_max: conduct,
  mock_hit: conduct,
}

const modelTypes: ReadonlySet<string> = new Set<ModelAssertionType>([
  'semantic_similarity',
  'faithfulness',
  'answer_relevancy',
  'context_recall',
])

/** An assertion that a model decides. */
export type ModelAssertion = Extract<Assertion, { readonly type: ModelAssertionType }>
/** An assertion, or a set, that a program decides. */
export type DeterministicAssertion = Exclude<Assertion, ModelAssertion>

/** Whether a model decides. */
export function isModelAssertion(assertion: Assertion): assertion is ModelAssertion {
  return modelTypes.has(assertion.type)
}

/** The layer of an assertion; that of a set only if all of its leaves agree. Models decide about facts. */
export function layerOf(assertion: Assertion): CriterionLayer {
  const layers = new Set(
    leavesOf(assertion).map((leaf) => (isModelAssertion(leaf) ? 'fact' : traits[leaf.type].layer)),
  )
  const [layer = 'excluded-mixed-layer', ...others] = layers
  return others.length > 0 ? 'excluded-mixed-layer' : layer
}

/** What an assertion reads, in code-unit order; a set reads what its leaves read. A set without leaves reads the output. */
export function sourcesOf(assertion: DeterministicAssertion): readonly AssertionSource[] {
  const sources = leavesOf(assertion).flatMap((leaf) =>
    isModelAssertion(leaf) ? [] : [traits[leaf.type].source],
  )
  return sources.length === 0 ? ['output'] : [...new Set(sources)].sort()
}

/** Whether a model's assertion stands in a set, which cannot be measured: one evaluator gives one reading. */
export function holdsModelAssertion(assertion: Assertion): boolean {
  return leavesOf(assertion).some(isModelAssertion)
}

type Leaf = Exclude<Assertion, { readonly type: 'assert-set' }>

function leavesOf(assertion: Assertion): readonly Leaf[] {
  return assertion.type === 'assert-set' ? assertion.children.flatMap(leavesOf) : [assertion]
}
