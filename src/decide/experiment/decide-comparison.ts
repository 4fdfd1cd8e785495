// What is found of one treatment: its verdict, from the interval first and from everything else only after a gain.
import type { ReleaseParameters } from '../../contracts/experiment/analysis-parameters.js'
import type { DecidedComparison, VerdictReason } from '../../contracts/experiment/decision-record.js'
import type { EstimatedComparison } from '../../contracts/experiment/interval-tables.js'
import { sampleSizePaired } from '../../statistics/power.js'
import { findCautions, passesLayerGate } from './cautions.js'
import type { ReleaseFacts } from './release-facts.js'

/** The difference that further samples are counted for, and the chance of seeing it, where the plan names none. */
export const USUAL_AIM = { difference: 0.3, power: 0.8 } as const

type Verdict = Pick<DecidedComparison, 'verdict' | 'reasonCodes'>

/** Decides one comparison. */
export function decideComparison(
  row: EstimatedComparison,
  facts: ReleaseFacts,
  parameters: ReleaseParameters,
): DecidedComparison {
  const { comparisonId, controlTargetId, treatmentTargetId, counts, interval, standardDeviation } = row
  const { minimumComparisonUnits } = parameters.sampleSizeRequirement
  return {
    comparisonId,
    controlTargetId,
    treatmentTargetId,
    ...findVerdict(row, facts, parameters),
    comparableUnits: counts.comparableUnits,
    minimumComparisonUnits,
    interval,
    standardDeviation,
    furtherUnits: countFurther(row, parameters),
    controlScore: facts.arms.get(controlTargetId)?.score ?? null,
    treatmentScore: facts.arms.get(treatmentTargetId)?.score ?? null,
  }
}

function findVerdict(row: EstimatedComparison, facts: ReleaseFacts, parameters: ReleaseParameters): Verdict {
  const { interval, counts, controlTargetId } = row
  const { sampleSizeRequirement, thresholds } = parameters
  const enough = counts.comparableUnits >= sampleSizeRequirement.minimumComparisonUnits
  if (!interval.significant)
    return enough
      ? {
          verdict: 'NOISE',
          reasonCodes: ['comparison-interval-overlaps-zero', 'comparison-sample-size-sufficient'],
        }
      : {
          verdict: 'UNDERPOWERED',
          reasonCodes: ['comparison-interval-overlaps-zero', 'comparison-sample-size-below-minimum'],
        }
  if (interval.upper < 0) return { verdict: 'REGRESSION', reasonCodes: ['comparison-significant-regression'] }
  const cautions = findCautions(row, facts, parameters)
  if (cautions.length > 0) return { verdict: 'CAUTIOUS', reasonCodes: cautions }
  const recovers: readonly VerdictReason[] = passesLayerGate(
    facts.arms.get(controlTargetId),
    thresholds.layerScore,
  )
    ? []
    : ['treatment-recovers-broken-control']
  return { verdict: 'PROGRESS', reasonCodes: ['release-gates-passed', ...recovers] }
}

/** How many more pairs a run would need that is to see a difference of the size that was planned for. Plans the next run. */
function countFurther(
  { standardDeviation, effectiveAlpha, counts }: EstimatedComparison,
  { sampleSizeRequirement: plan }: ReleaseParameters,
): DecidedComparison['furtherUnits'] {
  if (standardDeviation === null || standardDeviation === 0) return null
  const powered = plan.sampleSizePlanningKind === 'a-priori-power'
  const difference = powered ? plan.minimumDetectableDifference : USUAL_AIM.difference
  const needed = sampleSizePaired({
    difference,
    power: powered ? plan.targetPower : USUAL_AIM.power,
    sd: standardDeviation,
    alpha: effectiveAlpha,
  })
  const units = Math.max(needed, plan.minimumComparisonUnits) - counts.comparableUnits
  return { difference, units: Math.max(0, units) }
}
