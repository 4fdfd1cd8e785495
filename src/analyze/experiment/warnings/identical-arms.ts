// Arms that are one and the same.
import { canonicalText } from '../../../contracts/canonical-text.js'
import type { PlanWarning } from '../../../contracts/experiment/plan-summary.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { warn } from './warn.js'

/** A treatment that is given exactly what the control is given can differ by chance alone. */
export function findIdenticalArms({ execution }: RunPlan): readonly PlanWarning[] {
  const { targets } = execution
  const control = targets.find(({ experimentRole }) => experimentRole === 'control')
  if (!control) return []
  const same = ({ config, executionControls }: typeof control) =>
    canonicalText({ config: config ?? {}, executionControls: executionControls ?? {} })
  const given = same(control)
  const equal = targets.filter((target) => target !== control && same(target) === given)
  return warn(
    'identical-arms',
    equal.map(({ targetId }) => targetId),
    () =>
      `${equal.map(({ targetId }) => targetId).join(', ')} and the control ${control.targetId} are given the same, byte for byte: any difference is chance (name it in controls.mustTie if that is meant)`,
  )
}
