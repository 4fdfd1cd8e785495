// The part of an evaluation's record that follows from plan and execution.
import { deriveHex } from '../../contracts/derived-id.js'
import type { Evaluator } from '../../contracts/evaluator.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'
import type { RecordRuntime } from '../../contracts/experiment/record-parts.js'
import type { EvaluationIndex } from './evaluation-index.js'

/** Reason of a record without an execution that could be evaluated. */
export const SOURCE_UNAVAILABLE = 'source-unavailable'

/** The part of a record that follows from the plan and the execution that is read. */
export function evaluationIdentity(evaluator: Evaluator, record: ExecutionRecord, index: EvaluationIndex) {
  const { evaluatorId, instrumentId, ensembleMemberId, replicateGroupId, replicateIndex } = evaluator
  const { targetId, sampleId, trialIndex, trialId, provenance } = record
  return {
    targetId,
    sampleId,
    trialIndex,
    trialId,
    evaluatorId,
    measurement: { instrumentId, ensembleMemberId, replicateGroupId, replicateIndex },
    evaluationId: `evaluation-${deriveHex('omk.evaluation-id/v1', { trialId, evaluatorId })}`,
    runtime: runtimeIn(index, evaluatorId),
    provenance: {
      provenanceKind: 'native',
      trust: provenance.trust,
      parentDigests: [index.plan.digest],
    },
  } as const
}

/** Id of an attempt, counted from 1. */
export function evaluationAttemptId(evaluationId: string, attemptNumber: number): string {
  return `attempt-${deriveHex('omk.evaluation-attempt-id/v1', { evaluationId, attemptNumber })}`
}

function runtimeIn({ runtimes }: EvaluationIndex, evaluatorId: string): RecordRuntime {
  const runtime = runtimes.get(evaluatorId)
  if (!runtime) throw new Error(`the plan holds no runtime for ${evaluatorId}`)
  return runtime
}
