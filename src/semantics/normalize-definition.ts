// One order for everything in a definition that is a set, so that the order in which it was written has no meaning.
import type { AnalysisNode } from '../contracts/analysis-graph.js'
import { compareCodeUnits } from '../contracts/code-point-order.js'
import type { Dataset, Sample } from '../contracts/dataset.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { Evaluator } from '../contracts/evaluator.js'
import type { Comparison } from '../contracts/experiment-design.js'
import type { ResourceReference } from '../contracts/resource-descriptor.js'
import type { ExecutionControls, Target } from '../contracts/target.js'

/**
 * The same definition with every set in code-unit order. Orders that are behaviour stay: mocks and what they return, and
 * the inputs of analysis nodes.
 */
export function normalizeDefinition(definition: EvaluationDefinition): EvaluationDefinition {
  const { dataset, targets, evaluators, metrics, experiment, analysisGraph, comparisons } = definition
  const { decisionPolicy, extensions } = definition
  return {
    ...definition,
    dataset: normalizeDataset(dataset),
    targets: byKey(targets.map(normalizeTarget), ({ targetId }) => targetId),
    evaluators: byKey(evaluators.map(normalizeEvaluator), ({ evaluatorId }) => evaluatorId),
    metrics: byKey(metrics, ({ metricId }) => metricId),
    experiment: {
      ...experiment,
      randomizationSlots: byKey(
        experiment.randomizationSlots,
        ({ randomizationSlotId }) => randomizationSlotId,
      ),
    },
    analysisGraph: {
      ...analysisGraph,
      nodes: byKey(analysisGraph.nodes.map(normalizeNode), ({ nodeId }) => nodeId),
    },
    comparisons: byKey(comparisons.map(normalizeComparison), ({ comparisonId }) => comparisonId),
    ...(decisionPolicy && {
      decisionPolicy: {
        ...decisionPolicy,
        analysisResultIds: inOrder(decisionPolicy.analysisResultIds),
        ...(decisionPolicy.comparisonFamily && {
          comparisonFamily: inOrder(decisionPolicy.comparisonFamily),
        }),
      },
    }),
    ...(extensions && { extensions: byKey(extensions, ({ extensionId }) => extensionId) }),
  }
}

function normalizeDataset(dataset: Dataset): Dataset {
  const { samples, analysisCohorts } = dataset
  return {
    ...dataset,
    samples: byKey(samples.map(normalizeSample), ({ sampleId }) => sampleId),
    ...(analysisCohorts && { analysisCohorts: byKey(analysisCohorts, ({ cohortId }) => cohortId) }),
  }
}

// There may be thousands: most stay as they are.
function normalizeSample(sample: Sample): Sample {
  const memberships = sample.analysis?.memberships
  if (memberships === undefined || memberships.length < 2) return sample
  return { ...sample, analysis: { ...sample.analysis, memberships: inOrder(memberships) } }
}

function normalizeTarget(target: Target): Target {
  const { resources, executionControls } = target
  return {
    ...target,
    ...(resources && { resources: orderResources(resources) }),
    ...(executionControls && { executionControls: normalizeControls(executionControls) }),
  }
}

function normalizeControls({ defaults, sampleOverrides }: ExecutionControls): ExecutionControls {
  return {
    defaults: { ...defaults, tools: normalizeTools(defaults.tools) },
    sampleOverrides: byKey(
      sampleOverrides.map((override) =>
        override.tools ? { ...override, tools: normalizeTools(override.tools) } : override,
      ),
      ({ sampleId }) => sampleId,
    ),
  }
}

type Tools = ExecutionControls['defaults']['tools']

function normalizeTools(tools: Tools): Tools {
  return tools.toolMode === 'allow-list' ? { ...tools, allowedTools: inOrder(tools.allowedTools) } : tools
}

function normalizeEvaluator(evaluator: Evaluator): Evaluator {
  const { applicableSampleIds, metricIds, inputs, resources } = evaluator
  return {
    ...evaluator,
    ...(applicableSampleIds && { applicableSampleIds: inOrder(applicableSampleIds) }),
    metricIds: inOrder(metricIds),
    inputs: byKey(inputs, ({ inputId }) => inputId),
    ...(resources && { resources: orderResources(resources) }),
  }
}

function normalizeNode(node: AnalysisNode): AnalysisNode {
  const { targetFilter, cohortFilter } = node
  const { includeCohortIds, excludeCohortIds } = cohortFilter ?? {}
  return {
    ...node,
    ...(targetFilter && { targetFilter: inOrder(targetFilter) }),
    ...(cohortFilter && {
      cohortFilter: {
        ...(includeCohortIds && { includeCohortIds: inOrder(includeCohortIds) }),
        ...(excludeCohortIds && { excludeCohortIds: inOrder(excludeCohortIds) }),
      },
    }),
  }
}

function normalizeComparison(comparison: Comparison): Comparison {
  return {
    ...comparison,
    treatmentTargetIds: inOrder(comparison.treatmentTargetIds),
    metricIds: inOrder(comparison.metricIds),
  }
}

function orderResources(resources: readonly ResourceReference[]): readonly ResourceReference[] {
  return [...resources].sort(
    (a, b) => compareCodeUnits(a.role, b.role) || compareCodeUnits(a.resourceId, b.resourceId),
  )
}

function byKey<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  const sorted = items.every((item, i) => {
    const before = items[i - 1]
    return before === undefined || key(before) <= key(item)
  })
  return sorted ? items : [...items].sort((a, b) => compareCodeUnits(key(a), key(b)))
}

function inOrder(ids: readonly string[]): readonly string[] {
  return byKey(ids, (id) => id)
}
