// Who reads what of which sample, by the plan alone: what a record says of itself can neither add nor remove a reading.

import { fits } from '../../contracts/conforms.js'
import type { Evaluator, Metric } from '../../contracts/evaluator.js'
import {
  type AssertionLayerParameters,
  assertionLayerParametersSchema,
} from '../../contracts/experiment/analysis-parameters.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../contracts/experiment/implementations.js'
import type { RunPlan } from '../../contracts/run-plan.js'

/** One reading that is planned for every trial of a sample. */
export interface Instrument {
  readonly evaluator: Evaluator
  readonly metric: Metric
}

/** The readings that are planned, by sample and by metric. */
export interface Instruments {
  readonly of: (sampleId: string) => readonly Instrument[]
  readonly reading: (sampleId: string, metricId: string) => readonly Instrument[]
}

/** Finds the readings of a plan. A criterion is read in its own sample only. */
export function planInstruments({ evaluation, analysis }: RunPlan): Instruments {
  const owners = ownersOfCriteria(analysis.graph.nodes)
  const metrics = new Map(evaluation.metrics.map((metric) => [metric.metricId, metric]))
  const allSamples = evaluation.samples.map(({ sampleId }) => sampleId)
  const bySample = new Map<string, Map<string, Instrument[]>>(allSamples.map((id) => [id, new Map()]))
  for (const evaluator of evaluation.evaluators) {
    const applicable = evaluator.applicableSampleIds
    const within = applicable && new Set(applicable)
    for (const metricId of evaluator.metricIds) {
      const metric = metrics.get(metricId)
      if (metric === undefined) continue
      const owner = owners.get(metricId)
      const samples = owner === undefined ? (applicable ?? allSamples) : [owner]
      for (const sampleId of samples) {
        if (within !== undefined && !within.has(sampleId)) continue
        add(bySample.get(sampleId), metricId, { evaluator, metric })
      }
    }
  }
  return {
    of: (sampleId) => [...(bySample.get(sampleId)?.values() ?? [])].flat(),
    reading: (sampleId, metricId) => bySample.get(sampleId)?.get(metricId) ?? [],
  }
}

function add(metrics: Map<string, Instrument[]> | undefined, metricId: string, instrument: Instrument): void {
  const known = metrics?.get(metricId)
  if (known) known.push(instrument)
  else metrics?.set(metricId, [instrument])
}

/** The sample of each criterion. */
function ownersOfCriteria(nodes: RunPlan['analysis']['graph']['nodes']): ReadonlyMap<string, string> {
  const tables = nodes.filter(
    ({ implementationId }) => implementationId === EXPERIMENT_IMPLEMENTATIONS.assertionLayerTable,
  )
  return new Map(
    tables.flatMap(({ parameters }) => {
      const given: unknown = parameters
      const criteria: AssertionLayerParameters['criteria'] = fits(assertionLayerParametersSchema, given)
        ? given.criteria
        : []
      return criteria.map(({ metricId, sampleId }) => [metricId, sampleId] as const)
    }),
  )
}
