// Assertions that any output passes.
import type { Assertion } from '../../../contracts/experiment/assertion.js'
import { assertionSchema } from '../../../contracts/experiment/assertion.js'
import type { PlanWarning } from '../../../contracts/experiment/plan-summary.js'
import { isJsonObject } from '../../../contracts/is-json.js'
import type { Json } from '../../../contracts/json.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { count, warn } from './warn.js'

/** Outputs that have little in common. A pattern that takes all of them hardly refuses any. */
const PROBES = ['', 'x', '7', ' \n', 'The quick brown fox.', '{"a":[1,true,null]}', '不', '!?%§']

/** One warning for all of them; the subjects are `sample: type`. */
export function findCertainAssertions({ evaluation }: RunPlan): readonly PlanWarning[] {
  const certain = evaluation.samples.flatMap(({ sampleId, evaluationContext }) =>
    assertionsOf(evaluationContext)
      .filter(isCertain)
      .map(({ type }) => `${sampleId}: ${type}`),
  )
  return warn(
    'assertion-always-passes',
    certain,
    (found) =>
      `${count(found, 'assertion')} would pass with any output, and only thin${found === 1 ? 's' : ''} out the others`,
  )
}

/** Whether no output can fail it. Never says so of one that can. */
export function isCertain(assertion: Assertion): boolean {
  if (assertion.type === 'assert-set') {
    const { mode = 'all', children, not = false } = assertion
    if (not || children.length === 0) return false
    return mode === 'all' ? children.every(isCertain) : children.some(isCertain)
  }
  if (assertion.not) return false
  switch (assertion.type) {
    case 'min_length':
    case 'word_count_min':
    case 'tools_count_min':
    case 'turns_min':
      return assertion.value === 0
    case 'rouge_n_min':
    case 'bleu_min':
      return assertion.threshold === 0
    case 'regex':
      return takesEverything(assertion.pattern, assertion.flags ?? 'i')
    case 'semantic_similarity':
    case 'faithfulness':
    case 'answer_relevancy':
    case 'context_recall':
      return assertion.threshold === 1
    default:
      return false
  }
}

function takesEverything(pattern: string, flags: string): boolean {
  try {
    return PROBES.every((probe) => new RegExp(pattern, flags).test(probe))
  } catch {
    return false
  }
}

/** The assertions that programs decide, of every list of criteria in a context. */
function assertionsOf(context: Json | undefined): readonly Assertion[] {
  if (!isJsonObject(context)) return []
  return Object.values(context).flatMap((list) =>
    Array.isArray(list) ? list.flatMap((criterion: Json) => assertionOf(criterion)) : [],
  )
}

function assertionOf(criterion: Json): readonly Assertion[] {
  if (!isJsonObject(criterion)) return []
  const read = assertionSchema.safeParse(criterion.assertion)
  return read.success ? [read.data] : []
}
