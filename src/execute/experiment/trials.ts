// Every trial of a plan with the ids that follow from it, in blocks: all arms of a sample are dispatched together.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import { deriveHex } from '../../contracts/derived-id.js'
import { type Digest, digestPlain } from '../../contracts/digest.js'
import type { EffectiveControls } from '../../contracts/experiment/executor-call.js'
import type { RecordRuntime } from '../../contracts/experiment/record-parts.js'
import type { ExecutionPlan } from '../../contracts/run-plan.js'
import type { Runtime } from '../../contracts/runtime-identity.js'
import type { Target } from '../../contracts/target.js'
import { groupSamples } from '../../semantics/sampling-units.js'
import { coordinateTarget, effectiveControls } from './effective-controls.js'

/** What executing may see of a sample. */
export type ExecutionSample = ExecutionPlan['samples'][number]

/** One planned measurement of a target on a sample. */
export interface PlannedTrial {
  readonly target: Target
  readonly sample: ExecutionSample
  readonly trialIndex: number
  readonly controls: EffectiveControls
  readonly randomizationSlotId: string
  /** What the coordinate is by content: a change that does not reach it leaves it as it is. */
  readonly executionCoordinateDigest: Digest
  readonly trialId: string
  /** Null while seeds are uncontrolled. */
  readonly trialSeed: string | null
  readonly schedulingBlockId: string
  readonly samplingUnitIds: SamplingUnitIds
  readonly runtime: RecordRuntime
}

/** Ids of the units to which a sample belongs. */
export interface SamplingUnitIds {
  readonly pairingBlockId?: string
  readonly clusterId?: string
  readonly stratumId?: string
}

/** Trials that are admitted together or not at all. */
export interface TrialBlock {
  readonly schedulingBlockId: string
  readonly trials: readonly PlannedTrial[]
}

/** All blocks of a plan in the order of samples, then of trials. */
export function planTrials(plan: ExecutionPlan): readonly TrialBlock[] {
  const { experiment, randomizationDesignDigest: design, samples, schedulingTargetGroups: groups } = plan
  const targets = new Map(plan.targets.map((target) => [target.targetId, describeTarget(target, plan)]))
  const slots = new Map(plan.assignments.map((slot) => [`${slot.targetId}\n${slot.sampleId}`, slot]))
  const units = samplingUnits(plan)
  const blocks: TrialBlock[] = []
  for (const sample of samples) {
    const samplingUnitIds = units(sample.sampleId)
    const sampleDigest = digestPlain(sample)
    for (let trialIndex = 0; trialIndex < experiment.trials; trialIndex++)
      for (const group of groups) {
        const schedulingBlockId = `block-${deriveHex('omk.scheduling-block-id/v1', {
          design,
          trialIndex,
          coordinates: group.map((targetId) => ({ targetId, sampleId: sample.sampleId })),
          units: Object.values(samplingUnitIds),
        })}`
        const trials = group.flatMap((targetId) => {
          const described = targets.get(targetId)
          const slot = slots.get(`${targetId}\n${sample.sampleId}`)
          if (!described || !slot) return []
          return planTrial(described, sample, {
            design,
            sampleDigest,
            trialIndex,
            schedulingBlockId,
            samplingUnitIds,
            randomizationSlotId: slot.randomizationSlotId,
            seedCoupling: experiment.sampling.seedCoupling,
          })
        })
        blocks.push({ schedulingBlockId, trials })
      }
  }
  return blocks
}

/** The canonical order of records: target, sample, trial. */
export function compareTrials(a: TrialPlace, b: TrialPlace): number {
  return (
    compareCodeUnits(a.targetId, b.targetId) ||
    compareCodeUnits(a.sampleId, b.sampleId) ||
    a.trialIndex - b.trialIndex
  )
}

/** Where a trial stands. */
export interface TrialPlace {
  readonly targetId: string
  readonly sampleId: string
  readonly trialIndex: number
}

interface DescribedTarget {
  readonly target: Target
  readonly runtime: RecordRuntime
  /** What all coordinates of the target share, its digest by effective controls. */
  readonly digestOf: (controls: EffectiveControls) => Digest
}

function describeTarget(target: Target, plan: ExecutionPlan): DescribedTarget {
  const runtime = runtimeOf(plan.runtimes, target.targetId)
  const shared = digestPlain({ runtime, policy: plan.policy })
  const digests = new Map<string, Digest>()
  return {
    target,
    runtime,
    digestOf: (controls) => {
      const key = JSON.stringify(controls)
      const known = digests.get(key)
      if (known !== undefined) return known
      const digest = digestPlain({ target: coordinateTarget(target, controls), controls, shared })
      digests.set(key, digest)
      return digest
    },
  }
}

/**
 * The identity that serves a reference, without what stands in the plan already.
 * @throws {Error} where the plan names none, which prepare does not seal
 */
export function runtimeOf(runtimes: readonly Runtime[], referenceId: string): RecordRuntime {
  const identity = runtimes.find(({ referenceIds }) => referenceIds.includes(referenceId))?.identity
  if (!identity) throw new Error(`the plan holds no runtime for ${referenceId}`)
  const { capabilities: _, implementationManifest: __, ...rest } = identity
  return rest
}

interface TrialParts {
  readonly design: Digest
  readonly sampleDigest: Digest
  readonly trialIndex: number
  readonly schedulingBlockId: string
  readonly samplingUnitIds: SamplingUnitIds
  readonly randomizationSlotId: string
  readonly seedCoupling: string
}

function planTrial(
  { target, runtime, digestOf }: DescribedTarget,
  sample: ExecutionSample,
  { design, sampleDigest, seedCoupling, ...parts }: TrialParts,
): PlannedTrial {
  const { trialIndex, randomizationSlotId } = parts
  const { targetId } = target
  const { sampleId } = sample
  const controls = effectiveControls(target, sampleId)
  const executionCoordinateDigest = digestPlain({
    derivation: 'omk.execution-coordinate/v3',
    randomizationDesign: design,
    sample: sampleDigest,
    target: digestOf(controls),
  })
  const seedParts = {
    design,
    seedCoupling,
    trialIndex,
    sampleId,
    ...(seedCoupling === 'shared' ? {} : { randomizationSlotId }),
  }
  return {
    target,
    sample,
    controls,
    runtime,
    ...parts,
    executionCoordinateDigest,
    trialId: `trial-${deriveHex('omk.trial-id/v1', {
      executionCoordinateDigest,
      targetId,
      sampleId,
      trialIndex,
    })}`,
    trialSeed: seedCoupling === 'uncontrolled' ? null : deriveHex('omk.trial-seed/v1', seedParts),
  }
}

/** Id of an attempt; `generation` counts the runs that this one resumed. */
export function attemptIdOf(trialId: string, attemptNumber: number, generation: number): string {
  const parts = { trialId, attemptNumber, ...(generation === 0 ? {} : { generation }) }
  return `attempt-${deriveHex('omk.attempt-id/v1', parts)}`
}

function samplingUnits(plan: ExecutionPlan): (sampleId: string) => SamplingUnitIds {
  const { randomizationDesignDigest: design, samples, experiment, executionInputDigest } = plan
  const names = { pairing: 'pairingBlockId', cluster: 'clusterId', stratum: 'stratumId' } as const
  const found = new Map<string, SamplingUnitIds>()
  const dataset = { datasetId: executionInputDigest, samples }
  const groups = groupSamples(dataset, experiment)
  for (const kind of ['pairing', 'cluster', 'stratum'] as const)
    for (const members of groups[kind] ?? []) {
      const unitId = `unit-${deriveHex('omk.sampling-unit-id/v1', { design, kind, members })}`
      for (const sampleId of members) found.set(sampleId, { ...found.get(sampleId), [names[kind]]: unitId })
    }
  return (sampleId) => found.get(sampleId) ?? {}
}
