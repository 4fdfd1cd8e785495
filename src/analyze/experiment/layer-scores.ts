// Scores of the assertion layers: `1 + 4 * passed weight / observed weight` for each sample, and their mean for a target.
import {
  type AssertionLayerParameters,
  assertionLayerParametersSchema,
} from '../../contracts/experiment/analysis-parameters.js'
import type { EvaluationRecord } from '../../contracts/experiment/evaluation-record.js'
import type { LayerScore } from '../../contracts/experiment/experiment-report.js'
import type { RunPlan } from '../../contracts/run-plan.js'

const LAYERS = ['fact', 'behavior'] as const

/** Scores by target. Readings that are missing or invalid weigh nothing; without any reading there is no score. */
export function scoreLayers(
  plan: RunPlan,
  records: readonly EvaluationRecord[],
): ReadonlyMap<string, readonly LayerScore[]> {
  const criteria = criteriaOf(plan)
  const weights = new Map<string, Weights>()
  for (const record of records) {
    if (record.evaluationStatus !== 'completed') continue
    for (const observation of record.observations) {
      const criterion = criteria.get(observation.metricId)
      if (!criterion || criterion.layer === 'excluded-mixed-layer') continue
      if (observation.observationStatus !== 'observed' || criterion.sampleId !== record.sampleId) continue
      const key = [record.targetId, criterion.layer, record.sampleId, record.trialIndex].join('\n')
      const sum = weights.get(key) ?? { targetId: record.targetId, layer: criterion.layer, passed: 0, all: 0 }
      sum.all += criterion.weight
      if (observation.value === true) sum.passed += criterion.weight
      weights.set(key, sum)
    }
  }
  const sums = [...weights.values()]
  return new Map(
    plan.definition.targets.map(({ targetId }) => [
      targetId,
      LAYERS.map((layer) =>
        meanOf(
          layer,
          sums.filter((sum) => sum.targetId === targetId && sum.layer === layer),
        ),
      ),
    ]),
  )
}

interface Weights {
  readonly targetId: string
  readonly layer: 'fact' | 'behavior'
  passed: number
  all: number
}

type Criterion = AssertionLayerParameters['criteria'][number]

function criteriaOf({ analysis }: RunPlan): ReadonlyMap<string, Criterion> {
  return new Map(
    analysis.graph.nodes.flatMap(({ parameters }) => {
      const read = assertionLayerParametersSchema.safeParse(parameters)
      return read.success
        ? read.data.criteria.map((criterion) => [criterion.metricId, criterion] as const)
        : []
    }),
  )
}

function meanOf(layer: LayerScore['layer'], sums: readonly Weights[]): LayerScore {
  const scores = sums.map(({ passed, all }) => twoDecimals(1 + (4 * passed) / all))
  const mean =
    scores.length === 0 ? null : twoDecimals(scores.reduce((sum, score) => sum + score, 0) / scores.length)
  return { layer, mean, samples: scores.length }
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100
}
