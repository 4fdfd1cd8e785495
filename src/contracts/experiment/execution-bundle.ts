// The records of an execution as one document, with the account that they were made under.
import { z } from 'zod'
import { digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { budgetSummarySchema } from './budget-summary.js'
import { executionRecordSchema } from './execution-record.js'
import { indexSchema, provenanceSchema, recordErrorSchema } from './record-parts.js'

/** Version of {@link executionBundleSchema}; any other is refused. */
export const EXECUTION_BUNDLE_VERSION = 'eval-checks.execution-bundle/v1'

/** planned = started + budgetCensored + notStarted; started = succeeded + failed + cancelled. */
export const executionCoverageSchema = z.strictObject({
  planned: indexSchema,
  started: indexSchema,
  succeeded: indexSchema,
  failed: indexSchema,
  cancelled: indexSchema,
  budgetCensored: indexSchema,
  notStarted: indexSchema,
})

/** `self-contained`: all contents stand in the bundle; `resolvable`: some lie beside it; `summary-only`: some are gone. */
export const replayabilitySchema = z.enum(['self-contained', 'resolvable', 'summary-only'])

/** How a stage ended as a whole. */
export const stageStatusSchema = z.enum(['completed', 'cancelled', 'budget-exhausted', 'failed'])

/** Calls that were under way when a run was killed: asked, perhaps paid for, their answers lost. */
export const lostInFlightSchema = z.strictObject({
  targetId: identifierSchema,
  sampleId: identifierSchema,
  trialIndex: indexSchema,
  trialId: identifierSchema,
  attemptId: identifierSchema,
  startedAt: z.iso.datetime(),
})

/** Records in the order of target, sample, trial. */
export const executionBundleSchema = z.strictObject({
  schemaVersion: z.literal(EXECUTION_BUNDLE_VERSION),
  bundleId: identifierSchema,
  runContractDigest: digestSchema,
  executionPlanDigest: digestSchema,
  datasetRevisionDigest: digestSchema,
  executionInputDigest: digestSchema,
  executionBundleStatus: stageStatusSchema,
  /** Present unless completed. */
  terminationReasonCode: identifierSchema.optional(),
  terminationError: recordErrorSchema.optional(),
  coverage: executionCoverageSchema,
  replayability: replayabilitySchema,
  budgetSummary: budgetSummarySchema,
  records: z.array(executionRecordSchema),
  /** Of all runs that this one resumed; their cost is unknown. */
  lostInFlight: z.array(lostInFlightSchema),
  provenance: provenanceSchema,
  /** Over the bundle without itself. */
  bundleDigest: digestSchema,
})

/** See {@link executionBundleSchema}. */
export type ExecutionBundle = Immutable<z.infer<typeof executionBundleSchema>>
/** See {@link executionCoverageSchema}. */
export type ExecutionCoverage = Immutable<z.infer<typeof executionCoverageSchema>>
/** See {@link lostInFlightSchema}. */
export type LostInFlight = Immutable<z.infer<typeof lostInFlightSchema>>
/** See {@link replayabilitySchema}. */
export type Replayability = z.infer<typeof replayabilitySchema>
/** See {@link stageStatusSchema}. */
export type StageStatus = z.infer<typeof stageStatusSchema>
