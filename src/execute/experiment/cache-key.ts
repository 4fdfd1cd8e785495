// Under which key an answer is looked up, and by which digest a replayed record names the one that it repeats.
import { type Digest, digestPlain } from '../../contracts/digest.js'
import type { ActiveExecutionRecord } from '../../contracts/experiment/execution-record.js'
import { digestRecord } from './execution-bundle.js'

/** The key of a coordinate: what it is by content, and which trial. */
export function executionCacheKey(trial: {
  readonly executionCoordinateDigest: Digest
  readonly trialId: string
}): Digest {
  const { executionCoordinateDigest, trialId } = trial
  return digestPlain({ derivation: 'omk.execution-cache-key/v2', executionCoordinateDigest, trialId })
}

/** Whether a record repeats one of an earlier run. */
export function isReplayed({ cache }: Pick<ActiveExecutionRecord, 'cache'>): boolean {
  return cache.cacheStatus === 'replay' || cache.cacheStatus === 'transparent-hit'
}

/** Digests that the repeated record can have had: with its own run's cache not used, or asked in vain. */
export function originalDigests(record: ActiveExecutionRecord): readonly Digest[] {
  const { cacheKeyDigest } = record.cache
  return [
    digestRecord({ ...record, cache: { cacheStatus: 'not-used' } }),
    ...(cacheKeyDigest === undefined
      ? []
      : [digestRecord({ ...record, cache: { cacheStatus: 'miss', cacheKeyDigest } })]),
  ]
}
