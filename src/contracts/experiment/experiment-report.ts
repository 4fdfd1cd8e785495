// `report.json` of an experiment's run: what came of it in three independent words, what it covered, cost and scored.
import { z } from 'zod'
import { digestSchema, identifierSchema, jsonObjectSchema, textSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { budgetScopeSchema } from './budget-summary.js'
import { decisionRecordSchema, gateSchema, runStatusSchema } from './decision-record.js'
import { evaluationCoverageSchema } from './evaluation-bundle.js'
import { executionCoverageSchema, lostInFlightSchema, stageStatusSchema } from './execution-bundle.js'
import { indexSchema, recordErrorSchema } from './record-parts.js'

/** Version of {@link experimentReportSchema}; any other is refused. */
export const EXPERIMENT_REPORT_VERSION = 'eval-checks.experiment-report/v1'

/** What a target's scores come to; scale from 1 to 5. Null: nothing was observed, which is no 0. */
export const targetScoreSchema = z.strictObject({
  targetId: identifierSchema,
  experimentRole: identifierSchema,
  /** Coordinates that were measured and read without a gap. */
  measured: indexSchema,
  score: z.number().min(1).max(5).nullable(),
  layers: z.array(
    z.strictObject({
      layer: z.enum(['behavior', 'fact', 'judge']),
      mean: z.number().min(1).max(5).nullable(),
      /** Samples that have a score. */
      samples: indexSchema,
    }),
  ),
})

/** A decision in words: one sentence, and the one thing to do next. */
export const explanationSchema = z.strictObject({ sentence: textSchema, nextStep: textSchema })

/** A coordinate without a complete measurement, and the side that broke. */
export const brokenCoordinateSchema = z.strictObject({
  targetId: identifierSchema,
  sampleId: identifierSchema,
  trialIndex: indexSchema,
  status: z.enum(['failed', 'cancelled', 'budget-censored', 'not-started', 'evaluation-incomplete']),
  /** Absent where nothing broke. */
  error: recordErrorSchema.optional(),
  reasonCode: identifierSchema.optional(),
  /** Below the run's folder. */
  logFile: identifierSchema.optional(),
})

/** A report. It holds no content of samples or outputs. */
export const experimentReportSchema = z.strictObject({
  schemaVersion: z.literal(EXPERIMENT_REPORT_VERSION),
  reportId: identifierSchema,
  runId: identifierSchema,
  runContractDigest: digestSchema,
  createdAt: z.iso.datetime(),
  status: runStatusSchema,
  reasonCodes: z.array(identifierSchema),
  bundles: z.array(
    z.strictObject({
      documentKind: identifierSchema,
      bundleDigest: digestSchema,
      stageStatus: stageStatusSchema,
    }),
  ),
  coverage: z.strictObject({ execution: executionCoverageSchema, evaluation: evaluationCoverageSchema }),
  usage: z.strictObject({
    executionInvocations: indexSchema,
    evaluationInvocations: indexSchema,
    scopes: z.array(budgetScopeSchema),
    ledgerDigest: digestSchema,
  }),
  targets: z.array(targetScoreSchema),
  /** Null: the plan decides nothing. */
  decision: decisionRecordSchema.nullable(),
  gate: gateSchema,
  explanation: z.strictObject({ zh: explanationSchema, en: explanationSchema }),
  broken: z.array(brokenCoordinateSchema),
  lostInFlight: z.array(lostInFlightSchema),
  annotations: jsonObjectSchema.optional(),
  /** Over the report without itself. */
  reportDigest: digestSchema,
})

/** See {@link experimentReportSchema}. */
export type ExperimentReport = Immutable<z.infer<typeof experimentReportSchema>>
/** See {@link targetScoreSchema}. */
export type TargetScore = Immutable<z.infer<typeof targetScoreSchema>>
/** See {@link brokenCoordinateSchema}. */
export type BrokenCoordinate = Immutable<z.infer<typeof brokenCoordinateSchema>>
