// Everything in a definition that is referred to by id, looked up in constant time.
import type { Sample } from '../contracts/dataset.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'

/** Ids of a definition. */
export interface DefinitionIndex {
  readonly samples: ReadonlyMap<string, Sample>
  readonly targets: ReadonlySet<string>
  readonly metrics: ReadonlySet<string>
  readonly cohorts: ReadonlySet<string>
  readonly comparisons: ReadonlySet<string>
  /** Ids of the results that analysis nodes yield. */
  readonly results: ReadonlySet<string>
}

/** Indexes a definition. */
export function indexDefinition(definition: EvaluationDefinition): DefinitionIndex {
  const { dataset, targets, metrics, comparisons, analysisGraph } = definition
  return {
    samples: new Map(dataset.samples.map((sample) => [sample.sampleId, sample])),
    targets: new Set(targets.map(({ targetId }) => targetId)),
    metrics: new Set(metrics.map(({ metricId }) => metricId)),
    cohorts: new Set((dataset.analysisCohorts ?? []).map(({ cohortId }) => cohortId)),
    comparisons: new Set(comparisons.map(({ comparisonId }) => comparisonId)),
    results: new Set(analysisGraph.nodes.map(({ outputResultId }) => outputResultId)),
  }
}
