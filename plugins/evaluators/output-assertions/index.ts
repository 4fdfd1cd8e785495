// `outputAssertions`: decides assertions on outputs alone.

import type { EvaluatorPlugin } from '../../../src/contracts/experiment/evaluator-plugin.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../../src/contracts/experiment/implementations.js'
import { evaluateAssertions } from '../shared/assertions.js'

/** See the file's head. */
export const outputAssertions: EvaluatorPlugin = {
  implementationId: EXPERIMENT_IMPLEMENTATIONS.outputAssertions,
  moduleUrl: import.meta.url,
  evaluate: evaluateAssertions,
}
