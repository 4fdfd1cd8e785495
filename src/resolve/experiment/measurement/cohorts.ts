// The holdout: samples that are set aside before anything runs, so that a gain which does not generalize shows.
import type { Sample } from '../../../contracts/dataset.js'
import type { ReleaseParameters } from '../../../contracts/experiment/analysis-parameters.js'
import { MINIMUM_SIDE, splitHoldout } from '../../../statistics/holdout.js'

/** Ids of the two cohorts. */
export const COHORTS = { train: 'train', holdout: 'holdout' } as const

/** A split; null when there is none to be made. */
export interface Cohorts {
  readonly membershipOf: (sampleId: string) => NonNullable<Sample['analysis']>
  readonly parameters: NonNullable<ReleaseParameters['holdout']>
}

/** Splits the samples; null without a ratio, and where a side would be too small to say anything. */
export function splitCohorts(sampleIds: readonly string[], ratio: number | undefined): Cohorts | null {
  const split = ratio === undefined ? null : splitHoldout(sampleIds, ratio)
  if (split === null) return null
  const { train, holdout } = split
  const heldOut = new Set(holdout)
  return {
    membershipOf: (sampleId) => ({ memberships: [heldOut.has(sampleId) ? COHORTS.holdout : COHORTS.train] }),
    parameters: {
      trainSampleIds: train,
      holdoutSampleIds: holdout,
      minimumScorablePerPartition: MINIMUM_SIDE,
    },
  }
}
