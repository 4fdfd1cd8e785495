// A plan's evaluation, looked up by id.
import type { Evaluator, Metric } from '../../contracts/evaluator.js'
import type { RecordRuntime } from '../../contracts/experiment/record-parts.js'
import type { EvaluationPlan } from '../../contracts/run-plan.js'
import { runtimeOf } from '../../execute/experiment/trials.js'

/** What is looked up while a run is evaluated. */
export interface EvaluationIndex {
  readonly plan: EvaluationPlan
  readonly samples: ReadonlyMap<string, EvaluationPlan['samples'][number]>
  readonly metrics: ReadonlyMap<string, Metric>
  readonly runtimes: ReadonlyMap<string, RecordRuntime>
  /** The evaluators that apply to a sample, in the order of the plan. */
  readonly evaluatorsOf: (sampleId: string) => readonly Evaluator[]
}

/** Indexes a plan. */
export function indexEvaluation(plan: EvaluationPlan): EvaluationIndex {
  const evaluatorRuntimes = plan.runtimes.filter(({ runtimeKind }) => runtimeKind === 'evaluator')
  const byReference = new Map(
    evaluatorRuntimes.flatMap((runtime) => {
      const [first] = runtime.referenceIds
      const identity = first === undefined ? null : runtimeOf([runtime], first)
      return identity === null ? [] : runtime.referenceIds.map((id) => [id, identity] as const)
    }),
  )
  return {
    plan,
    samples: new Map(plan.samples.map((sample) => [sample.sampleId, sample])),
    metrics: new Map(plan.metrics.map((metric) => [metric.metricId, metric])),
    runtimes: byReference,
    evaluatorsOf: evaluatorsBySample(plan.evaluators),
  }
}

function evaluatorsBySample(evaluators: readonly Evaluator[]): EvaluationIndex['evaluatorsOf'] {
  const general: number[] = []
  const special = new Map<string, number[]>()
  evaluators.forEach(({ applicableSampleIds }, index) => {
    if (applicableSampleIds === undefined) general.push(index)
    for (const sampleId of applicableSampleIds ?? []) {
      const own = special.get(sampleId)
      if (own) own.push(index)
      else special.set(sampleId, [index])
    }
  })
  return (sampleId) =>
    [...general, ...(special.get(sampleId) ?? [])]
      .sort((a, b) => a - b)
      .flatMap((index) => evaluators[index] ?? [])
}
