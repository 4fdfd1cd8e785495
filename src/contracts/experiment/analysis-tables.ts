// The tables of an experiment's analysis: one row for each cell of the design, a score or why there is none.
import { z } from 'zod'
import { countSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { bootstrapFamilyTableSchema } from './interval-tables.js'
import { indexSchema } from './record-parts.js'

const coordinate = { targetId: identifierSchema, sampleId: identifierSchema, trialIndex: indexSchema }
const weight = z.number().min(0)
/** Nothing was planned here. */
const notApplicable = z.strictObject({ cellStatus: z.literal('not-applicable') })
const score = z.number()

/** A score, or none: `missing` where one was planned. Neither is ever 0. */
export const scoreCellSchema = z.discriminatedUnion('cellStatus', [
  z.strictObject({ cellStatus: z.literal('observed'), score }),
  z.strictObject({ cellStatus: z.literal('missing') }),
  notApplicable,
])

const layerCellSchema = z.discriminatedUnion('cellStatus', [
  z.strictObject({
    cellStatus: z.literal('observed'),
    /** `1 + 4 passedWeight / observedWeight`, 2 decimals. */
    score,
    passedWeight: weight,
    observedWeight: weight,
    observedCriteria: countSchema,
    plannedCriteria: countSchema,
  }),
  z.strictObject({ cellStatus: z.literal('missing'), plannedCriteria: countSchema }),
  notApplicable,
])

/** What assertions say of each trial, by layer. */
export const assertionLayerTableSchema = z.strictObject({
  tableKind: z.literal('assertion-layer'),
  rows: z.array(z.strictObject({ ...coordinate, fact: layerCellSchema, behavior: layerCellSchema })),
})

/** What each judge says of one dimension, over replicates. */
export const judgeReplicateTableSchema = z.strictObject({
  tableKind: z.literal('judge-replicate'),
  metricId: identifierSchema,
  rows: z.array(
    z.strictObject({
      ...coordinate,
      ensembleMemberId: identifierSchema,
      /** Mean of the readings, 2 decimals. */
      reading: scoreCellSchema,
      /** Of the readings, n - 1, 3 decimals; null with fewer than 2. */
      standardDeviation: z.number().min(0).nullable(),
      observedReplicates: indexSchema,
      plannedReplicates: countSchema,
    }),
  ),
})

/** How far two judges agree in one arm. */
export const judgePairSchema = z.strictObject({
  firstMemberId: identifierSchema,
  secondMemberId: identifierSchema,
  /** Trials that both have read. */
  units: indexSchema,
  /** Null where it is undefined. 1 for judges that never differ, also where no reading varies. */
  correlation: z.number().min(-1).max(1).nullable(),
  /** 3 decimals. */
  meanAbsoluteDifference: z.number().min(0).nullable(),
})

/** What all judges together say of one dimension. */
export const judgeEnsembleTableSchema = z.strictObject({
  tableKind: z.literal('judge-ensemble'),
  metricId: identifierSchema,
  rows: z.array(
    z.strictObject({
      ...coordinate,
      /** Equal mean of the members that have a reading, 2 decimals. */
      score: scoreCellSchema,
      /** Mean absolute difference of all pairs of members, 3 decimals; null with fewer than 2. */
      disagreement: z.number().min(0).nullable(),
      observedMembers: indexSchema,
      plannedMembers: countSchema,
    }),
  ),
  agreement: z.array(
    z.strictObject({
      targetId: identifierSchema,
      plannedMembers: countSchema,
      /** Trials that were planned. */
      plannedUnits: indexSchema,
      pairs: z.array(judgePairSchema),
      /** Of the pairs, 4 decimals; null as soon as one pair has none, and without pairs. */
      meanCorrelation: z.number().min(-1).max(1).nullable(),
      /** Krippendorff's alpha with squared distance, 4 decimals. */
      alpha: z.number().max(1).nullable(),
    }),
  ),
})

/** All dimensions of a rubric. */
export const dimensionTableSchema = z.strictObject({
  tableKind: z.literal('dimension'),
  rows: z.array(
    z.strictObject({
      ...coordinate,
      /** Mean of the observed dimensions by their weights, 2 decimals. */
      score: scoreCellSchema,
      /** Those that apply to the sample. */
      dimensions: z.array(
        z.strictObject({
          dimensionId: identifierSchema,
          weight: z.number().positive(),
          score: scoreCellSchema,
        }),
      ),
    }),
  ),
})

/** Layers of a composite score. */
export const scoreLayerSchema = z.enum(['behavior', 'fact', 'judge'])

/** One score for each trial, and what each arm comes to. */
export const compositeTableSchema = z.strictObject({
  tableKind: z.literal('composite'),
  rows: z.array(
    z.strictObject({
      ...coordinate,
      /** Equal mean of the observed layers, 2 decimals. Without one there is no score. */
      score: scoreCellSchema,
      layers: z.array(z.strictObject({ layer: scoreLayerSchema, score: scoreCellSchema })),
    }),
  ),
  /** Means over samples of the means over their trials, 4 decimals; null without a score. */
  targets: z.array(
    z.strictObject({
      targetId: identifierSchema,
      score: z.number().nullable(),
      /** Samples with a score. */
      units: indexSchema,
      layers: z.array(
        z.strictObject({ layer: scoreLayerSchema, mean: z.number().nullable(), units: indexSchema }),
      ),
    }),
  ),
})

/** Any table of an analysis. */
export const analysisTableSchema = z.discriminatedUnion('tableKind', [
  assertionLayerTableSchema,
  judgeReplicateTableSchema,
  judgeEnsembleTableSchema,
  dimensionTableSchema,
  compositeTableSchema,
  bootstrapFamilyTableSchema,
])

/** Ids of the tables' schemas. */
export const TABLE_VERSIONS = {
  'assertion-layer': 'eval-checks.assertion-layer-table/v1',
  'judge-replicate': 'eval-checks.judge-replicate-table/v1',
  'judge-ensemble': 'eval-checks.judge-ensemble-table/v1',
  dimension: 'eval-checks.dimension-table/v1',
  composite: 'eval-checks.composite-table/v1',
  'bootstrap-family': 'eval-checks.bootstrap-family-table/v1',
} as const

/** See {@link scoreCellSchema}. */
export type ScoreCell = Immutable<z.infer<typeof scoreCellSchema>>
/** See {@link scoreLayerSchema}. */
export type ScoreLayer = z.infer<typeof scoreLayerSchema>
/** A layer of assertions in one trial. */
export type LayerCell = Immutable<z.infer<typeof layerCellSchema>>
/** See {@link assertionLayerTableSchema}. */
export type AssertionLayerTable = Immutable<z.infer<typeof assertionLayerTableSchema>>
/** See {@link judgeReplicateTableSchema}. */
export type JudgeReplicateTable = Immutable<z.infer<typeof judgeReplicateTableSchema>>
/** See {@link judgePairSchema}. */
export type JudgePair = Immutable<z.infer<typeof judgePairSchema>>
/** See {@link judgeEnsembleTableSchema}. */
export type JudgeEnsembleTable = Immutable<z.infer<typeof judgeEnsembleTableSchema>>
/** See {@link dimensionTableSchema}. */
export type DimensionTable = Immutable<z.infer<typeof dimensionTableSchema>>
/** See {@link compositeTableSchema}. */
export type CompositeTable = Immutable<z.infer<typeof compositeTableSchema>>
/** See {@link analysisTableSchema}. */
export type AnalysisTable = Immutable<z.infer<typeof analysisTableSchema>>
