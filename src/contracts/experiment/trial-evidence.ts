// What a completed execution leaves for those who evaluate it: its output, its trace, its facts. What was not recorded is
// null, and null is never zero.
import { z } from 'zod'
import { countSchema, identifierSchema, jsonSchema, millisecondsSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'

/** One call of a tool, in the order in which calls were made. */
export const toolCallSchema = z.strictObject({
  tool: identifierSchema,
  input: jsonSchema,
  /** Null: the executor did not record it. */
  output: z.string().nullable(),
  /** Which mock answered in the tool's place, counted from 1 among the mocks of that tool. */
  mock: countSchema.optional(),
})

/** How an output came about. */
export const trialTraceSchema = z.strictObject({
  toolCalls: z.array(toolCallSchema),
  /** Turns of the model by the executor's own account. */
  turns: z.int().min(0).nullable(),
  /** Whether calls were held against mocks, so that a mock without a call was hit by nobody. */
  mocksObserved: z.boolean(),
})

/** What an execution took. */
export const trialFactsSchema = z.strictObject({
  /** Wall clock from the first attempt to the end of the last. */
  durationMs: millisecondsSchema.or(z.literal(0)),
  /** `partial`: some attempts did not say, or said it in another currency. */
  providerCost: z.discriminatedUnion('costStatus', [
    z.strictObject({ costStatus: z.literal('reported'), amount: z.number().min(0), currency: z.string() }),
    z.strictObject({ costStatus: z.literal('unreported') }),
    z.strictObject({ costStatus: z.literal('partial') }),
  ]),
})

/** See {@link toolCallSchema}. */
export type ToolCall = Immutable<z.infer<typeof toolCallSchema>>
/** See {@link trialTraceSchema}. */
export type TrialTrace = Immutable<z.infer<typeof trialTraceSchema>>
/** See {@link trialFactsSchema}. */
export type TrialFacts = Immutable<z.infer<typeof trialFactsSchema>>

/** Everything that an assertion can look at. */
export interface TrialEvidence {
  /** Null: the execution completed without a text. */
  readonly output: string | null
  /** Null: nothing was recorded. */
  readonly trace: TrialTrace | null
  readonly facts: TrialFacts
}
