// Samples in the format of prompt and rubric: a list, or a mapping with what the list needs. Converted once, here.
import { z } from 'zod'
import type { ExperimentSample, Mock } from '../../contracts/experiment/sample-set.js'
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

/** One sample as it is written. */
export const promptSampleSchema = z.strictObject({
  sample_id: sampleName,
  prompt: text,
  context: text.optional(),
  cwd: text.optional(),
  rubric: text.optional(),
  dimensions: z.record(text, text).optional(),
  assertions: z.array(writtenAssertionSchema).optional(),
  mocks: z.array(writtenMock(true)).optional(),
  mocksStrict: z.boolean().optional(),
  environment: environmentSchema.optional(),
  allowedTools: toolNames.optional(),
  ...annotationShape,
})

/** What stands around the samples, where the file is no bare list. */
export const promptFileSchema = z.strictObject({
  requires: requiresSchema.optional(),
  samples: z.array(z.unknown()).min(1),
})

/** See {@link promptSampleSchema}. */
export type PromptSample = z.infer<typeof promptSampleSchema>

/** The sample as the core knows it. */
export function fromPromptSample(written: PromptSample): ExperimentSample {
  const { sample_id, prompt, context, cwd, allowedTools, environment, mocks, mocksStrict } = written
  const { rubric, dimensions, assertions } = written
  const executionContext = present({
    cwd,
    allowedTools,
    context,
    environment,
    mocks: mocks === undefined || mocks.length === 0 ? undefined : mocks.map(toMock),
    mocksStrict,
  })
  const criteria = named(dimensions) ?? (rubric === undefined ? undefined : { overall: rubric })
  const evaluationContext = present({
    rubric: criteria && mapValues(criteria, (criterion) => ({ criterion })),
    assertions: assertions?.map(toAssertion),
  })
  const annotations = present(pickAnnotations(written))
  return {
    sampleId: sample_id,
    input: { inputKind: 'text', text: prompt },
    ...(executionContext && { executionContext }),
    ...(evaluationContext && { evaluationContext }),
    ...(annotations && { annotations }),
  }
}

/** A mock as the core knows it. */
export function toMock(written: z.infer<ReturnType<typeof writtenMock>>): Mock {
  const { tool, match, return: value, return_file: path, return_seq: values } = written
  return { tool, ...(match && { match }), result: resultOf(value, path, values) }
}

function resultOf(
  value: z.infer<ReturnType<typeof writtenMock>>['return'],
  path: string | undefined,
  values: z.infer<ReturnType<typeof writtenMock>>['return_seq'],
): Mock['result'] {
  if (values) {
    return { resultKind: 'return-sequence', values, ...(value === undefined ? {} : { fallback: value }) }
  }
  if (path !== undefined) return { resultKind: 'return-file', path }
  return { resultKind: 'return', value: value ?? '' }
}

function pickAnnotations(written: PromptSample) {
  const { capability, difficulty, construct, provenance, covers, tripwire, expectedTools } = written
  return { capability, difficulty, construct, provenance, covers, tripwire, expectedTools }
}

/** A mapping by name; undefined when there is no name in it. */
export function named<T>(record: Readonly<Record<string, T>> | undefined) {
  return record === undefined || Object.keys(record).length === 0 ? undefined : record
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** The keys that have a value; undefined when none has. */
export function present<T extends object>(values: T): Present<T> | undefined {
  const kept: Present<T> = {}
  let some = false
  for (const key in values) {
    const value = values[key]
    if (value === undefined) continue
    Object.assign(kept, { [key]: value })
    some = true
  }
  return some ? kept : undefined
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
