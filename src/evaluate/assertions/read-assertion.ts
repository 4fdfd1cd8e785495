// Carries out an assertion that programs decide. Pure but for the time limit, which the caller lends.
import type { Assertion } from '../../contracts/experiment/assertion.js'
import type { TrialEvidence } from '../../contracts/experiment/trial-evidence.js'
import { readFactAssertion } from './facts.js'
import type { InTime } from './in-time.js'
import { readJsonAssertion } from './json.js'
import { inverted, missing, observed, type Reading } from './reading.js'
import { readSimilarity } from './similarity.js'
import { readTextAssertion } from './text.js'
import { readToolAssertion } from './tools.js'

/** The reading of an assertion, `not` and nested sets included. */
export function readAssertion(assertion: Assertion, evidence: TrialEvidence, inTime: InTime): Reading {
  const reading =
    assertion.type === 'assert-set'
      ? readSet(
          assertion.mode ?? 'all',
          assertion.children.map((child) => readAssertion(child, evidence, inTime)),
        )
      : readLeaf(assertion, evidence, inTime)
  return assertion.not ? inverted(reading) : reading
}

/**
 * A set is decided as soon as its known children decide it; a child without a reading leaves it open otherwise. A set
 * without children does not hold.
 */
function readSet(mode: 'all' | 'any', children: readonly Reading[]): Reading {
  const deciding = mode === 'any'
  if (children.some((child) => child.status === 'observed' && child.passed === deciding))
    return observed(deciding)
  const open =
    children.find(({ status }) => status === 'invalid') ?? children.find(({ status }) => status === 'missing')
  return open ?? observed(children.length > 0 && !deciding)
}

type Leaf = Exclude<Assertion, { readonly type: 'assert-set' }>

function readLeaf(assertion: Leaf, { output, trace, facts }: TrialEvidence, inTime: InTime): Reading {
  switch (assertion.type) {
    case 'contains':
    case 'not_contains':
    case 'contains_all':
    case 'contains_any':
    case 'equals':
    case 'not_equals':
    case 'starts_with':
    case 'ends_with':
    case 'regex':
    case 'min_length':
    case 'max_length':
    case 'word_count_min':
    case 'word_count_max':
      return output === null ? missing('output-unavailable') : readTextAssertion(assertion, output, inTime)
    case 'json_valid':
    case 'json_schema':
      return output === null ? missing('output-unavailable') : readJsonAssertion(assertion, output, inTime)
    case 'rouge_n_min':
    case 'bleu_min':
    case 'levenshtein_max':
      return output === null ? missing('output-unavailable') : readSimilarity(assertion, output)
    case 'tool_output_contains':
    case 'tool_input_contains':
    case 'tool_input_not_contains':
    case 'tools_called':
    case 'tools_not_called':
    case 'tools_count_min':
    case 'tools_count_max':
    case 'turns_min':
    case 'turns_max':
    case 'mock_hit':
      return trace === null ? missing('trace-unavailable') : readToolAssertion(assertion, trace)
    case 'cost_max':
    case 'latency_max':
      return readFactAssertion(assertion, facts)
    case 'semantic_similarity':
    case 'faithfulness':
    case 'answer_relevancy':
    case 'context_recall':
      // Compiling gives these to judges; a program that meets one has nothing to say.
      return missing('output-unavailable')
  }
}
