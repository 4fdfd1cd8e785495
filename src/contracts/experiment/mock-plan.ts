// What a mock plan, a secret resource, holds: the mocks of one sample in the order in which they are tried.
import { z } from 'zod'
import { identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { resourceDescriptorSchema } from '../resource-descriptor.js'

/** Version of {@link mockPlanSchema}; any other is refused. */
export const MOCK_PLAN_VERSION = 'omk.mock-interception-plan/v1'

/** The mocks of a sample; the first one whose rule takes a call answers it. */
export const mockPlanSchema = z.strictObject({
  schemaVersion: z.literal(MOCK_PLAN_VERSION),
  /** Whether a call that no rule takes is refused. */
  strict: z.boolean(),
  rules: z
    .array(
      z.strictObject({
        /** `mock-1`, `mock-2` ... in their order. */
        mockId: identifierSchema,
        /** Canonical JSON of `{tool, match?}`. */
        rule: resourceDescriptorSchema,
        /** `return` answers every call alike; `return-sequence` gives the nth call the nth payload. */
        returnKind: z.enum(['return', 'return-sequence']),
        /** Of type application/json for an object, text/plain for a text. */
        payloads: z.array(resourceDescriptorSchema).min(1),
        /** What a sequence answers after its end; without it such a call is refused. */
        fallback: resourceDescriptorSchema.optional(),
      }),
    )
    .min(1),
})

/** See {@link mockPlanSchema}. */
export type MockPlan = Immutable<z.infer<typeof mockPlanSchema>>
