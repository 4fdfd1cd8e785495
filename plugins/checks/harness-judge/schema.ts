// What a harness judge check may say: the criterion, and how the judge is asked.
import { z } from 'zod'
import type { CheckTypeSchema } from '../../../src/contracts/check-type.js'

const missingInstructions = 'instructions must be non-empty'

/** Fields of `type: harness_judge`. */
export const schema: CheckTypeSchema = {
  fields: {
    instructions: z
      .string({ error: ({ input }) => (input === undefined ? missingInstructions : undefined) })
      .trim()
      .min(1, missingInstructions),
    model: z.string().nullish(),
    evidence: z
      .array(z.string().refine((path) => path.trim() !== '', 'an evidence path must be non-empty'))
      .optional(),
    replicates: z.int().positive().optional(),
    agreement: z.enum(['majority', 'all', 'any']).optional(),
  },
}
