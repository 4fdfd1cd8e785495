// Every id names one thing.
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import { definitionError } from './definition-error.js'

/** `EVAL_DEFINITION_DUPLICATE_ID` for every id that occurs again where it has to be unique. */
export function findDuplicateIds(definition: EvaluationDefinition): EvalChecksError[] {
  const { dataset, targets, evaluators, metrics, experiment, analysisGraph, comparisons } = definition
  const { nodes } = analysisGraph
  const slots = experiment.randomizationSlots
  return [
    repeated(
      'definition.dataset.samples',
      dataset.samples.map((sample) => sample.sampleId),
    ),
    repeated(
      'definition.dataset.analysisCohorts',
      (dataset.analysisCohorts ?? []).map((cohort) => cohort.cohortId),
    ),
    ...dataset.samples.map((sample, index) =>
      repeated(
        `definition.dataset.samples[${index}].analysis.memberships`,
        sample.analysis?.memberships ?? [],
      ),
    ),
    repeated(
      'definition.targets',
      targets.map((target) => target.targetId),
    ),
    // An arm may use several resources in one role, such as the mocks of its samples; each of them once.
    ...targets.map((target, index) =>
      repeated(
        `definition.targets[${index}].resources`,
        (target.resources ?? []).map(({ role, resourceId }) => `${role} ${resourceId}`),
      ),
    ),
    repeated(
      'definition.evaluators',
      evaluators.map((evaluator) => evaluator.evaluatorId),
    ),
    // One reading of one instrument is one evaluator.
    repeated(
      'definition.evaluators',
      evaluators.map((evaluator) =>
        JSON.stringify([
          evaluator.instrumentId,
          evaluator.ensembleMemberId,
          evaluator.replicateGroupId,
          evaluator.replicateIndex,
        ]),
      ),
    ),
    ...evaluators.flatMap((evaluator, index) => [
      repeated(`definition.evaluators[${index}].applicableSampleIds`, evaluator.applicableSampleIds ?? []),
      repeated(`definition.evaluators[${index}].metricIds`, evaluator.metricIds),
      repeated(
        `definition.evaluators[${index}].inputs`,
        evaluator.inputs.map((input) => input.inputId),
      ),
      repeated(`definition.evaluators[${index}].resources`, rolesOf(evaluator)),
    ]),
    repeated(
      'definition.metrics',
      metrics.map((metric) => metric.metricId),
    ),
    repeated(
      'definition.experiment.randomizationSlots',
      slots.map((slot) => slot.randomizationSlotId),
    ),
    repeated(
      'definition.analysisGraph.nodes',
      nodes.map((node) => node.nodeId),
    ),
    repeated(
      'definition.analysisGraph.nodes',
      nodes.map((node) => node.outputResultId),
    ),
    repeated(
      'definition.comparisons',
      comparisons.map((comparison) => comparison.comparisonId),
    ),
    repeated(
      'definition.extensions',
      (definition.extensions ?? []).map((extension) => extension.extensionId),
    ),
  ].flat()
}

/** `EVAL_DEFINITION_DUPLICATE_ID` once for every id that `ids` holds more than once. */
export function repeated(place: string, ids: readonly string[]): EvalChecksError[] {
  if (ids.length < 2) return []
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const id of ids) (seen.has(id) ? again : seen).add(id)
  return [...again].map((id) => definitionError('EVAL_DEFINITION_DUPLICATE_ID', place, `${id} occurs twice`))
}

function rolesOf({ resources = [] }: EvaluationDefinition['evaluators'][number]): string[] {
  return resources.map((resource) => resource.role)
}
