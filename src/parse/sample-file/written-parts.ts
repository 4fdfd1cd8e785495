// The parts that samples of both formats are written with.
import { z } from 'zod'
import { mockMatchSchema, type sampleRequirementsSchema } from '../../contracts/experiment/sample-set.js'
import { identifierSchema, jsonObjectSchema } from '../../contracts/identifiers.js'
import type { RuleWords } from '../source/explain-issues.js'

/** Reports what a rule over several values found, at a path below the value that it judges. */
export function report(
  context: z.RefinementCtx,
  path: readonly PropertyKey[],
  message: string,
  words: RuleWords,
): void {
  context.addIssue({ code: 'custom', message, path: [...path], params: { ...words } })
}

const notBlank = (text: string) => text.trim() !== ''

/** A text with something in it. */
export const text = z.string().min(1, { abort: true }).refine(notBlank, 'text that is not blank')
/** A list of texts. */
export const texts = z.array(text)
/** The name of a sample. */
export const sampleName = identifierSchema.refine(notBlank, 'text that is not blank')
/** What a sample's target may touch; `[]` is nothing at all. */
export const toolNames = z.array(identifierSchema.refine(notBlank, 'text that is not blank'))

const requirement = texts.superRefine((items, context) => {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    if (seen.has(item)) {
      report(context, [index], `${JSON.stringify(item)} stands twice in one list`, {
        code: 'duplicate-name',
        expected: 'each item once',
        fix: 'Remove one of both.',
      })
    }
    seen.add(item)
  }
})
/** What has to be there before a run. */
export const requiresSchema = z.strictObject({
  tools: requirement.optional(),
  files: requirement.optional(),
  env: requirement.optional(),
  preflight: requirement.optional(),
} satisfies Record<keyof typeof sampleRequirementsSchema.shape, z.ZodType>)

/** What is said to be there. */
export const environmentSchema = z.strictObject({
  cli_available: texts.optional(),
  files_available: texts.optional(),
  notes: z.string().optional(),
})

/** What a sample tells about itself; nothing that measures sees it. */
export const annotationShape = {
  capability: texts.optional(),
  difficulty: z.enum(['easy', 'medium', 'hard']).optional(),
  /** `necessity`, `quality`, `capability`, or a word of one's own. */
  construct: text.optional(),
  provenance: z.enum(['human', 'llm-generated', 'production-trace']).optional(),
  covers: z
    .array(
      z.strictObject({
        targetKind: z.enum([
          'skill',
          'skill_file',
          'frontmatter',
          'reference',
          'script',
          'hard_rule',
          'workflow',
          'workflow_node',
        ]),
        ref: text,
      }),
    )
    .optional(),
  tripwire: z.boolean().optional(),
  expectedTools: texts.optional(),
}

const mockReturn = z.union([z.string(), jsonObjectSchema])
const mockShape = {
  tool: text,
  match: mockMatchSchema.optional(),
  return: mockReturn.optional(),
  return_file: text.optional(),
  return_seq: z.array(mockReturn).min(1).optional(),
}
type MockFields = z.infer<z.ZodObject<typeof mockShape>>

/** A mock as it is written; `sequenceMayEnd` lets `return` stand for what comes after a `return_seq`. */
export function writtenMock(sequenceMayEnd: boolean) {
  return z.strictObject(mockShape).superRefine((mock, context) => {
    checkReturns(mock, sequenceMayEnd, context)
    if (mock.match?.url !== undefined && mock.match.url_glob !== undefined) {
      report(context, ['match', 'url_glob'], 'a mock matches a url or a url_glob, not both', {
        code: 'exclusive-fields',
        expected: 'one of url and url_glob',
        fix: 'Remove one of both.',
      })
    }
  })
}

function checkReturns(mock: MockFields, sequenceMayEnd: boolean, context: z.RefinementCtx): void {
  const given = (['return', 'return_file', 'return_seq'] as const).filter((key) => mock[key] !== undefined)
  const expected = 'exactly one of return, return_file and return_seq'
  if (given.length === 1) return
  if (sequenceMayEnd && given.join() === 'return,return_seq') return
  if (given.length === 0) {
    const fix = 'Write what the tool is to return.'
    report(context, [], 'a mock returns nothing', { code: 'exclusive-fields', expected, fix })
    return
  }
  const path = [given.at(-1) ?? 'return']
  const message = `a mock returns in one way, not by ${given.join(' and ')}`
  report(context, path, message, { code: 'exclusive-fields', expected, fix: 'Keep one of them.' })
}
