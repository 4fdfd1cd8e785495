// Samples in the native format: every part has one place, and nothing else may stand there.
import { z } from 'zod'
import {
  type ExperimentSample,
  exactMatchCheckSchema,
  rubricDimensionSchema,
  SAMPLE_SET_VERSION,
  sampleInputSchema,
} from '../../contracts/experiment/sample-set.js'
import { digestSchema, jsonSchema } from '../../contracts/identifiers.js'
import { named, present, toMock } from './format-a.js'
import { toAssertion, writtenAssertionSchema } from './written-assertion.js'
import {
  annotationShape,
  environmentSchema,
  requiresSchema,
  sampleName,
  text,
  toolNames,
  writtenMock,
} from './written-parts.js'

const [textInput, , messagesInput] = sampleInputSchema.options

/** One sample as it is written. */
export const nativeSampleSchema = z.strictObject({
  sampleId: sampleName,
  input: z.discriminatedUnion('inputKind', [
    textInput.extend({ text }),
    z.strictObject({
      inputKind: z.literal('json'),
      value: jsonSchema,
      schema: z.strictObject({ schemaVersion: text, schemaUri: text, schemaDigest: digestSchema }).optional(),
      schemaDocument: jsonSchema.optional(),
    }),
    messagesInput,
  ]),
  executionContext: z
    .strictObject({
      cwd: text.optional(),
      allowedTools: toolNames.optional(),
      data: jsonSchema.optional(),
      environment: environmentSchema.optional(),
      mocks: z.array(writtenMock(false)).min(1).optional(),
      mocksStrict: z.boolean().optional(),
    })
    .optional(),
  expected: jsonSchema.optional(),
  evaluationContext: z
    .strictObject({
      reference: text.optional(),
      rubric: z.record(text, rubricDimensionSchema.extend({ criterion: text })).optional(),
      assertions: z.array(writtenAssertionSchema).optional(),
      checks: z.array(exactMatchCheckSchema).optional(),
    })
    .optional(),
  annotations: z.strictObject(annotationShape).optional(),
})

/** What stands around the samples. */
export const nativeFileSchema = z.strictObject({
  schemaVersion: z.literal(SAMPLE_SET_VERSION),
  requires: requiresSchema.optional(),
  samples: z.array(z.unknown()).min(1),
})

/** See {@link nativeSampleSchema}. */
export type NativeSample = z.infer<typeof nativeSampleSchema>

/** The sample as the core knows it. */
export function fromNativeSample(written: NativeSample): ExperimentSample {
  const { executionContext: execution, evaluationContext: evaluation, annotations, ...rest } = written
  const executionContext = execution && present({ ...execution, mocks: execution.mocks?.map(toMock) })
  const evaluationContext =
    evaluation &&
    present({
      ...evaluation,
      rubric: named(evaluation.rubric),
      assertions: evaluation.assertions?.map(toAssertion),
    })
  const kept = annotations && present(annotations)
  return {
    ...rest,
    ...(executionContext && { executionContext }),
    ...(evaluationContext && { evaluationContext }),
    ...(kept && { annotations: kept }),
  }
}
