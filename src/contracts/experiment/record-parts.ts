// The parts that records of executions and of evaluations share: errors, times, usage, origin, captured contents.
import { z } from 'zod'
import {
  classificationSchema,
  countSchema,
  digestSchema,
  identifierSchema,
  jsonObjectSchema,
  jsonSchema,
  textSchema,
} from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import type { Json } from '../json.js'
import { resourceDescriptorSchema } from '../resource-descriptor.js'
import { runtimeIdentitySchema } from '../runtime-identity.js'

/** Index of a trial, replicate or token count: a whole number from 0. */
export const indexSchema = z.int().min(0)

/** Which side broke. That something is not good is no error and has no stage. */
export const errorStageSchema = z.enum([
  'configuration',
  'infrastructure',
  'execution',
  'evaluation',
  'analysis',
  'internal',
])

/** What went wrong. `message` and `details` hold no secret and no content of samples. */
export const recordErrorSchema = z.strictObject({
  /** Stable; the policy's retryable codes are compared with it. */
  code: identifierSchema,
  stage: errorStageSchema,
  message: textSchema,
  details: jsonObjectSchema.optional(),
  /** Codes of what led to it, the nearest first. */
  causes: z.array(z.strictObject({ code: identifierSchema, message: textSchema })).optional(),
})

/** When something ran. Times in ISO 8601, UTC; `durationMs` is measured by a clock that only goes forward. */
export const timingSchema = z.strictObject({
  startedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().optional(),
  durationMs: z.number().min(0).optional(),
})

/** What a call used, by the provider's own account. An absent value is unknown, and unknown is never zero. */
export const usageSchema = z.strictObject({
  inputTokens: indexSchema.optional(),
  outputTokens: indexSchema.optional(),
  totalTokens: indexSchema.optional(),
  providerCost: z
    .strictObject({
      amount: z.number().min(0),
      currency: identifierSchema,
      reportedByProvider: z.literal(true),
    })
    .optional(),
  details: jsonObjectSchema.optional(),
})

/** Which code it was. Its capabilities stand once in the plan and not in each of its records. */
export const recordRuntimeSchema = runtimeIdentitySchema.omit({
  capabilities: true,
  implementationManifest: true,
})

/** Where a record comes from; `trust` is never above that of the weakest parent. */
export const provenanceSchema = z.strictObject({
  provenanceKind: z.enum(['native', 'imported', 'replay', 'derived']),
  trust: z.enum(['verified', 'declared', 'untrusted', 'unknown']),
  parentDigests: z.array(digestSchema),
})

/** Whether a cache answered. A replayed record keeps identity, usage and cost of its original. */
export const cacheSchema = z.strictObject({
  cacheStatus: z.enum(['replay', 'transparent-hit', 'miss', 'not-used']),
  cacheKeyDigest: digestSchema.optional(),
  sourceRecordDigest: digestSchema.optional(),
})

/** A content as the capture policy lets it be kept. */
export function capturedSchema<Value>(value: z.ZodType<Value>) {
  return z.discriminatedUnion('captureKind', [
    z.strictObject({
      captureKind: z.literal('inline'),
      classification: classificationSchema,
      mediaType: identifierSchema.optional(),
      value,
    }),
    /** The bytes lie in the run's content store. */
    z.strictObject({ captureKind: z.literal('descriptor'), descriptor: resourceDescriptorSchema }),
    /** The bytes are gone. */
    z.strictObject({
      captureKind: z.literal('digest-only'),
      classification: classificationSchema,
      digest: digestSchema,
    }),
  ])
}

/** Any JSON, captured. */
export const capturedJsonSchema = capturedSchema<Json>(jsonSchema)

const attempt = {
  attemptId: identifierSchema,
  /** From 1, without a gap. */
  attemptNumber: countSchema,
  timing: timingSchema,
  usage: usageSchema.optional(),
}

/** One call; with its retries a record holds all of them, in their order. */
export const attemptSchema = z.discriminatedUnion('attemptStatus', [
  z.strictObject({ attemptStatus: z.literal('completed'), ...attempt }),
  z.strictObject({ attemptStatus: z.literal('failed'), ...attempt, error: recordErrorSchema }),
  z.strictObject({ attemptStatus: z.literal('cancelled'), ...attempt, error: recordErrorSchema.optional() }),
])

/** See {@link recordErrorSchema}. */
export type RecordError = Immutable<z.infer<typeof recordErrorSchema>>
/** See {@link errorStageSchema}. */
export type ErrorStage = z.infer<typeof errorStageSchema>
/** See {@link timingSchema}. */
export type Timing = Immutable<z.infer<typeof timingSchema>>
/** See {@link usageSchema}. */
export type Usage = Immutable<z.infer<typeof usageSchema>>
/** See {@link recordRuntimeSchema}. */
export type RecordRuntime = Immutable<z.infer<typeof recordRuntimeSchema>>
/** See {@link provenanceSchema}. */
export type Provenance = Immutable<z.infer<typeof provenanceSchema>>
/** See {@link cacheSchema}. */
export type CacheUse = Immutable<z.infer<typeof cacheSchema>>
/** See {@link attemptSchema}. */
export type Attempt = Immutable<z.infer<typeof attemptSchema>>
/** See {@link capturedJsonSchema}. */
export type CapturedJson = Immutable<z.infer<typeof capturedJsonSchema>>
