// What evaluation records of one evaluator on one coordinate: an observation for each metric, or why there is none.
import { z } from 'zod'
import { digestSchema, identifierSchema, jsonObjectSchema, jsonSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import {
  attemptSchema,
  cacheSchema,
  capturedJsonSchema,
  indexSchema,
  provenanceSchema,
  recordErrorSchema,
  recordRuntimeSchema,
  timingSchema,
  usageSchema,
} from './record-parts.js'

/** The reason of a structural absence, which degrades no evidence: the criterion belongs to another sample. */
export const CRITERION_NOT_APPLICABLE = 'criterion-not-applicable'

const observation = {
  observationId: identifierSchema,
  metricId: identifierSchema,
  valueType: z.enum(['numeric', 'boolean', 'categorical', 'text', 'ranking']),
  /** What the reading was made from. */
  evidence: capturedJsonSchema.optional(),
  metadata: jsonObjectSchema.optional(),
}

/** The reading of one metric. No status but `observed` has a value, and no other becomes a zero or a false. */
export const observationSchema = z.discriminatedUnion('observationStatus', [
  z.strictObject({ observationStatus: z.literal('observed'), ...observation, value: jsonSchema }),
  /** What is asked about was not recorded. */
  z.strictObject({
    observationStatus: z.literal('missing'),
    ...observation,
    reasonCode: identifierSchema.refine((code) => code !== CRITERION_NOT_APPLICABLE),
  }),
  z.strictObject({
    observationStatus: z.literal('not-applicable'),
    ...observation,
    reasonCode: z.literal(CRITERION_NOT_APPLICABLE),
  }),
  /** There is a reading, and it is none of the metric's values. Nothing is coerced or clamped. */
  z.strictObject({
    observationStatus: z.literal('invalid'),
    ...observation,
    reasonCode: identifierSchema,
    invalidValue: jsonSchema.optional(),
  }),
])

const identity = {
  targetId: identifierSchema,
  sampleId: identifierSchema,
  trialIndex: indexSchema,
  trialId: identifierSchema,
  evaluatorId: identifierSchema,
  measurement: z.strictObject({
    instrumentId: identifierSchema,
    ensembleMemberId: identifierSchema,
    replicateGroupId: identifierSchema,
    replicateIndex: indexSchema,
  }),
  evaluationId: identifierSchema,
  runtime: recordRuntimeSchema,
  provenance: provenanceSchema,
}

const active = {
  ...identity,
  /** The record of the execution that was evaluated. */
  sourceRecordDigest: digestSchema,
  attempts: z.array(attemptSchema).min(1),
  timing: timingSchema,
  usage: usageSchema.optional(),
  evidence: capturedJsonSchema.optional(),
  cache: cacheSchema,
}

/** Records stand in the order of target, sample, trial, evaluator. */
export const evaluationRecordSchema = z.discriminatedUnion('evaluationStatus', [
  /** One observation for each metric that applies to the sample; a metric of the plan without one does not apply to it. */
  z.strictObject({
    evaluationStatus: z.literal('completed'),
    ...active,
    observations: z.array(observationSchema),
  }),
  z.strictObject({ evaluationStatus: z.literal('failed'), ...active, error: recordErrorSchema }),
  z.strictObject({
    evaluationStatus: z.literal('cancelled'),
    ...active,
    error: recordErrorSchema.optional(),
  }),
  z.strictObject({
    evaluationStatus: z.literal('not-evaluated'),
    ...identity,
    /** Absent where there is no execution to evaluate. */
    sourceRecordDigest: digestSchema.optional(),
    reasonCode: identifierSchema,
  }),
])

/** See {@link observationSchema}. */
export type Observation = Immutable<z.infer<typeof observationSchema>>
/** See {@link evaluationRecordSchema}. */
export type EvaluationRecord = Immutable<z.infer<typeof evaluationRecordSchema>>
