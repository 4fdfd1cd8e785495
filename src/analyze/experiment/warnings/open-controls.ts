// Ways for a treatment to leak into the control.
import type { PlanWarning } from '../../../contracts/experiment/plan-summary.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { warn } from './warn.js'

/** A baseline that looks for skills by itself may find the treatment where it works. */
export function findOpenControls({ execution }: RunPlan): readonly PlanWarning[] {
  const open = execution.targets.filter(
    ({ experimentRole, targetKind, executionRequirements }) =>
      experimentRole === 'control' &&
      targetKind === 'baseline' &&
      executionRequirements?.skillDiscovery === 'runtime-default',
  )
  return warn(
    'treatment-may-leak',
    open.map(({ targetId }) => targetId),
    () =>
      `the control ${open.map(({ targetId }) => targetId).join(', ')} discovers skills by itself and may find the treatment: leave strictBaseline on, or give it allowedSkills: []`,
  )
}
