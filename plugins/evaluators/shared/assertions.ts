// Carries out the assertions that a sample's evaluation context lists, on whatever parts of an execution were handed in.
import { z } from 'zod'
import { assertionSchema } from '../../../src/contracts/experiment/assertion.js'
import type {
  EvaluationJob,
  EvaluationOutcome,
  EvaluationServices,
  MetricReading,
} from '../../../src/contracts/experiment/evaluator-plugin.js'
import {
  type TrialEvidence,
  trialFactsSchema,
  trialTraceSchema,
} from '../../../src/contracts/experiment/trial-evidence.js'
import { identifierSchema } from '../../../src/contracts/identifiers.js'
import type { Json } from '../../../src/contracts/json.js'
import { readAssertion } from '../../../src/evaluate/assertions/read-assertion.js'
import { evaluationFailed } from './failure.js'

const criteriaSchema = z.array(
  z.strictObject({ assertion: assertionSchema, criterionId: identifierSchema, metricId: identifierSchema }),
)

/** A boolean for each criterion of the sample. Facts that were not recorded leave the assertions on them missing. */
export async function evaluateAssertions(
  job: EvaluationJob,
  services: EvaluationServices,
): Promise<EvaluationOutcome> {
  try {
    return readCriteria(job, services)
  } catch {
    // Values nested so deeply that the stack ends; the cause may quote them.
    return evaluationFailed('assertions-unreadable', 'what was recorded could not be read')
  }
}

function readCriteria({ inputs }: EvaluationJob, { inTime }: EvaluationServices): EvaluationOutcome {
  const criteria = criteriaSchema.safeParse(inputs.get('criteria') ?? [])
  if (!criteria.success) return evaluationFailed('criteria-malformed', 'the criteria are no assertions')
  const trace = trialTraceSchema.nullable().safeParse(inputs.get('trace') ?? null)
  if (!trace.success) return evaluationFailed('trace-malformed', 'the recorded trace has another shape')
  const facts = trialFactsSchema.nullable().safeParse(inputs.get('executionFacts') ?? null)
  if (!facts.success)
    return evaluationFailed('execution-facts-malformed', 'the recorded facts have another shape')
  const output = textOf(inputs.get('actual'))
  return {
    status: 'completed',
    applicable: criteria.data.map(({ metricId }) => metricId),
    readings: criteria.data.map(({ assertion, metricId }): MetricReading => {
      if (facts.data === null && readsFacts(assertion))
        return { metricId, status: 'missing', reasonCode: 'execution-facts-unavailable' }
      const evidence: TrialEvidence = { output, trace: trace.data, facts: facts.data ?? NO_FACTS }
      const reading = readAssertion(assertion, evidence, inTime)
      return reading.status === 'observed'
        ? { metricId, status: 'observed', value: reading.passed }
        : { metricId, ...reading }
    }),
  }
}

/** Never read: assertions on facts are missing where there are none. */
const NO_FACTS: TrialEvidence['facts'] = { durationMs: 0, providerCost: { costStatus: 'unreported' } }

function readsFacts(assertion: z.infer<typeof assertionSchema>): boolean {
  return assertion.type === 'assert-set'
    ? assertion.children.some(readsFacts)
    : assertion.type === 'cost_max' || assertion.type === 'latency_max'
}

/** A structured output is read as its JSON text. */
function textOf(output: Json | undefined): string | null {
  if (output === undefined || output === null) return null
  return typeof output === 'string' ? output : JSON.stringify(output)
}
