// An evaluation that could not be carried out, which is never a reading.
import type { EvaluationOutcome } from '../../../src/contracts/experiment/evaluator-plugin.js'

/** `message` holds no content of samples. */
export function evaluationFailed(code: string, message: string): EvaluationOutcome {
  return { status: 'failed', error: { code, stage: 'evaluation', message } }
}
