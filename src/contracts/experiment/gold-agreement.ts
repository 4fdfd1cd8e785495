// How far scores agree with those that people gave: looked at after a run, never part of a decision.
import { z } from 'zod'
import { digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { goldMetadataSchema } from './gold-set.js'
import { indexSchema } from './record-parts.js'

/** Version of {@link goldAgreementSchema}; any other is refused. */
export const GOLD_AGREEMENT_VERSION = 'eval-checks.gold-agreement/v1'

/** A figure, or why there is none: what is undefined is inconclusive, never 0. 4 decimals. */
export const agreementFigureSchema = z.discriminatedUnion('figureStatus', [
  z.strictObject({
    figureStatus: z.literal('estimated'),
    method: identifierSchema,
    value: z.number(),
    interval: z
      .strictObject({
        lower: z.number(),
        upper: z.number(),
        confidenceLevel: z.number(),
        samples: indexSchema,
        seed: indexSchema,
      })
      .optional(),
  }),
  z.strictObject({
    figureStatus: z.literal('inconclusive'),
    method: identifierSchema,
    reasonCode: identifierSchema,
  }),
])

/** Every target has a row: none is chosen silently. */
export const goldAgreementSchema = z.strictObject({
  schemaVersion: z.literal(GOLD_AGREEMENT_VERSION),
  analysisMode: z.literal('exploratory'),
  analysisBundleDigest: digestSchema,
  derivedAt: z.iso.datetime(),
  /** Without notes, which may quote samples. */
  gold: goldMetadataSchema.omit({ notes: true }),
  targets: z.array(
    z.strictObject({
      targetId: identifierSchema,
      /** Samples with both scores. */
      pairs: indexSchema,
      /** Mean of score less gold, on the scale from 1 to 5; null without a pair. */
      meanDifference: z.number().nullable(),
      /** Krippendorff's alpha with squared distance: the one that counts. */
      alpha: agreementFigureSchema,
      /** Cohen's kappa, weighted by the squared distance. */
      weightedKappa: agreementFigureSchema,
      pearson: agreementFigureSchema,
    }),
  ),
  /** Annotated samples that the run does not have. */
  unknownSampleIds: z.array(identifierSchema),
  /** Samples of the run that nobody annotated. */
  unannotatedSampleIds: z.array(identifierSchema),
})

/** See {@link agreementFigureSchema}. */
export type AgreementFigure = Immutable<z.infer<typeof agreementFigureSchema>>
/** See {@link goldAgreementSchema}. */
export type GoldAgreementReport = Immutable<z.infer<typeof goldAgreementSchema>>
