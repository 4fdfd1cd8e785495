// What the steps of an experiment's analysis and its decision are told: part of the sealed plan, recomputed when validated.
import { z } from 'zod'
import { countSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'

const ids = z.array(identifierSchema)

/** A criterion's layer; a set of assertions of both layers counts in neither. */
export const criterionLayerSchema = z.enum(['fact', 'behavior', 'excluded-mixed-layer'])

/** Of the assertion layers: which criterion belongs to which sample and layer, with what weight. */
export const assertionLayerParametersSchema = z.strictObject({
  /** In code-unit order of the metric ids. */
  criteria: z.array(
    z.strictObject({
      metricId: identifierSchema,
      sampleId: identifierSchema,
      layer: criterionLayerSchema,
      weight: z.number().positive(),
    }),
  ),
})

/** Of the readings of one dimension: over replicates, then over members. */
export const judgeTableParametersSchema = z.strictObject({
  metricId: identifierSchema,
  ensembleMemberIds: ids,
  replicateCount: countSchema,
})

/** Of the dimensions of a rubric. Samples without weights weigh all their dimensions alike. */
export const dimensionTableParametersSchema = z.strictObject({
  dimensions: z.array(
    z.strictObject({
      dimensionId: identifierSchema,
      metricId: identifierSchema,
      resultId: identifierSchema,
    }),
  ),
  sampleWeights: z
    .array(
      z.strictObject({
        sampleId: identifierSchema,
        weights: z.array(z.strictObject({ metricId: identifierSchema, weight: z.number().positive() })),
      }),
    )
    .optional(),
})

/** Of the composite score: the equal mean of those layers that were observed. */
export const compositeTableParametersSchema = z.strictObject({
  layers: z.array(z.enum(['behavior', 'fact', 'judge'])).min(1),
})

/** Of the intervals of a family of paired comparisons. */
export const bootstrapFamilyParametersSchema = z.strictObject({
  design: z.literal('paired'),
  resamples: countSchema,
  seed: z.int().min(0),
  /** Error probability of the whole family, or of each comparison without correction. */
  alpha: z.number().gt(0).lt(1),
  correction: z.enum(['bonferroni', 'none']),
  comparisons: z
    .array(
      z.strictObject({
        comparisonId: identifierSchema,
        controlTargetId: identifierSchema,
        treatmentTargetId: identifierSchema,
      }),
    )
    .min(1),
})

/** How many complete pairs a decision needs, with all that a power plan was computed from. */
export const sampleSizeRequirementSchema = z.discriminatedUnion('sampleSizePlanningKind', [
  z.strictObject({
    sampleSizePlanningKind: z.literal('minimum-count'),
    minimumComparisonUnits: countSchema,
  }),
  z.strictObject({
    sampleSizePlanningKind: z.literal('a-priori-power'),
    methodId: identifierSchema,
    minimumDetectableDifference: z.number().positive().max(4),
    expectedDifferenceStandardDeviation: z.number().positive().max(4),
    targetPower: z.number().gt(0.5).lt(1),
    familywiseAlpha: z.number().gt(0).lt(1),
    plannedComparisonCount: countSchema,
    minimumComparisonUnits: countSchema,
    assumptionSource: z.string().min(1),
  }),
])

/** Of the release decision. Scores are on the scale from 1 to 5, differences from 0 to 4. */
export const releaseParametersSchema = z.strictObject({
  sources: z.strictObject({
    compositeResultId: identifierSchema,
    bootstrapFamilyResultId: identifierSchema,
    /** Absent `applicableSampleIds`: all samples. */
    judgeEnsembles: z.array(
      z.strictObject({ resultId: identifierSchema, applicableSampleIds: ids.optional() }),
    ),
    /** Intervals of {@link instrumentControls}, outside the family. */
    instrumentControlsResultId: identifierSchema.optional(),
  }),
  /** The arms that are decided about, in code-unit order; controls of the instrument are none. */
  targetIds: ids.min(2),
  /** In code-unit order. */
  sampleIds: ids.min(1),
  thresholds: z.strictObject({
    layerScore: z.number().min(1).max(5),
    triviallySmallDifference: z.number().min(0).max(4),
    judgeDissentPearson: z.number().min(-1).max(1),
    holdoutGap: z.number().min(0).max(4),
  }),
  sampleSizeRequirement: sampleSizeRequirementSchema,
  /** Disjoint; together all samples. */
  holdout: z
    .strictObject({
      trainSampleIds: ids.min(1),
      holdoutSampleIds: ids.min(1),
      minimumScorablePerPartition: countSchema,
    })
    .optional(),
  /** What has to come out of comparisons with known answers; otherwise nothing is decided. */
  instrumentControls: z
    .array(
      z.strictObject({
        comparisonId: identifierSchema,
        expectation: z.enum(['must-win', 'must-tie']),
      }),
    )
    .min(1)
    .optional(),
})

/** See {@link releaseParametersSchema}. */
export type ReleaseParameters = Immutable<z.infer<typeof releaseParametersSchema>>
/** See {@link sampleSizeRequirementSchema}. */
export type SampleSizeRequirement = Immutable<z.infer<typeof sampleSizeRequirementSchema>>
/** See {@link assertionLayerParametersSchema}. */
export type AssertionLayerParameters = Immutable<z.infer<typeof assertionLayerParametersSchema>>
/** See {@link judgeTableParametersSchema}. */
export type JudgeTableParameters = Immutable<z.infer<typeof judgeTableParametersSchema>>
/** See {@link dimensionTableParametersSchema}. */
export type DimensionTableParameters = Immutable<z.infer<typeof dimensionTableParametersSchema>>
/** See {@link compositeTableParametersSchema}. */
export type CompositeTableParameters = Immutable<z.infer<typeof compositeTableParametersSchema>>
/** See {@link bootstrapFamilyParametersSchema}. */
export type BootstrapFamilyParameters = Immutable<z.infer<typeof bootstrapFamilyParametersSchema>>
/** See {@link criterionLayerSchema}. */
export type CriterionLayer = z.infer<typeof criterionLayerSchema>
