// The intervals of a family of paired comparisons, with what they rest on and what makes them doubtful.
import { z } from 'zod'
import { countSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { bootstrapFamilyParametersSchema } from './analysis-parameters.js'
import { indexSchema } from './record-parts.js'

/** A percentile interval; figures have 4 decimals. */
export const intervalSchema = z.strictObject({
  estimate: z.number(),
  lower: z.number(),
  upper: z.number(),
  /** Resamples drawn; 0 where a single unit leaves nothing to draw. */
  samples: indexSchema,
  seed: indexSchema,
  confidenceLevel: z.number().gt(0).lt(1),
  /** Such as `97.5%`. */
  confidenceLabel: z.string(),
})

/** What beside an interval has to be looked at; it never changes a decision. */
export const differenceDiagnosticsSchema = z.strictObject({
  /** Pairs whose difference is not 0. */
  differing: indexSchema,
  /** Null where it is undefined; 4 decimals. */
  skewness: z.number().nullable(),
  warnings: z.array(z.enum(['skewed-differences', 'few-differing-pairs'])),
  signFlip: z
    .strictObject({ method: identifierSchema, p: z.number().min(0).max(1), draws: countSchema.optional() })
    .nullable(),
})

const binding = {
  comparisonId: identifierSchema,
  controlTargetId: identifierSchema,
  treatmentTargetId: identifierSchema,
  counts: z.strictObject({
    controlUnits: indexSchema,
    treatmentUnits: indexSchema,
    comparableUnits: indexSchema,
  }),
}

/** One comparison. Without a complete pair there is no interval, and no estimate either. */
export const familyComparisonSchema = z.discriminatedUnion('comparisonStatus', [
  z.strictObject({
    comparisonStatus: z.literal('estimated'),
    ...binding,
    /** The complete pairs, in code-unit order. */
    includedSourceGroupIds: z.array(identifierSchema).min(1),
    effectiveAlpha: z.number().gt(0).lt(1),
    interval: intervalSchema.extend({
      /** The rounded interval excludes 0. */
      significant: z.boolean(),
    }),
    /** Of the differences, n - 1, 4 decimals; null for a single pair. */
    standardDeviation: z.number().min(0).nullable(),
    diagnostics: differenceDiagnosticsSchema,
  }),
  z.strictObject({
    comparisonStatus: z.literal('missing'),
    ...binding,
    reasonCode: z.literal('bootstrap-no-complete-pairs'),
  }),
])

/** All comparisons that share one error probability. */
export const bootstrapFamilyTableSchema = z.strictObject({
  tableKind: z.literal('bootstrap-family'),
  configuration: bootstrapFamilyParametersSchema.omit({ comparisons: true }),
  /** The score of each sample in each arm, over its trials; null without one. */
  observations: z.array(
    z.strictObject({ targetId: identifierSchema, sampleId: identifierSchema, score: z.number().nullable() }),
  ),
  targetIntervals: z.array(
    z.strictObject({
      targetId: identifierSchema,
      units: indexSchema,
      interval: intervalSchema.nullable(),
    }),
  ),
  comparisons: z.array(familyComparisonSchema).min(1),
  family: z.strictObject({
    plannedComparisons: countSchema,
    observedComparisons: indexSchema,
    /** Ids of those without a complete pair. */
    missingComparisons: z.array(identifierSchema),
    nominalAlpha: z.number().gt(0).lt(1),
    /** Null when nothing was observed. */
    effectiveAlpha: z.number().gt(0).lt(1).nullable(),
  }),
})

/** See {@link intervalSchema}. */
export type ReportedInterval = Immutable<z.infer<typeof intervalSchema>>
/** See {@link differenceDiagnosticsSchema}. */
export type ReportedDiagnostics = Immutable<z.infer<typeof differenceDiagnosticsSchema>>
/** See {@link familyComparisonSchema}. */
export type FamilyComparisonRow = Immutable<z.infer<typeof familyComparisonSchema>>
/** One that has an interval. */
export type EstimatedComparison = Extract<FamilyComparisonRow, { readonly comparisonStatus: 'estimated' }>
/** See {@link bootstrapFamilyTableSchema}. */
export type BootstrapFamilyTable = Immutable<z.infer<typeof bootstrapFamilyTableSchema>>
