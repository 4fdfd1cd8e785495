// `exactMatch`: a part of an output or a trace equals, as JSON, the part of what is expected that a check names.
import { z } from 'zod'
import { canonicalJson } from '../../../src/contracts/canonical-json.js'
import type {
  EvaluationJob,
  EvaluationOutcome,
  EvaluatorPlugin,
  MetricReading,
} from '../../../src/contracts/experiment/evaluator-plugin.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../../src/contracts/experiment/implementations.js'
import { identifierSchema, jsonPointerSchema } from '../../../src/contracts/identifiers.js'
import { resolvePointer } from '../../../src/semantics/json-pointer.js'
import { evaluationFailed } from '../shared/failure.js'

const criteriaSchema = z.array(
  z.strictObject({
    actualPointer: jsonPointerSchema,
    criterionId: identifierSchema,
    expectedPointer: jsonPointerSchema,
    metricId: identifierSchema,
  }),
)

/** Order of keys does not count. A part that an output lacks is not equal; an output that was not recorded is missing. */
export const exactMatch: EvaluatorPlugin = {
  implementationId: EXPERIMENT_IMPLEMENTATIONS.exactMatch,
  moduleUrl: import.meta.url,
  async evaluate(job) {
    try {
      return compareParts(job)
    } catch {
      // Values nested so deeply that the stack ends; the cause may quote them.
      return evaluationFailed('comparison-unreadable', 'what was recorded could not be compared')
    }
  },
}

function compareParts({ inputs }: EvaluationJob): EvaluationOutcome {
  const criteria = criteriaSchema.safeParse(inputs.get('criteria') ?? [])
  if (!criteria.success) return evaluationFailed('criteria-malformed', 'the criteria are no comparisons')
  const [actual, expected] = [inputs.get('actual'), inputs.get('expected')]
  return {
    status: 'completed',
    applicable: criteria.data.map(({ metricId }) => metricId),
    readings: criteria.data.map(({ metricId, actualPointer, expectedPointer }): MetricReading => {
      if (actual === undefined) return { metricId, status: 'missing', reasonCode: 'actual-unavailable' }
      const wanted = expected === undefined ? undefined : resolvePointer(expected, expectedPointer)
      if (wanted === undefined) return { metricId, status: 'missing', reasonCode: 'expected-unavailable' }
      const found = resolvePointer(actual, actualPointer)
      const value = found !== undefined && canonicalJson(found) === canonicalJson(wanted)
      return { metricId, status: 'observed', value }
    }),
  }
}
