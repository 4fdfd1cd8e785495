// From the trials of two arms to one difference per complete pair.
import { meanOf } from './moments.js'
import { requireFinite } from './require-arguments.js'

/** The trials of one sample in both arms; null is a trial without a score. */
export interface PairingBlock {
  readonly unitId: string
  readonly control: readonly (number | null)[]
  readonly treatment: readonly (number | null)[]
}

/** One complete pair. */
export interface PairedUnit {
  readonly unitId: string
  readonly control: number
  readonly treatment: number
  /** `treatment - control`. */
  readonly difference: number
}

/** Complete pairs, and the units that have no score in one of the arms. */
export interface PairedUnits {
  readonly complete: readonly PairedUnit[]
  readonly incomplete: readonly string[]
}

/**
 * Averages the scored trials of each arm inside its block, then takes differences. A block without a scored trial in one
 * arm is incomplete and enters no comparison. Order is kept: with it the resamples stay the same.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a score that is not finite
 */
export function pairBlocks(blocks: readonly PairingBlock[]): PairedUnits {
  const complete: PairedUnit[] = []
  const incomplete: string[] = []
  for (const { unitId, ...arms } of blocks) {
    const control = averageTrials(arms.control)
    const treatment = averageTrials(arms.treatment)
    if (control === null || treatment === null) incomplete.push(unitId)
    else complete.push({ unitId, control, treatment, difference: treatment - control })
  }
  return { complete, incomplete }
}

function averageTrials(trials: readonly (number | null)[]): number | null {
  const scores = trials.filter((score) => score !== null)
  requireFinite('scores', scores)
  return scores.length === 0 ? null : meanOf(scores)
}
