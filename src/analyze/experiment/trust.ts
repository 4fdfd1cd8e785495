// How far what was derived can be trusted: never further than the weakest of its sources.
import type { Provenance } from '../../contracts/experiment/record-parts.js'
import type { RunRecords } from './readings.js'

/** From the strongest to the weakest. */
const LEVELS: readonly Provenance['trust'][] = ['verified', 'declared', 'unknown', 'untrusted']

/** The weakest trust among the records; `unknown` without any. */
export function weakestTrust({ executionRecords, evaluationRecords }: RunRecords): Provenance['trust'] {
  if (executionRecords.length + evaluationRecords.length === 0) return 'unknown'
  let weakest = 0
  for (const { provenance } of executionRecords) weakest = Math.max(weakest, LEVELS.indexOf(provenance.trust))
  for (const { provenance } of evaluationRecords)
    weakest = Math.max(weakest, LEVELS.indexOf(provenance.trust))
  return LEVELS[weakest] ?? 'unknown'
}
