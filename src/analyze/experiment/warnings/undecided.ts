// A run that measures and decides nothing.
import type { PlanWarning } from '../../../contracts/experiment/plan-summary.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { warn } from './warn.js'

/** Without intervals there is no policy to decide by. */
export function findUndecided({ decision }: RunPlan): readonly PlanWarning[] {
  return warn(
    'no-decision',
    decision.policy ? [] : ['bootstrap'],
    () => 'bootstrap is off, so there are no intervals and nothing will be decided: the gate will not pass',
  )
}
