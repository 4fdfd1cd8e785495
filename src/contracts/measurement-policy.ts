// The limits under which is measured: time, retries, budget, cache, what is kept, what a failure does.
import { z } from 'zod'
import { classificationSchema, countSchema, identifierSchema, millisecondsSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'

/** Version of {@link measurementPolicySchema}; any other is refused. */
export const MEASUREMENT_POLICY_VERSION = 'eval-checks.measurement-policy/v1'

/** An amount of money that a provider charges. */
export const providerCostSchema = z.strictObject({
  amount: z.number().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/, 'expected an ISO 4217 code'),
})

/** Limits of one stage. No `maxConcurrency`: the host decides, and the plan does not depend on it. */
export const stagePolicySchema = z.strictObject({
  maxConcurrency: countSchema.optional(),
  timeoutMs: millisecondsSchema.optional(),
})

const limits = z.strictObject({
  maxInvocations: countSchema.optional(),
  maxProviderCost: providerCostSchema.optional(),
  maxActiveDurationMs: millisecondsSchema.optional(),
})

/** All limits hold at once. A cost that is not known is never taken for zero. */
export const budgetSchema = z.strictObject({
  run: limits.extend({ maxWallClockMs: millisecondsSchema.optional() }).optional(),
  stages: z.strictObject({ execution: limits.optional(), evaluation: limits.optional() }).optional(),
  /** Per target x sample x trial: the target's call, all evaluators and all retries together. */
  coordinate: limits.omit({ maxInvocations: true }).optional(),
  attempt: z.strictObject({ maxProviderCost: providerCostSchema.optional() }).optional(),
  providerCostAdmission: z
    .strictObject({
      admissionMode: z.enum(['strict-reservation', 'bounded-overshoot']),
      unknownCostMode: z.enum(['fail-run', 'mark-unverifiable']),
    })
    .optional(),
})

/** How much of a content is kept. */
export const captureModeSchema = z.enum(['full', 'reference', 'digest', 'none'])

/** What a failed coordinate does to the run. */
export const failurePolicySchema = z.discriminatedUnion('failureMode', [
  z.strictObject({ failureMode: z.literal('continue') }),
  z.strictObject({ failureMode: z.literal('fail-fast') }),
  z.strictObject({ failureMode: z.literal('failure-threshold'), maximumFailures: countSchema }),
])

/** A measurement policy. Durations are milliseconds. */
export const measurementPolicySchema = z.strictObject({
  schemaVersion: z.literal(MEASUREMENT_POLICY_VERSION),
  execution: stagePolicySchema,
  evaluation: stagePolicySchema,
  retry: z.strictObject({
    maxAttempts: countSchema,
    retryableErrorCodes: z.array(identifierSchema),
    backoff: z.strictObject({ backoffKind: z.literal('none') }),
  }),
  budget: budgetSchema.optional(),
  cache: z.strictObject({
    executionMode: z.enum(['disabled', 'replay-only', 'transparent-deterministic']),
    evaluationMode: z.enum(['disabled', 'reuse']),
  }),
  evidence: z.strictObject({
    output: captureModeSchema,
    trace: captureModeSchema,
    evidence: captureModeSchema,
    maximumClassification: classificationSchema,
  }),
  failure: failurePolicySchema,
  eventDelivery: z.strictObject({
    writerMode: z.enum(['disabled', 'enabled']),
    backpressureMode: z.enum(['block', 'drop-oldest']),
    writerFailureMode: z.enum(['ignore', 'fail-run']),
  }),
})

/** See {@link measurementPolicySchema}. */
export type MeasurementPolicy = Immutable<z.infer<typeof measurementPolicySchema>>
