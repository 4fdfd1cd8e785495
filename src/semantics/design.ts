// The design of the measurement fits its targets and comparisons, and every metric its scale.
import { compareCodeUnits } from '../contracts/code-point-order.js'
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { Metric } from '../contracts/evaluator.js'
import { definitionError } from './definition-error.js'
import { samplingKeyOf, samplingKeys } from './sampling-units.js'
import { groupTargets } from './target-groups.js'

/** `EVAL_DEFINITION_VALUE_DOMAIN_INVALID` for values that contradict each other. */
export function findDesignFaults(definition: EvaluationDefinition): EvalChecksError[] {
  const faults = [
    ...designFaults(definition),
    ...definition.metrics.flatMap((metric) => [...scaleFaults(metric)]),
  ]
  return faults.map(([place, message]) =>
    definitionError('EVAL_DEFINITION_VALUE_DOMAIN_INVALID', place, message),
  )
}

type Fault = readonly [place: string, message: string]

function* designFaults({
  dataset,
  experiment,
  targets,
  comparisons,
}: EvaluationDefinition): Generator<Fault> {
  const { randomizationSlots: slots, sampling, scheduling, trials } = experiment
  const place = 'definition.experiment'
  const slotted = new Set(slots.map((slot) => slot.targetId))
  if (slots.length !== targets.length || targets.some((target) => !slotted.has(target.targetId))) {
    yield [`${place}.randomizationSlots`, 'every target needs exactly one slot']
  }
  if (
    slots.some(
      (slot, i) =>
        i > 0 && compareCodeUnits(slots[i - 1]?.randomizationSlotId ?? '', slot.randomizationSlotId) > 0,
    )
  ) {
    yield [`${place}.randomizationSlots`, 'slots stand in code-unit order of their ids']
  }
  const paired = sampling.resamplingUnit === 'paired-block'
  if (paired !== (sampling.pairingKey !== undefined)) {
    yield [`${place}.sampling`, 'a pairing key and resampling of paired blocks belong together']
  }
  if (paired && comparisons.length === 0) yield [`${place}.sampling`, 'paired blocks need a comparison']
  const clustered = sampling.experimentalUnit === 'cluster' || sampling.resamplingUnit === 'cluster'
  if (clustered && sampling.clusterKey === undefined)
    yield [`${place}.sampling`, 'clusters need a cluster key']
  if ((sampling.experimentalUnit === 'run') !== (sampling.resamplingUnit === 'run'))
    yield [`${place}.sampling`, 'runs as units and resampling of runs belong together']
  if (trials > 1 && !sampling.repeatedMeasures)
    yield [`${place}.sampling`, 'several trials are repeated measures']
  if (scheduling.schedulingKind === 'randomized-block') {
    const largest = Math.max(...groupTargets(targets, comparisons).map((group) => group.length))
    if (scheduling.blockSize < largest) {
      yield [`${place}.scheduling`, `a block has to hold the ${largest} arms that are compared`]
    }
  }
  for (const [kind, pointer] of samplingKeys(experiment)) {
    const without = dataset.samples.find((sample) => samplingKeyOf(sample, pointer) === undefined)
    if (without) yield [`${place}.sampling`, `the ${kind} key finds nothing in sample ${without.sampleId}`]
  }
  for (const { comparisonId, controlTargetId, treatmentTargetIds } of comparisons) {
    if (treatmentTargetIds.includes(controlTargetId)) {
      yield ['definition.comparisons', `${comparisonId} compares ${controlTargetId} with itself`]
    }
  }
}

function* scaleFaults({ metricId, valueType, scale, direction }: Metric): Generator<Fault> {
  const place = 'definition.metrics'
  if (scale && valueType !== 'numeric') yield [place, `${metricId} has a scale but is not numeric`]
  if (direction === 'target-is-best' && scale?.target === undefined) {
    yield [place, `${metricId} needs scale.target, because its target is best`]
  }
  const bounds = [scale?.min, scale?.target, scale?.max].filter((bound) => bound !== undefined)
  if (bounds.some((bound, i) => i > 0 && bound < (bounds[i - 1] ?? bound))) {
    yield [place, `${metricId} needs min <= target <= max`]
  }
}
