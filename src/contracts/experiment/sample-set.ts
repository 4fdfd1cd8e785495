// The samples of an experiment as the core knows them, whichever of the two formats they were written in.
import { z } from 'zod'
import { identifierSchema, jsonObjectSchema, jsonPointerSchema, jsonSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { assertionSchema } from './assertion.js'

/** Version of a native sample file; any other is refused. */
export const SAMPLE_SET_VERSION = 'omk.eval-sample-set/v3'

/** What a mock returns instead of a tool's call: a text, or an object such as `{stdout, stderr, exit}`. */
const mockReturn = z.union([z.string(), jsonObjectSchema])

/** Which calls a mock takes; all keys have to agree. */
export const mockMatchSchema = z.strictObject({
  file_path: z.string().min(1).optional(),
  file_path_endswith: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  url_glob: z.string().min(1).optional(),
  command_glob: z.string().min(1).optional(),
  /** A deep subset of the call's input. */
  input: jsonObjectSchema.optional(),
  /** Found anywhere in the call's input, without regard to case. */
  input_contains: z.string().min(1).optional(),
})

/** A mock. The first one in order that matches is taken. */
export const mockSchema = z.strictObject({
  tool: z.string().min(1),
  match: mockMatchSchema.optional(),
  result: z.discriminatedUnion('resultKind', [
    z.strictObject({ resultKind: z.literal('return'), value: mockReturn }),
    /** A path from the folder of the sample file. */
    z.strictObject({ resultKind: z.literal('return-file'), path: z.string().min(1) }),
    /** The nth hit gets the nth value; `fallback` what comes after. */
    z.strictObject({
      resultKind: z.literal('return-sequence'),
      values: z.array(mockReturn).min(1),
      fallback: mockReturn.optional(),
    }),
  ]),
})

/** One message of a conversation. */
export const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().optional(),
    toolCalls: z
      .array(z.strictObject({ toolCallId: identifierSchema, tool: z.string().min(1), input: jsonSchema }))
      .optional(),
  }),
  z.strictObject({ role: z.literal('tool'), toolCallId: identifierSchema, content: z.string() }),
])

/** What a target is given. */
export const sampleInputSchema = z.discriminatedUnion('inputKind', [
  z.strictObject({ inputKind: z.literal('text'), text: z.string().min(1) }),
  z.strictObject({
    inputKind: z.literal('json'),
    value: jsonSchema,
    schema: jsonSchema.optional(),
    schemaDocument: jsonSchema.optional(),
  }),
  z.strictObject({
    inputKind: z.literal('messages'),
    interactionMode: z.literal('history'),
    messages: z.array(messageSchema).min(1),
  }),
])

/** What is said to be there, in words alone: it creates nothing. */
export const sampleEnvironmentSchema = z.strictObject({
  cli_available: z.array(z.string().min(1)).optional(),
  files_available: z.array(z.string().min(1)).optional(),
  notes: z.string().optional(),
})

/** A comparison of a part of the output with a part of `expected`. */
export const exactMatchCheckSchema = z.strictObject({
  checkKind: z.literal('exact-match'),
  checkId: identifierSchema,
  actual: z.strictObject({ sourceKind: z.enum(['output', 'trace']), pointer: jsonPointerSchema }),
  expectedPointer: jsonPointerSchema,
  layer: z.enum(['fact', 'behavior']),
  weight: z.number().positive().optional(),
})

/** One dimension of a rubric. Weights of a sample's dimensions are equal, or sum to 1. */
export const rubricDimensionSchema = z.strictObject({
  criterion: z.string().min(1),
  weight: z.number().positive().max(1).optional(),
})

/** One sample. */
export const experimentSampleSchema = z.strictObject({
  sampleId: identifierSchema,
  input: sampleInputSchema,
  executionContext: z
    .strictObject({
      /** As written; from the folder of the sample file. */
      cwd: z.string().min(1).optional(),
      /** `[]`: no tool at all. */
      allowedTools: z.array(identifierSchema).optional(),
      data: jsonSchema.optional(),
      /** Shown fenced after the prompt; what assertions on passages read. From the prompt-and-context format only. */
      context: z.string().min(1).optional(),
      environment: sampleEnvironmentSchema.optional(),
      mocks: z.array(mockSchema).min(1).optional(),
      /** Whether a call that no mock takes is refused; default true. */
      mocksStrict: z.boolean().optional(),
    })
    .optional(),
  expected: jsonSchema.optional(),
  evaluationContext: z
    .strictObject({
      /** What the answer should say, for assertions that compare with it. */
      reference: z.string().min(1).optional(),
      rubric: z.record(z.string().min(1), rubricDimensionSchema).optional(),
      assertions: z.array(assertionSchema).optional(),
      checks: z.array(exactMatchCheckSchema).optional(),
    })
    .optional(),
  /** Never seen by executor, judge, score or verdict. */
  annotations: jsonObjectSchema.optional(),
})

/** What has to be there before a run; carried to preflight with its folder, in no digest. */
export const sampleRequirementsSchema = z.strictObject({
  tools: z.array(z.string().min(1)).optional(),
  files: z.array(z.string().min(1)).optional(),
  env: z.array(z.string().min(1)).optional(),
  preflight: z.array(z.string().min(1)).optional(),
})

/** Where a sample was written. Lines and columns count from 1. */
export interface SampleOrigin {
  /** Absolute path of the sample file. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** See {@link experimentSampleSchema}. */
export type ExperimentSample = Immutable<z.infer<typeof experimentSampleSchema>>
/** See {@link mockSchema}. */
export type Mock = Immutable<z.infer<typeof mockSchema>>
/** See {@link exactMatchCheckSchema}. */
export type ExactMatchCheck = Immutable<z.infer<typeof exactMatchCheckSchema>>
/** See {@link sampleRequirementsSchema}. */
export type SampleRequirements = Immutable<z.infer<typeof sampleRequirementsSchema>>

/** One file of samples, read. */
export interface SampleFile {
  /** Absolute path. */
  readonly file: string
  readonly requires: SampleRequirements | null
  readonly samples: readonly { readonly sample: ExperimentSample; readonly origin: SampleOrigin }[]
}
