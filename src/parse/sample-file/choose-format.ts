// Which of the two formats a sample file is in, and how samples of that format are read.
import type { z } from 'zod'
import {
  type ExperimentSample,
  SAMPLE_SET_VERSION,
  type SampleRequirements,
} from '../../contracts/experiment/sample-set.js'
import { isRecord } from '../../contracts/is-json.js'
import { describeNode } from '../check-file/describe.js'
import type { PlacedFinding } from '../source/explain-issues.js'
import { type Judged, judge } from '../source/judge.js'
import { locate, type SourcePath } from '../source/locate.js'
import { type FindingWords, placeFinding } from '../source/place-finding.js'
import type { Source } from '../source/source.js'
import type { SampleLayout } from './check-sample.js'
import {
  fromPromptSample,
  named,
  type PromptSample,
  promptFileSchema,
  promptSampleSchema,
} from './format-a.js'
import { fromNativeSample, nativeFileSchema, nativeSampleSchema } from './format-b.js'
import { assertionHints } from './written-assertion.js'

/** A sample, and what is odd about how it was written. */
export interface ReadSample {
  readonly sample: ExperimentSample
  readonly warnings: readonly { readonly path: SourcePath; readonly words: FindingWords }[]
}

/** A format, for a file with its samples at `base`. */
export interface SampleFormat {
  readonly base: SourcePath
  readonly idKey: 'sample_id' | 'sampleId'
  readonly layout: SampleLayout
  readonly read: (source: Source, item: unknown, at: SourcePath) => Judged<ReadSample>
}

/** The format with the samples and the schema of what stands around them; or why there is none. */
export type ChosenFormat =
  | {
      readonly kind: 'chosen'
      readonly format: SampleFormat
      readonly items: readonly unknown[]
      readonly schema: z.ZodType<{ readonly requires?: SampleRequirements | undefined }> | null
    }
  | { readonly kind: 'none'; readonly placed: PlacedFinding }

/** Chooses by the top of the file: `schemaVersion` is the native format, everything else the other. */
export function chooseFormat(source: Source): ChosenFormat {
  const { value } = source
  if (Array.isArray(value)) {
    if (isNative(value)) return refuseUnversioned(source)
    if (value.length === 0) return refuseEmpty(source)
    return { kind: 'chosen', format: promptFormat([]), items: value, schema: null }
  }
  if (!isRecord(value)) return refuseTop(source)
  const items: readonly unknown[] = Array.isArray(value.samples) ? value.samples : []
  if (!Object.hasOwn(value, 'schemaVersion')) {
    if (isNative(items)) return refuseUnversioned(source)
    return { kind: 'chosen', format: promptFormat(['samples']), items, schema: promptFileSchema }
  }
  if (value.schemaVersion !== SAMPLE_SET_VERSION) return refuseVersion(source)
  return { kind: 'chosen', format: nativeFormat, items, schema: nativeFileSchema }
}

const hints = new Map(assertionHints)

function promptFormat(base: SourcePath): SampleFormat {
  return {
    base,
    idKey: 'sample_id',
    layout: { assertions: ['assertions'], rubric: ['dimensions'] },
    read: (source, item, at) =>
      mapJudged(judge(source, item, promptSampleSchema, { at, name: 'a sample', hints }), (written) => ({
        sample: fromPromptSample(written),
        warnings: warnOfRubric(written),
      })),
  }
}

const nativeFormat: SampleFormat = {
  base: ['samples'],
  idKey: 'sampleId',
  layout: { assertions: ['evaluationContext', 'assertions'], rubric: ['evaluationContext', 'rubric'] },
  read: (source, item, at) =>
    mapJudged(judge(source, item, nativeSampleSchema, { at, name: 'a sample', hints }), (written) => ({
      sample: fromNativeSample(written),
      warnings: [],
    })),
}

function mapJudged<From, To>(judged: Judged<From>, map: (data: From) => To): Judged<To> {
  return judged.ok ? { ok: true, data: map(judged.data) } : judged
}

function warnOfRubric({ rubric, dimensions }: PromptSample): ReadSample['warnings'] {
  if (rubric === undefined || named(dimensions) === undefined) return []
  const words = {
    code: 'unused-value',
    severity: 'warning',
    message: 'rubric is not used beside dimensions: each dimension is judged by its own text',
    fix: 'Remove rubric, or make it a dimension.',
  } as const
  return [{ path: ['rubric'], words }]
}

function isNative(items: readonly unknown[]): boolean {
  const [first] = items
  return isRecord(first) && Object.hasOwn(first, 'sampleId') && !Object.hasOwn(first, 'sample_id')
}

function refuseUnversioned(source: Source): ChosenFormat {
  return none(source, [], {
    code: 'missing-field',
    message: 'samples with a sampleId are in the native format, which names its version',
    expected: `a mapping with schemaVersion: ${SAMPLE_SET_VERSION} and samples`,
    fix: `Write schemaVersion: ${SAMPLE_SET_VERSION} at the top, or sample_id instead of sampleId.`,
  })
}

function refuseVersion(source: Source): ChosenFormat {
  return none(source, ['schemaVersion'], {
    code: 'unknown-version',
    message: `schemaVersion must be ${SAMPLE_SET_VERSION}; no other version is read`,
    expected: SAMPLE_SET_VERSION,
    fix: `Write schemaVersion: ${SAMPLE_SET_VERSION}, and the samples as that version has them.`,
  })
}

function refuseEmpty(source: Source): ChosenFormat {
  return none(source, [], {
    code: 'invalid-value',
    message: 'the file holds no sample',
    expected: 'a non-empty list',
    fix: 'Write a sample.',
  })
}

function refuseTop(source: Source): ChosenFormat {
  const found = describeNode(locate(source.tree(), []).node)
  const message =
    found === 'nothing'
      ? 'the file is empty; it has to hold samples'
      : `a sample file is a list of samples, or a mapping with samples, found ${found}`
  return none(source, [], {
    code: 'not-a-mapping',
    message,
    expected: 'a list, or a mapping',
    fix: 'Write a list of samples.',
  })
}

function none(source: Source, path: SourcePath, words: FindingWords): ChosenFormat {
  return { kind: 'none', placed: placeFinding(source, path, words) }
}
