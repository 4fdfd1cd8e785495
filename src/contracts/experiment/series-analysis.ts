// A series of independent runs of one design, analysed as a whole: how much runs differ, and all of them together.
import { z } from 'zod'
import { countSchema, digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { compositeTableSchema } from './analysis-tables.js'
import { bootstrapFamilyTableSchema } from './interval-tables.js'
import { indexSchema, recordRuntimeSchema } from './record-parts.js'

/** Version of {@link seriesAnalysisSchema}; any other is refused. */
export const SERIES_ANALYSIS_VERSION = 'eval-checks.series-analysis/v1'

/** A figure of each run, and what they come to. Runs are never pooled into more samples. */
export const runFigureSchema = z.strictObject({
  /** In the order of the members; null where a run has no such figure. */
  runs: z.array(z.strictObject({ memberId: identifierSchema, value: z.number().nullable() })),
  /** Runs with a figure. */
  observedRuns: indexSchema,
  /** All of these with 4 decimals; null with fewer runs than they need, or than the series asks for. */
  mean: z.number().nullable(),
  /** Over runs, n - 1. */
  standardDeviation: z.number().min(0).nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  /** Standard deviation / mean; null where the mean is 0. */
  coefficientOfVariation: z.number().nullable(),
})

const variance = {
  nodeId: identifierSchema,
  implementation: recordRuntimeSchema,
  minimumMembers: countSchema,
  targets: z.array(z.strictObject({ targetId: identifierSchema, score: runFigureSchema })),
  comparisons: z.array(z.strictObject({ comparisonId: identifierSchema, estimate: runFigureSchema })),
}

/** Scores, layers and agreement, averaged over all runs; null where one of them has none. */
export const pooledRunsSchema = z.strictObject({
  /** Intervals of the differences of each sample, averaged over runs. */
  family: bootstrapFamilyTableSchema,
  /** The same of the controls of the instrument; null where the plan has none. */
  controls: bootstrapFamilyTableSchema.nullable(),
  arms: compositeTableSchema.shape.targets,
  ensembles: z.array(
    z.strictObject({
      resultId: identifierSchema,
      agreement: z.array(
        z.strictObject({
          targetId: identifierSchema,
          plannedMembers: countSchema,
          plannedUnits: indexSchema,
          meanCorrelation: z.number().min(-1).max(1).nullable(),
        }),
      ),
    }),
  ),
})

/** Members stay in it, whatever became of them. */
export const seriesAnalysisSchema = z.strictObject({
  schemaVersion: z.literal(SERIES_ANALYSIS_VERSION),
  seriesId: identifierSchema,
  seriesDesignDigest: digestSchema,
  analysisPlanDigest: digestSchema,
  derivedAt: z.iso.datetime(),
  members: z.array(
    z.strictObject({
      memberId: identifierSchema,
      replicateIndex: indexSchema,
      /** `partial`: evidence or analysis is not complete. `not-comparable`: another design. */
      memberStatus: z.enum(['complete', 'partial', 'missing', 'not-comparable']),
      analysisBundleDigest: digestSchema.optional(),
    }),
  ),
  coverage: z.strictObject({
    planned: indexSchema,
    complete: indexSchema,
    partial: indexSchema,
    missing: indexSchema,
    notComparable: indexSchema,
  }),
  runVariance: z.discriminatedUnion('nodeStatus', [
    z.strictObject({ nodeStatus: z.literal('completed'), ...variance }),
    z.strictObject({
      nodeStatus: z.literal('inconclusive'),
      ...variance,
      reasonCodes: z.array(identifierSchema).min(1),
    }),
  ]),
  /** Null unless all members are complete. */
  pooled: pooledRunsSchema.nullable(),
  /** Covers this document but itself. */
  seriesDigest: digestSchema,
})

/** See {@link runFigureSchema}. */
export type RunFigure = Immutable<z.infer<typeof runFigureSchema>>
/** See {@link pooledRunsSchema}. */
export type PooledRuns = Immutable<z.infer<typeof pooledRunsSchema>>
/** See {@link seriesAnalysisSchema}. */
export type SeriesAnalysis = Immutable<z.infer<typeof seriesAnalysisSchema>>
