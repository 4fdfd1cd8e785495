// What is computed from the readings: layers, judges, dimensions, one score for each sample and arm, and its intervals.
import type { AnalysisNode } from '../../../contracts/analysis-graph.js'
import { compareCodeUnits } from '../../../contracts/code-point-order.js'
import type {
  BootstrapFamilyParameters,
  CompositeTableParameters,
  DimensionTableParameters,
} from '../../../contracts/experiment/analysis-parameters.js'
import { comparisonIdOf, EXPERIMENT_IMPLEMENTATIONS } from '../../../contracts/experiment/implementations.js'
import type { ResolvedInput, ResolvedTarget } from '../../../contracts/experiment/resolved-input.js'
import { toJsonObject } from '../../../contracts/is-json.js'
import type { Arms } from '../../../semantics/arms.js'
import { DECISION_SEED } from '../../../statistics/mulberry32.js'
import type { Criterion, Dimension } from './measurement-part.js'
import { FAMILYWISE_ALPHA } from './sample-size.js'

/** Ids of nodes and of their results. */
export const NODES = {
  assertionLayer: 'assertion-layer',
  dimensionTable: 'dimension-table',
  compositeTable: 'composite-table',
  bootstrapFamily: 'bootstrap-family',
  instrumentControls: 'bootstrap-instrument-controls',
} as const

/** What the analysis is made of. */
export interface AnalysisParts {
  /** In code-unit order of the metric ids. */
  readonly criteria: readonly Criterion[]
  readonly dimensions: readonly Dimension[]
  readonly judges: ResolvedInput['judges']
  readonly arms: Arms<ResolvedTarget>
  /** Null: no intervals, so nothing is decided. */
  readonly resamples: number | null
}

/** Id of the ensemble node of a dimension's metric. */
export function ensembleNodeId(metricId: string): string {
  return `judge-ensemble-${metricId}`
}

/** All nodes, in code-unit order of their ids. */
export function planAnalysis(parts: AnalysisParts): AnalysisNode[] {
  const { criteria, dimensions } = parts
  const nodes = [
    ...(criteria.length > 0 ? [layerNode(criteria)] : []),
    ...dimensions.flatMap(({ metricId }) => judgeNodes(metricId, parts.judges)),
    ...(dimensions.length > 0 ? [dimensionNode(dimensions)] : []),
    compositeNode(criteria, dimensions),
    ...intervalNodes(parts),
  ]
  return nodes.sort((a, b) => compareCodeUnits(a.nodeId, b.nodeId))
}

function layerNode(criteria: readonly Criterion[]): AnalysisNode {
  return {
    nodeId: NODES.assertionLayer,
    analysisNodeKind: 'reducer',
    implementationId: EXPERIMENT_IMPLEMENTATIONS.assertionLayerTable,
    inputs: criteria.map(({ metricId }) => ({ inputKind: 'metric', metricId })),
    outputResultId: NODES.assertionLayer,
    parameters: toJsonObject({ criteria }),
  }
}

function judgeNodes(metricId: string, { members, replicateCount }: ResolvedInput['judges']): AnalysisNode[] {
  const ensembleMemberIds = members.map((member) => member.ensembleMemberId)
  const parameters = { metricId, ensembleMemberIds, replicateCount }
  const replicate = `judge-replicate-${metricId}`
  return [
    {
      nodeId: replicate,
      analysisNodeKind: 'reducer',
      implementationId: EXPERIMENT_IMPLEMENTATIONS.judgeReplicateTable,
      inputs: [{ inputKind: 'metric', metricId }],
      outputResultId: replicate,
      parameters,
    },
    {
      nodeId: ensembleNodeId(metricId),
      analysisNodeKind: 'reducer',
      implementationId: EXPERIMENT_IMPLEMENTATIONS.judgeEnsembleTable,
      inputs: [{ inputKind: 'result', resultId: replicate }],
      outputResultId: ensembleNodeId(metricId),
      parameters,
    },
  ]
}

function dimensionNode(dimensions: readonly Dimension[]): AnalysisNode {
  const sampleWeights = weightsBySample(dimensions)
  const parameters: DimensionTableParameters = {
    dimensions: dimensions.map(({ dimensionId, metricId }) => ({
      dimensionId,
      metricId,
      resultId: ensembleNodeId(metricId),
    })),
    ...(sampleWeights.length > 0 ? { sampleWeights } : {}),
  }
  return {
    nodeId: NODES.dimensionTable,
    analysisNodeKind: 'reducer',
    implementationId: EXPERIMENT_IMPLEMENTATIONS.dimensionTable,
    inputs: dimensions.map(({ metricId }) => ({
      inputKind: 'result',
      resultId: ensembleNodeId(metricId),
    })),
    outputResultId: NODES.dimensionTable,
    parameters: toJsonObject(parameters),
  }
}

type SampleWeights = NonNullable<DimensionTableParameters['sampleWeights']>

function weightsBySample(dimensions: readonly Dimension[]): SampleWeights {
  const bySample = new Map<string, { metricId: string; weight: number }[]>()
  for (const { metricId, weights } of dimensions) {
    for (const [sampleId, weight] of weights) {
      const known = bySample.get(sampleId)
      if (known) known.push({ metricId, weight })
      else bySample.set(sampleId, [{ metricId, weight }])
    }
  }
  return [...bySample]
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(([sampleId, weights]) => ({ sampleId, weights }))
}

function compositeNode(criteria: readonly Criterion[], dimensions: readonly Dimension[]): AnalysisNode {
  const observed = new Set(criteria.map(({ layer }) => layer))
  const layers: CompositeTableParameters['layers'] = [
    ...(observed.has('behavior') ? (['behavior'] as const) : []),
    ...(observed.has('fact') ? (['fact'] as const) : []),
    ...(dimensions.length > 0 ? (['judge'] as const) : []),
  ]
  return {
    nodeId: NODES.compositeTable,
    analysisNodeKind: 'reducer',
    implementationId: EXPERIMENT_IMPLEMENTATIONS.compositeTable,
    inputs: [
      ...(criteria.length > 0 ? [NODES.assertionLayer] : []),
      ...(dimensions.length > 0 ? [NODES.dimensionTable] : []),
    ].map((resultId) => ({ inputKind: 'result', resultId })),
    outputResultId: NODES.compositeTable,
    parameters: { layers },
  }
}

/** The family that is decided, and beside it the comparisons that test the instrument. */
function intervalNodes({ arms, resamples }: AnalysisParts): AnalysisNode[] {
  if (resamples === null) return []
  const { control, treatments, instrumentControls } = arms
  const node = (
    nodeId: string,
    compared: readonly ResolvedTarget[],
    correction: BootstrapFamilyParameters['correction'],
  ): AnalysisNode => ({
    nodeId,
    analysisNodeKind: 'estimator',
    implementationId: EXPERIMENT_IMPLEMENTATIONS.bootstrapFamily,
    inputs: [{ inputKind: 'result', resultId: NODES.compositeTable }],
    outputResultId: nodeId,
    targetFilter: [control, ...compared].map(({ targetId }) => targetId).sort(compareCodeUnits),
    parameters: toJsonObject({
      design: 'paired',
      resamples,
      seed: DECISION_SEED,
      alpha: FAMILYWISE_ALPHA,
      correction,
      comparisons: compared.map(({ targetId }) => ({
        comparisonId: comparisonIdOf(targetId),
        controlTargetId: control.targetId,
        treatmentTargetId: targetId,
      })),
    } satisfies BootstrapFamilyParameters),
  })
  return [
    node(NODES.bootstrapFamily, treatments, 'bonferroni'),
    ...(instrumentControls.length > 0 ? [node(NODES.instrumentControls, instrumentControls, 'none')] : []),
  ]
}
