// Assertions as samples write them, with the rules that are about more than the type of a value.
import { z } from 'zod'
import {
  type Assertion,
  deterministicAssertionSchema,
  modelAssertionSchema,
} from '../../contracts/experiment/assertion.js'
import { report, text } from './written-parts.js'

type Leaf = Exclude<Assertion, { readonly type: 'assert-set' | 'rouge_n_min' }>

/** `value` stands for `reference`. */
interface WrittenRouge {
  readonly type: 'rouge_n_min'
  readonly reference?: string | undefined
  readonly value?: string | undefined
  readonly n?: number | undefined
  readonly threshold?: number | undefined
  readonly weight?: number | undefined
  readonly not?: boolean | undefined
}
/** A set, whose children are written likewise. */
export interface WrittenSet {
  readonly type: 'assert-set'
  readonly mode?: 'all' | 'any' | undefined
  readonly children: readonly WrittenAssertion[]
  readonly weight?: number | undefined
  readonly not?: boolean | undefined
}
/** An assertion as it is written. */
export type WrittenAssertion = Leaf | WrittenRouge | WrittenSet

const common = { weight: z.number().positive().optional(), not: z.boolean().optional() }
const others = deterministicAssertionSchema.options.filter(
  ({ shape }) => !z.safeParse(shape.type, 'rouge_n_min').success,
)
const rouge = z.strictObject({
  type: z.enum(['rouge_n_min']),
  reference: text.optional(),
  value: text.optional(),
  n: z.int().min(1).optional(),
  threshold: z.number().min(0).max(1).optional(),
  ...common,
})
const set = z.strictObject({
  type: z.enum(['assert-set']),
  mode: z.enum(['all', 'any']).optional(),
  get children(): z.ZodArray<z.ZodType<WrittenAssertion>> {
    return z.array(writtenAssertionSchema).min(1)
  },
  ...common,
})

/** The forms that an assertion can have, each for some types. */
export const assertionForms = [rouge, set, modelAssertionSchema, ...others] as const

/** One assertion as it is written. */
export const writtenAssertionSchema: z.ZodType<WrittenAssertion> = z
  .discriminatedUnion('type', assertionForms)
  .superRefine((assertion, context) => checkAssertion(assertion, context))

/** What to say about types that are refused. */
export const assertionHints: readonly (readonly [key: string, hint: string])[] = [
  ['type=custom', 'assertions of type custom are not read: write an evaluator plugin, which has a version.'],
]

/** The types that a model decides. */
export const modelTypes: readonly string[] = modelAssertionSchema.shape.type.options

function checkAssertion(assertion: WrittenAssertion, context: z.RefinementCtx): void {
  checkBlanks(assertion, context)
  switch (assertion.type) {
    case 'tool_output_contains':
    case 'tool_input_contains':
    case 'tool_input_not_contains':
      checkPair(assertion, /^[^:]*[^:\s][^:]*:[\s\S]*\S/, 'Tool:text', context)
      break
    case 'mock_hit':
      checkPair(assertion, /^[^:]*[^:\s][^:]*:[1-9][0-9]*$/, 'Tool:number, counted from 1', context)
      break
    case 'regex':
      checkPattern(assertion, context)
      break
    case 'rouge_n_min':
      checkRouge(assertion, context)
      break
    case 'assert-set':
      for (const [index, { type }] of assertion.children.entries()) {
        if (!modelTypes.includes(type)) continue
        report(
          context,
          ['children', index, 'type'],
          `${type} is decided by a model and cannot stand in a set`,
          {
            expected: 'an assertion that a program decides',
            fix: 'Move it out of the set.',
          },
        )
      }
  }
}

function checkBlanks(assertion: WrittenAssertion, context: z.RefinementCtx): void {
  for (const [key, value] of Object.entries(assertion)) {
    const items: readonly unknown[] = Array.isArray(value) && key === 'values' ? value : [value]
    for (const [index, item] of items.entries()) {
      if (
        typeof item !== 'string' ||
        item === '' ||
        item.trim() !== '' ||
        key === 'flags' ||
        key === 'pattern'
      )
        continue
      const path = items === value ? [key, index] : [key]
      const words = { expected: 'text that is not blank', fix: 'Write what is to be looked for.' }
      report(context, path, `${key} of ${assertion.type} is blank`, words)
    }
  }
}

function checkPair(
  { type, value }: { readonly type: string; readonly value: string },
  pattern: RegExp,
  form: string,
  context: z.RefinementCtx,
): void {
  if (pattern.test(value)) return
  const message = `value of ${type} must be ${form}`
  report(context, ['value'], message, {
    expected: form,
    fix: `Write both sides of the colon, as in ${form}.`,
  })
}

function checkPattern(
  { pattern, flags = 'i' }: { readonly pattern: string; readonly flags?: string | undefined },
  context: z.RefinementCtx,
): void {
  try {
    new RegExp(pattern, flags)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const path = /^Invalid flags/.test(why) ? ['flags'] : ['pattern']
    const words = { expected: 'a regular expression of JavaScript', fix: 'Correct the pattern or its flags.' }
    report(context, path, `the pattern cannot be used: ${why}`, words)
  }
}

function checkRouge({ reference, value }: WrittenRouge, context: z.RefinementCtx): void {
  const given = [reference, value].filter((each) => each !== undefined).length
  if (given === 1) return
  const expected = 'exactly one of reference and value'
  const message = given === 0 ? 'rouge_n_min has no reference' : 'rouge_n_min has a reference and a value'
  const fix = given === 0 ? 'Write reference.' : 'Remove value.'
  report(context, given === 0 ? [] : ['value'], message, { code: 'exclusive-fields', expected, fix })
}

/** The assertion as it is handed on. */
export function toAssertion(written: WrittenAssertion): Assertion {
  if (written.type === 'assert-set') return { ...written, children: written.children.map(toAssertion) }
  if (written.type !== 'rouge_n_min') return written
  const { value, reference, ...rest } = written
  return { ...rest, reference: reference ?? value ?? '' }
}
