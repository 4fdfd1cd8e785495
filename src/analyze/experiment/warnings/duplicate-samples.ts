// Samples that ask the same.
import { canonicalText } from '../../../contracts/canonical-text.js'
import type { PlanWarning } from '../../../contracts/experiment/plan-summary.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { count, warn } from './warn.js'

/** Samples that are equal to an earlier one in all that an executor sees count as independent, and are not. */
export function findDuplicateSamples({ execution }: RunPlan): readonly PlanWarning[] {
  const seen = new Set<string>()
  const repeated = execution.samples.filter(({ input, executionContext = null }) => {
    const key = canonicalText({ input, executionContext })
    if (seen.has(key)) return true
    seen.add(key)
    return false
  })
  return warn(
    'duplicate-samples',
    repeated.map(({ sampleId }) => sampleId),
    (found) =>
      `${count(found, 'sample')} ask${found === 1 ? 's' : ''} what another one asks: intervals will be too narrow, so take them out (repeat with trials or repeat)`,
  )
}
