// Which trials were executed and read without a gap.
import type { EvaluationRecord } from '../../contracts/experiment/evaluation-record.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'

/** Whether an evaluation left nothing open that is not structurally absent. */
export function isWhole(record: EvaluationRecord): boolean {
  return (
    record.evaluationStatus === 'completed' &&
    record.observations.every(
      ({ observationStatus }) => observationStatus === 'observed' || observationStatus === 'not-applicable',
    )
  )
}

/** Ids of trials that were executed and read without a gap. */
export function completeTrials(
  executions: readonly ExecutionRecord[],
  evaluations: readonly EvaluationRecord[],
): ReadonlySet<string> {
  const gaps = new Set(evaluations.filter((record) => !isWhole(record)).map(({ trialId }) => trialId))
  return new Set(
    executions
      .filter(({ executionStatus, trialId }) => executionStatus === 'completed' && !gaps.has(trialId))
      .map(({ trialId }) => trialId),
  )
}
