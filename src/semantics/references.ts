// Every id that is referred to exists.
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import { definitionError } from './definition-error.js'
import type { DefinitionIndex } from './definition-index.js'

interface Known {
  readonly has: (id: string) => boolean
}

/** `EVAL_DEFINITION_MISSING_REFERENCE` for every reference to nothing. */
export function findMissingReferences(
  definition: EvaluationDefinition,
  index: DefinitionIndex,
): EvalChecksError[] {
  const errors: EvalChecksError[] = []
  const expect = (place: string, known: Known, ids: readonly string[] | undefined): void => {
    for (const id of ids ?? []) {
      if (known.has(id)) continue
      errors.push(definitionError('EVAL_DEFINITION_MISSING_REFERENCE', place, `${id} does not exist`))
    }
  }
  definition.dataset.samples.forEach((sample, i) => {
    expect(`definition.dataset.samples[${i}].analysis`, index.cohorts, sample.analysis?.memberships)
  })
  definition.targets.forEach((target, i) => {
    const overrides = target.executionControls?.sampleOverrides.map((override) => override.sampleId)
    expect(`definition.targets[${i}].executionControls`, index.samples, overrides)
  })
  definition.evaluators.forEach((evaluator, i) => {
    expect(`definition.evaluators[${i}].metricIds`, index.metrics, evaluator.metricIds)
    expect(`definition.evaluators[${i}].applicableSampleIds`, index.samples, evaluator.applicableSampleIds)
  })
  definition.experiment.randomizationSlots.forEach((slot, i) => {
    expect(`definition.experiment.randomizationSlots[${i}]`, index.targets, [slot.targetId])
  })
  definition.analysisGraph.nodes.forEach((node, i) => {
    const place = `definition.analysisGraph.nodes[${i}]`
    for (const input of node.inputs) {
      if (input.inputKind === 'metric') expect(`${place}.inputs`, index.metrics, [input.metricId])
      else expect(`${place}.inputs`, index.results, [input.resultId])
    }
    expect(`${place}.targetFilter`, index.targets, node.targetFilter)
    expect(`${place}.cohortFilter`, index.cohorts, node.cohortFilter?.includeCohortIds)
    expect(`${place}.cohortFilter`, index.cohorts, node.cohortFilter?.excludeCohortIds)
  })
  definition.comparisons.forEach((comparison, i) => {
    const arms = [comparison.controlTargetId, ...comparison.treatmentTargetIds]
    expect(`definition.comparisons[${i}]`, index.targets, arms)
    expect(`definition.comparisons[${i}].metricIds`, index.metrics, comparison.metricIds)
  })
  const { decisionPolicy } = definition
  if (decisionPolicy) {
    const { comparisonFamilyResultId: familyResult } = decisionPolicy
    expect('definition.decisionPolicy.analysisResultIds', index.results, decisionPolicy.analysisResultIds)
    expect('definition.decisionPolicy.comparisonFamily', index.comparisons, decisionPolicy.comparisonFamily)
    if (familyResult)
      expect('definition.decisionPolicy.comparisonFamilyResultId', index.results, [familyResult])
  }
  return errors
}
