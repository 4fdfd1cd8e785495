// `executionAssertions`: decides assertions on trace and facts of an execution, and sets that mix them with its output.

import type { EvaluatorPlugin } from '../../../src/contracts/experiment/evaluator-plugin.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../../src/contracts/experiment/implementations.js'
import { evaluateAssertions } from '../shared/assertions.js'

/** See the file's head. */
export const executionAssertions: EvaluatorPlugin = {
  implementationId: EXPERIMENT_IMPLEMENTATIONS.executionAssertions,
  moduleUrl: import.meta.url,
  evaluate: evaluateAssertions,
}
