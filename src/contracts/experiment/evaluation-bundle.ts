// The records of an evaluation as one document.
import { z } from 'zod'
import { digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { evaluationRecordSchema } from './evaluation-record.js'
import { replayabilitySchema, stageStatusSchema } from './execution-bundle.js'
import { indexSchema, provenanceSchema } from './record-parts.js'

/** Version of {@link evaluationBundleSchema}; any other is refused. */
export const EVALUATION_BUNDLE_VERSION = 'eval-checks.evaluation-bundle/v1'

/**
 * planned = eligible + sourceUnavailable; eligible = started + notStarted; started = succeeded + failed + cancelled. An
 * evaluator that does not apply to a sample is not planned for it.
 */
export const evaluationCoverageSchema = z.strictObject({
  planned: indexSchema,
  eligible: indexSchema,
  sourceUnavailable: indexSchema,
  started: indexSchema,
  succeeded: indexSchema,
  failed: indexSchema,
  cancelled: indexSchema,
  notStarted: indexSchema,
})

/** Records in the order of target, sample, trial, evaluator. */
export const evaluationBundleSchema = z.strictObject({
  schemaVersion: z.literal(EVALUATION_BUNDLE_VERSION),
  bundleId: identifierSchema,
  runContractDigest: digestSchema,
  evaluationPlanDigest: digestSchema,
  evaluationInputDigest: digestSchema,
  executionBundleDigest: digestSchema,
  evaluationBundleStatus: stageStatusSchema,
  terminationReasonCode: identifierSchema.optional(),
  coverage: evaluationCoverageSchema,
  replayability: replayabilitySchema,
  records: z.array(evaluationRecordSchema),
  provenance: provenanceSchema,
  /** Over the bundle without itself. */
  bundleDigest: digestSchema,
})

/** See {@link evaluationBundleSchema}. */
export type EvaluationBundle = Immutable<z.infer<typeof evaluationBundleSchema>>
/** See {@link evaluationCoverageSchema}. */
export type EvaluationCoverage = Immutable<z.infer<typeof evaluationCoverageSchema>>
