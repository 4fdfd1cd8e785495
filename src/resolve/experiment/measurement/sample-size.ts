// How many complete pairs the decision will need, said before a run and never from its result.
import type { SampleSizeRequirement } from '../../../contracts/experiment/analysis-parameters.js'
import type { SampleSizePlan } from '../../../contracts/experiment/request.js'
import { POWER_METHOD, sampleSizePaired } from '../../../statistics/power.js'

/** Error probability of the whole family of comparisons. */
export const FAMILYWISE_ALPHA = 0.05

/** The requirement of a plan for `comparisons` planned comparisons. */
export function requireSampleSize(plan: SampleSizePlan, comparisons: number): SampleSizeRequirement {
  if (plan.sampleSizePlanningKind === 'minimum-count') return plan
  return {
    ...plan,
    methodId: POWER_METHOD,
    familywiseAlpha: FAMILYWISE_ALPHA,
    plannedComparisonCount: comparisons,
    minimumComparisonUnits: sampleSizePaired({
      difference: plan.minimumDetectableDifference,
      sd: plan.expectedDifferenceStandardDeviation,
      power: plan.targetPower,
      alpha: FAMILYWISE_ALPHA,
      comparisons,
    }),
  }
}
