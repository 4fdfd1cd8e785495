// A release decision fits its definition: what it was planned for is what is compared, and its figures recompute.
import type { DecisionPolicy } from '../contracts/analysis-graph.js'
import { fits } from '../contracts/conforms.js'
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import {
  type BootstrapFamilyParameters,
  bootstrapFamilyParametersSchema,
  type ReleaseParameters,
  releaseParametersSchema,
} from '../contracts/experiment/analysis-parameters.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../contracts/experiment/implementations.js'
import { POWER_METHOD, sampleSizePaired } from '../statistics/power.js'
import { definitionError } from './definition-error.js'

/** `EVAL_DEFINITION_POLICY_INVALID` for a release decision that contradicts its definition; nothing for other policies. */
export function findReleaseFaults(definition: EvaluationDefinition): EvalChecksError[] {
  const { decisionPolicy } = definition
  if (decisionPolicy?.implementationId !== EXPERIMENT_IMPLEMENTATIONS.releaseDecision) return []
  const { parameters } = decisionPolicy
  const faults = fits(releaseParametersSchema, parameters)
    ? [
        ...armFaults(definition, decisionPolicy, parameters),
        ...sampleFaults(definition, parameters),
        ...sizeFaults(decisionPolicy, parameters),
        ...familyFaults(definition, decisionPolicy, parameters),
      ]
    : ['the parameters do not have the shape of a release decision']
  return faults.map((fault) =>
    definitionError('EVAL_DEFINITION_POLICY_INVALID', 'definition.decisionPolicy.parameters', fault),
  )
}

function armFaults(
  { comparisons }: EvaluationDefinition,
  { comparisonFamily = [] }: DecisionPolicy,
  { targetIds, instrumentControls = [] }: ReleaseParameters,
): string[] {
  const family = new Set(comparisonFamily)
  const arms = comparisons
    .filter(({ comparisonId }) => family.has(comparisonId))
    .flatMap(({ controlTargetId, treatmentTargetIds }) => [controlTargetId, ...treatmentTargetIds])
  const known = new Set(comparisons.map(({ comparisonId }) => comparisonId))
  const strange = instrumentControls.filter(({ comparisonId }) => !known.has(comparisonId))
  const decided = instrumentControls.filter(({ comparisonId }) => family.has(comparisonId))
  return [
    ...(isSameSet(arms, targetIds) ? [] : ['targetIds are not the arms of the family']),
    ...strange.map(({ comparisonId }) => `the instrument control ${comparisonId} is no comparison`),
    ...decided.map(({ comparisonId }) => `the instrument control ${comparisonId} stands in the family`),
  ]
}

function sampleFaults({ dataset }: EvaluationDefinition, parameters: ReleaseParameters): string[] {
  const { sampleIds, holdout } = parameters
  const samples = dataset.samples.map(({ sampleId }) => sampleId)
  const faults = isSameSet(samples, sampleIds) ? [] : ['sampleIds are not the samples of the dataset']
  if (!holdout) return faults
  const sides = [...holdout.trainSampleIds, ...holdout.holdoutSampleIds]
  if (sides.length !== samples.length || !isSameSet(samples, sides))
    faults.push('train and holdout are not all samples, each once')
  return faults
}

function sizeFaults(
  { comparisonFamily = [] }: DecisionPolicy,
  { sampleSizeRequirement: plan }: ReleaseParameters,
): string[] {
  if (plan.sampleSizePlanningKind === 'minimum-count') return []
  if (plan.methodId !== POWER_METHOD) return [`the method of the power plan is unknown: ${plan.methodId}`]
  const needed = sampleSizePaired({
    difference: plan.minimumDetectableDifference,
    sd: plan.expectedDifferenceStandardDeviation,
    power: plan.targetPower,
    alpha: plan.familywiseAlpha,
    comparisons: plan.plannedComparisonCount,
  })
  return [
    ...(needed === plan.minimumComparisonUnits
      ? []
      : [`the power plan needs ${needed} pairs, not ${plan.minimumComparisonUnits}`]),
    ...(plan.plannedComparisonCount === comparisonFamily.length
      ? []
      : ['the power plan is for another number of comparisons than the family has']),
  ]
}

function familyFaults(
  { analysisGraph }: EvaluationDefinition,
  { comparisonFamily = [], comparisonFamilyResultId }: DecisionPolicy,
  { sources, sampleSizeRequirement: plan }: ReleaseParameters,
): string[] {
  if (comparisonFamilyResultId !== sources.bootstrapFamilyResultId)
    return ['the family is decided by another result than its intervals']
  const node = analysisGraph.nodes.find(
    ({ outputResultId }) => outputResultId === sources.bootstrapFamilyResultId,
  )
  const parameters: unknown = node?.parameters
  if (!fits(bootstrapFamilyParametersSchema, parameters))
    return ['the intervals of the family are not those of a bootstrap family']
  const { comparisons, alpha, correction }: BootstrapFamilyParameters = parameters
  const ids = comparisons.map(({ comparisonId }) => comparisonId)
  const planned = plan.sampleSizePlanningKind === 'minimum-count' ? alpha : plan.familywiseAlpha
  return [
    ...(isSameSet(ids, comparisonFamily) ? [] : ['the intervals are of other comparisons than the family']),
    ...(alpha === planned ? [] : ['the power plan has another alpha than the intervals']),
    ...(correction === 'bonferroni' ? [] : ['the intervals of a family are corrected for their number']),
  ]
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)]
  return left.size === right.size && a.every((id) => right.has(id))
}
