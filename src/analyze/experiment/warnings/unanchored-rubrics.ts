// Rubrics that leave open what a score means.
import type { PlanWarning } from '../../../contracts/experiment/plan-summary.js'
import { isJsonObject } from '../../../contracts/is-json.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { count, warn } from './warn.js'

/** A criterion that names at least two of the scores 1 to 5 is anchored. */
export function isAnchored(criterion: string): boolean {
  const named = new Set(criterion.match(/(?<![\d.])[1-5](?![\d.]*\d)/g) ?? [])
  return named.size >= 2
}

/** Judges read a scale without anchors each in their own way, and differently from day to day. */
export function findUnanchoredRubrics({ evaluation }: RunPlan): readonly PlanWarning[] {
  const open = evaluation.samples.filter(({ evaluationContext }) => {
    const rubric = isJsonObject(evaluationContext) ? evaluationContext.rubric : undefined
    return (
      isJsonObject(rubric) &&
      Object.values(rubric).some((text) => typeof text === 'string' && !isAnchored(text))
    )
  })
  return warn(
    'rubric-without-anchors',
    open.map(({ sampleId }) => sampleId),
    (found) =>
      `the rubrics of ${count(found, 'sample')} do not say what a score means: write what earns a 1, a 3 and a 5`,
  )
}
