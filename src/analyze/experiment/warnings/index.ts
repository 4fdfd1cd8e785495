// What a careful colleague would say about a plan before it is run. Pure: from the sealed plan alone.
import type { PlanWarning } from '../../../contracts/experiment/plan-summary.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { findCertainAssertions } from './certain-assertions.js'
import { findDuplicateSamples } from './duplicate-samples.js'
import { findFewSamples } from './few-samples.js'
import { findIdenticalArms } from './identical-arms.js'
import { findOpenControls } from './open-controls.js'
import { findSharedModels } from './shared-models.js'
import { findUnanchoredRubrics } from './unanchored-rubrics.js'
import { findUndecided } from './undecided.js'

const finders: readonly ((plan: RunPlan) => readonly PlanWarning[])[] = [
  findUndecided,
  findFewSamples,
  findIdenticalArms,
  findOpenControls,
  findSharedModels,
  findUnanchoredRubrics,
  findDuplicateSamples,
  findCertainAssertions,
]

/** All warnings, the weightiest first. */
export function findWarnings(plan: RunPlan): readonly PlanWarning[] {
  return finders.flatMap((find) => find(plan))
}
