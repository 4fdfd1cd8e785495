// Assertions as samples state them, after reading: every value checked, nothing compiled yet.
import { z } from 'zod'
import { jsonSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'

const common = {
  /** Positive; default 1. */
  weight: z.number().positive().optional(),
  /** Inverts a valid reading; a failure or a missing value stays one. */
  not: z.boolean().optional(),
}
const text = z.string().min(1)
const texts = z.array(text).min(1)
const count = z.int().min(0)
const of = <T extends string, S extends z.ZodRawShape>(types: readonly [T, ...T[]], shape: S) =>
  z.strictObject({ type: z.enum(types), ...shape, ...common })

/** Layer of a leaf assertion: what an output says (`fact`), or how it came about and what form it has (`behavior`). */
export type AssertionLayer = 'fact' | 'behavior'

/** Assertions that a program decides. */
export const deterministicAssertionSchema = z.discriminatedUnion('type', [
  of(['contains', 'not_contains', 'equals', 'not_equals', 'starts_with', 'ends_with'], { value: text }),
  of(['contains_all', 'contains_any'], { values: texts }),
  /** JavaScript; flags default `i`. */
  of(['regex'], { pattern: text, flags: z.string().optional() }),
  of(['json_valid'], {}),
  of(['json_schema'], { schema: jsonSchema }),
  of(['rouge_n_min'], {
    reference: text,
    n: z.int().min(1).optional(),
    threshold: z.number().min(0).max(1).optional(),
  }),
  of(['bleu_min'], { reference: text, threshold: z.number().min(0).max(1).optional() }),
  of(['levenshtein_max'], { reference: text, value: count }),
  /** `Tool:needle`. */
  of(['tool_output_contains', 'tool_input_contains', 'tool_input_not_contains'], { value: text }),
  of(['min_length', 'max_length', 'word_count_min', 'word_count_max'], { value: count }),
  /** US dollars (`cost_max`), milliseconds (`latency_max`). */
  of(['cost_max', 'latency_max'], { value: z.number().min(0) }),
  of(['turns_min', 'turns_max', 'tools_count_min', 'tools_count_max'], { value: count }),
  of(['tools_called', 'tools_not_called'], { values: texts }),
  /** `Tool:index`, counted from 1; at least `threshold` hits, default 1. */
  of(['mock_hit'], { value: text, threshold: z.int().min(1).optional() }),
])

/** Assertions that a model decides, by a score from 1 to 5 against `threshold`, default 3. */
export const modelAssertionSchema = of(
  ['semantic_similarity', 'faithfulness', 'answer_relevancy', 'context_recall'],
  { reference: text.optional(), threshold: z.number().min(1).max(5).optional() },
)

/** A set of assertions: all of them (default) or any. */
export interface AssertionSet {
  readonly type: 'assert-set'
  readonly mode?: 'all' | 'any' | undefined
  readonly children: readonly Assertion[]
  readonly weight?: number | undefined
  readonly not?: boolean | undefined
}
/** An assertion. */
export type Assertion =
  | Immutable<z.infer<typeof deterministicAssertionSchema>>
  | Immutable<z.infer<typeof modelAssertionSchema>>
  | AssertionSet

/** One assertion. */
export const assertionSchema: z.ZodType<Assertion> = z.lazy(() =>
  z.union([
    deterministicAssertionSchema,
    modelAssertionSchema,
    z.strictObject({
      type: z.literal('assert-set'),
      mode: z.enum(['all', 'any']).optional(),
      children: z.array(assertionSchema),
      ...common,
    }),
  ]),
) as z.ZodType<Assertion>

/** The type of a {@link modelAssertionSchema}. */
export type ModelAssertionType = z.infer<typeof modelAssertionSchema>['type']
