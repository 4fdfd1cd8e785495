// Fewer pairs than the decision will ask for.
import { releaseParametersSchema } from '../../../contracts/experiment/analysis-parameters.js'
import type { PlanSummary, PlanWarning } from '../../../contracts/experiment/plan-summary.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { count, warn } from './warn.js'

/** The requirement of the decision beside what the samples can give; null where nothing is decided. */
export function readSampleSize({ decision, execution }: RunPlan): PlanSummary['sampleSize'] {
  const parameters = releaseParametersSchema.safeParse(decision.policy?.parameters)
  if (!parameters.success) return null
  const { sampleSizeRequirement: requirement } = parameters.data
  const pairs = execution.samples.length
  return { requirement, pairs, sufficient: pairs >= requirement.minimumComparisonUnits }
}

/** The verdict of a run with too few pairs is at most cautious, whatever it finds. */
export function findFewSamples(plan: RunPlan): readonly PlanWarning[] {
  const size = readSampleSize(plan)
  if (!size || size.sufficient) return []
  const { minimumComparisonUnits: needed, sampleSizePlanningKind: kind } = size.requirement
  const why = kind === 'a-priori-power' ? 'the power plan needs' : 'the decision needs'
  return warn(
    'too-few-samples',
    ['samples'],
    () =>
      `${why} ${count(needed, 'complete pair')}, and there ${size.pairs === 1 ? 'is' : 'are'} ${count(size.pairs, 'sample')}: add ${needed - size.pairs}, or expect no clear verdict`,
  )
}
