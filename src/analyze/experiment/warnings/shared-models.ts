// Judges that judge their own kind.
import type { PlanWarning } from '../../../contracts/experiment/plan-summary.js'
import { isJsonObject } from '../../../contracts/is-json.js'
import type { Json } from '../../../contracts/json.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { warn } from './warn.js'

/** A model tends to prefer what it would have said itself. */
export function findSharedModels({ execution, evaluation }: RunPlan): readonly PlanWarning[] {
  const targets = new Set(execution.targets.map(({ config }) => modelOf(config?.runtime)))
  const judges = new Set(evaluation.evaluators.map(({ config }) => modelOf(config?.judge)))
  const shared = [...judges].filter((model) => model !== null && targets.has(model))
  return warn(
    'judge-shares-model',
    shared.filter((model) => model !== null),
    () =>
      `${shared.join(', ')} answers and judges: models tend to prefer their own words, so let another one judge or compare with gold`,
  )
}

function modelOf(settings: Json | undefined): string | null {
  const model = isJsonObject(settings) ? settings.model : undefined
  return typeof model === 'string' ? model : null
}
