// Readings that are taken over from an earlier run instead of being made again.
import { type Digest, digestDocument } from '../../contracts/digest.js'
import type { EvaluationRecord } from '../../contracts/experiment/evaluation-record.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'

/** A record that began. */
export type ActiveEvaluation = Exclude<EvaluationRecord, { readonly evaluationStatus: 'not-evaluated' }>

/** Whether a record repeats one of an earlier run. */
export function isReused({ cache }: Pick<ActiveEvaluation, 'cache'>): boolean {
  return cache.cacheStatus === 'replay'
}

/**
 * Digests that the repeated record can have had; null where the execution was made anew, so that nobody can tell which
 * record of one the repeated reading was of.
 */
export function originalReadings(
  record: ActiveEvaluation,
  execution: ExecutionRecord,
): readonly Digest[] | null {
  const source = execution.executionStatus === 'budget-censored' ? undefined : execution.cache
  if (source?.sourceRecordDigest === undefined) return null
  const { cacheKeyDigest } = record.cache
  const original = { ...record, sourceRecordDigest: source.sourceRecordDigest }
  return [
    digestDocument({ ...original, cache: { cacheStatus: 'not-used' } }),
    ...(cacheKeyDigest === undefined
      ? []
      : [digestDocument({ ...original, cache: { cacheStatus: 'miss', cacheKeyDigest } })]),
  ]
}
