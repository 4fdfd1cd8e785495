// The design digest: all that decides about order and seeds, without a word about targets or runtimes.
import { compareCodeUnits } from '../contracts/code-point-order.js'
import type { Digest } from '../contracts/digest.js'
import { digestDocument } from '../contracts/digest.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { ExperimentDesign } from '../contracts/experiment-design.js'
import { type ExecutionPlan, PLAN_VERSIONS } from '../contracts/run-plan.js'
import { groupSamples, sortSets } from '../semantics/sampling-units.js'

/** Which coordinate belongs to which slot, and which targets are dispatched together. */
export type Layout = Pick<ExecutionPlan, 'assignments' | 'schedulingTargetGroups'>

/** The design without its estimator: estimating is no part of executing. */
export function withoutEstimator(design: ExperimentDesign): ExecutionPlan['experiment'] {
  const { estimatorId: _, ...sampling } = design.sampling
  return { ...design, sampling }
}

/** Every sample in every slot: a complete block design. */
export function assignSlots({ dataset, experiment }: EvaluationDefinition): Layout['assignments'] {
  return experiment.randomizationSlots.flatMap(({ randomizationSlotId, targetId }) =>
    dataset.samples.map(({ sampleId }) => ({ randomizationSlotId, sampleId, targetId })),
  )
}

/** Digest of the randomization design. Slots stand for targets; they are named after them, so a renamed target is another design. */
export function digestRandomizationDesign(
  { dataset, experiment }: EvaluationDefinition,
  { assignments, schedulingTargetGroups }: Layout,
  executionInput: Digest,
): Digest {
  const { trials, seed, assignment, scheduling, randomizationSlots: slots } = experiment
  const slotOf = new Map(slots.map((slot) => [slot.targetId, slot.randomizationSlotId]))
  const members = new Map<string, string[]>(slots.map((slot) => [slot.randomizationSlotId, []]))
  for (const { randomizationSlotId, sampleId } of assignments)
    members.get(randomizationSlotId)?.push(sampleId)
  return digestDocument({
    schemaVersion: PLAN_VERSIONS.randomizationDesign,
    executionInput,
    trials,
    rootSeed: seed,
    sampling: withoutEstimator(experiment).sampling,
    assignment,
    scheduling,
    slots: [...members].map(([randomizationSlotId, sampleIds]) => ({
      randomizationSlotId,
      sampleIds: sampleIds.sort(compareCodeUnits),
    })),
    slotGroups: sortSets(schedulingTargetGroups.map((group) => group.flatMap((id) => slotOf.get(id) ?? []))),
    samplingUnits: groupSamples(dataset, experiment),
  })
}
