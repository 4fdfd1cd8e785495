// `example`: an evaluator to copy. It reads one boolean: whether the output is a text that is not blank.
import type { EvaluatorPlugin } from '../../../src/contracts/experiment/evaluator-plugin.js'

/** An evaluator whose only metric applies to every sample. */
export const example: EvaluatorPlugin = {
  implementationId: 'example/v1',
  moduleUrl: import.meta.url,
  async evaluate({ evaluator, inputs }) {
    const applicable = evaluator.metricIds.slice(0, 1)
    const output = inputs.get('actual')
    return {
      status: 'completed',
      applicable,
      readings: applicable.map((metricId) =>
        output === undefined
          ? { metricId, status: 'missing', reasonCode: 'output-unavailable' }
          : { metricId, status: 'observed', value: typeof output === 'string' && output.trim() !== '' },
      ),
    }
  },
}
