// `report.json` of an experiment's run: what came of it in three independent words, what it covered, cost and scored.
import { z } from 'zod'
import { digestSchema, identifierSchema, jsonObjectSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { budgetScopeSchema } from './budget-summary.js'
import { evaluationCoverageSchema } from './evaluation-bundle.js'
import { executionCoverageSchema, lostInFlightSchema, stageStatusSchema } from './execution-bundle.js'
import { indexSchema, recordErrorSchema } from './record-parts.js'

/** Version of {@link experimentReportSchema}; any other is refused. */
export const EXPERIMENT_REPORT_VERSION = 'eval-checks.experiment-report/v1'

/** Mean of a layer over those samples of a target where something of it was observed; scale from 1 to 5. */
export const layerScoreSchema = z.strictObject({
  layer: z.enum(['fact', 'behavior']),
  /** Null: nothing was observed, which is no 0. */
  mean: z.number().min(1).max(5).nullable(),
  /** Samples that have a score. */
  samples: indexSchema,
})

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
  status: z.strictObject({
    runStatus: stageStatusSchema,
    /** Complete: every planned coordinate was measured and read. Structural absence takes nothing away. */
    evidenceStatus: z.enum(['complete', 'partial', 'unresolvable']),
    conclusionStatus: z.enum(['conclusive', 'inconclusive', 'not-evaluated']),
  }),
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
  targets: z.array(
    z.strictObject({
      targetId: identifierSchema,
      experimentRole: identifierSchema,
      measured: indexSchema,
      layers: z.array(layerScoreSchema),
    }),
  ),
  broken: z.array(brokenCoordinateSchema),
  lostInFlight: z.array(lostInFlightSchema),
  annotations: jsonObjectSchema.optional(),
  /** Over the report without itself. */
  reportDigest: digestSchema,
})

/** See {@link experimentReportSchema}. */
export type ExperimentReport = Immutable<z.infer<typeof experimentReportSchema>>
/** See {@link layerScoreSchema}. */
export type LayerScore = Immutable<z.infer<typeof layerScoreSchema>>
/** See {@link brokenCoordinateSchema}. */
export type BrokenCoordinate = Immutable<z.infer<typeof brokenCoordinateSchema>>
