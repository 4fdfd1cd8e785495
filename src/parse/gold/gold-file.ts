// One file of a gold folder: who scored, or scores, or both.
import { z } from 'zod'
import { goldAnnotationSchema, goldMetadataSchema } from '../../contracts/experiment/gold-set.js'

const notBlank = (text: string) => text.trim() !== ''
const text = z.string().min(1, { abort: true }).refine(notBlank, 'text that is not blank')

/** Metadata as it is written; without a scale it is 1 to 5. */
export const writtenMetadataSchema = goldMetadataSchema.extend({
  annotator: text,
  annotatedAt: text,
  version: text,
  scale: goldMetadataSchema.shape.scale
    .superRefine(({ min, max }, context) => {
      if (max > min) return
      const params = { expected: 'max greater than min', fix: 'Correct the scale.' }
      context.addIssue({ code: 'custom', message: 'the scale ends before it begins', path: ['max'], params })
    })
    .optional(),
})

/** A score as it is written. */
export const writtenAnnotationSchema = z.strictObject({
  sample_id: goldAnnotationSchema.shape.sampleId.refine(notBlank, 'text that is not blank'),
  score: z.number(),
  reason: z.string().optional(),
})

/** What stands at the top of a file. */
export const goldFileSchema = z.strictObject({
  metadata: z.unknown().optional(),
  annotations: z.array(z.unknown()).optional(),
})
