// What people said about samples: scores to compare with after a run, never part of a decision.
import { z } from 'zod'
import { identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'

const text = z.string().min(1)

/** Who scored, when and on which scale. */
export const goldMetadataSchema = z.strictObject({
  annotator: text,
  annotatedAt: text,
  version: text,
  /** Default 1 to 5. */
  scale: z.strictObject({ min: z.number(), max: z.number() }),
  notes: z.string().optional(),
})

/** One score. */
export const goldAnnotationSchema = z.strictObject({
  sampleId: identifierSchema,
  score: z.number(),
  reason: z.string().optional(),
})

/** A gold folder, read; annotations in the order of the files. */
export const goldSetSchema = z.strictObject({
  metadata: goldMetadataSchema,
  annotations: z.array(goldAnnotationSchema).min(1),
})

/** See {@link goldSetSchema}. */
export type GoldSet = Immutable<z.infer<typeof goldSetSchema>>
/** See {@link goldMetadataSchema}. */
export type GoldMetadata = Immutable<z.infer<typeof goldMetadataSchema>>
/** See {@link goldAnnotationSchema}. */
export type GoldAnnotation = Immutable<z.infer<typeof goldAnnotationSchema>>
