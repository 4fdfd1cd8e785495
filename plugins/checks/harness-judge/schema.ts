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
      .array(
        z
          .string()
          .refine((path) => path.trim() !== '', 'an evidence path must be non-empty')
          .refine(staysInside, 'an evidence path starts at the project root and stays below it'),
      )
      .optional(),
    replicates: z.int().positive().optional(),
    agreement: z.enum(['majority', 'all', 'any']).optional(),
  },
}

/** Told by the text alone: whether a link leads out is seen when the file is read. */
function staysInside(path: string): boolean {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return false
  let depth = 0
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') depth -= 1
    else if (part !== '' && part !== '.') depth += 1
    if (depth < 0) return false
  }
  return true
}
