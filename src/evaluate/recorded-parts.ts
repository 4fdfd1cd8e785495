// What evaluators may see of a completed execution: its output, its trace, what it took. What was not kept is not there.
import type { EvaluatorInput } from '../contracts/evaluator.js'
import type { CompletedExecutionRecord } from '../contracts/experiment/execution-record.js'
import type { Usage } from '../contracts/experiment/record-parts.js'
import type { TrialFacts } from '../contracts/experiment/trial-evidence.js'
import { toJsonObject } from '../contracts/is-json.js'
import type { Json } from '../contracts/json.js'

/** Values by kind of source; contents that were kept by digest alone, or elsewhere, have no entry. */
export function recordedParts(
  record: CompletedExecutionRecord,
): ReadonlyMap<EvaluatorInput['sourceKind'], Json> {
  const { output, trace } = record
  const facts = factsOf(record)
  const parts = new Map<EvaluatorInput['sourceKind'], Json>()
  if (output?.captureKind === 'inline') parts.set('output', output.value)
  if (trace?.captureKind === 'inline') parts.set('trace', toJsonObject(trace.value))
  if (facts) parts.set('execution-facts', toJsonObject(facts))
  return parts
}

/** Null: nobody measured how long it took. Attempts that failed are paid for and waited for like any other. */
function factsOf({ timing, attempts }: CompletedExecutionRecord): TrialFacts | null {
  if (timing.durationMs === undefined) return null
  return {
    durationMs: Math.round(timing.durationMs),
    providerCost: sumOfCosts(attempts.map(({ usage }) => usage?.providerCost)),
  }
}

function sumOfCosts(costs: readonly Usage['providerCost'][]): TrialFacts['providerCost'] {
  const known = costs.filter((cost) => cost !== undefined)
  const currency = known[0]?.currency
  if (currency === undefined) return { costStatus: 'unreported' }
  if (known.length < costs.length || known.some((cost) => cost.currency !== currency))
    return { costStatus: 'partial' }
  return { costStatus: 'reported', amount: known.reduce((sum, { amount }) => sum + amount, 0), currency }
}
