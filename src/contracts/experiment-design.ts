// How coordinates (target x sample x trial) are laid out: trials, seed, assignment, sampling, scheduling.
import { z } from 'zod'
import { countSchema, identifierSchema, jsonPointerSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'

/** The unit of observation and how units depend on each other. Keys are pointers into a sample. */
export const samplingSchema = z.strictObject({
  experimentalUnit: z.enum(['sample', 'cluster', 'run']),
  pairingKey: jsonPointerSchema.optional(),
  clusterKey: jsonPointerSchema.optional(),
  stratumKey: jsonPointerSchema.optional(),
  repeatedMeasures: z.boolean(),
  resamplingUnit: z.enum(['sample', 'paired-block', 'cluster', 'run']),
  /** The estimator that resamples; it enters the analysis plan and no earlier one. */
  estimatorId: identifierSchema.optional(),
  seedCoupling: z.enum(['uncontrolled', 'shared', 'independent']),
})

/** In what order coordinates are admitted; `host-ordered` leaves it to the host because no arm is compared. */
export const schedulingSchema = z.discriminatedUnion('schedulingKind', [
  z.strictObject({ schedulingKind: z.literal('host-ordered') }),
  z.strictObject({ schedulingKind: z.literal('randomized-block'), blockSize: countSchema }),
])

/** A target's anonymous place in the randomization: designs do not depend on target ids. */
export const randomizationSlotSchema = z.strictObject({
  randomizationSlotId: identifierSchema,
  targetId: identifierSchema,
})

/** The design of an experiment; a run of checks has one trial, one slot and no comparison. */
export const experimentDesignSchema = z.strictObject({
  trials: countSchema,
  seed: identifierSchema,
  assignment: z.strictObject({
    assignmentKind: z.literal('complete-block'),
    implementationId: z.literal('assignment.complete-block/v1'),
  }),
  sampling: samplingSchema,
  scheduling: schedulingSchema,
  /** One per target, in code-unit order of the slot id. */
  randomizationSlots: z.array(randomizationSlotSchema),
})

/** A planned comparison of treatments with a control, in some metrics. */
export const comparisonSchema = z.strictObject({
  comparisonId: identifierSchema,
  controlTargetId: identifierSchema,
  treatmentTargetIds: z.array(identifierSchema).min(1),
  metricIds: z.array(identifierSchema).min(1),
})

/** See {@link experimentDesignSchema}. */
export type ExperimentDesign = Immutable<z.infer<typeof experimentDesignSchema>>
/** See {@link comparisonSchema}. */
export type Comparison = Immutable<z.infer<typeof comparisonSchema>>
