// The files of a gold folder to one set of scores, or to all of their faults at once. Pure.
import type { z } from 'zod'
import { deepFreeze } from '../../contracts/deep-freeze.js'
import type { GoldAnnotation, GoldMetadata, GoldSet } from '../../contracts/experiment/gold-set.js'
import type { InputFault } from '../../contracts/experiment/input-fault.js'
import { isRecord } from '../../contracts/is-json.js'
import { clip, describeNode } from '../check-file/describe.js'
import type { PlacedFinding } from '../source/explain-issues.js'
import { judge, keepTrusted } from '../source/judge.js'
import { locate, type SourcePath } from '../source/locate.js'
import { type FindingWords, placeFinding } from '../source/place-finding.js'
import { readSource } from '../source/read-source.js'
import { type Source, type SourceInput, toInputFaults } from '../source/source.js'
import { goldFileSchema, writtenAnnotationSchema, writtenMetadataSchema } from './gold-file.js'

/** A folder with the YAML files in it. */
export interface GoldFolder {
  /** Absolute; where faults stand that no file has alone. */
  readonly folder: string
  readonly files: readonly SourceInput[]
}

/** What was read: null when there is a fault; and all faults, file by file. */
export interface GoldResult {
  readonly gold: GoldSet | null
  readonly faults: readonly InputFault[]
}

interface ReadFile {
  readonly source: Source
  readonly placed: PlacedFinding[]
  readonly metadata: z.infer<typeof writtenMetadataSchema> | null
  readonly annotations: readonly { readonly path: SourcePath; readonly annotation: GoldAnnotation }[]
  /** Whether something stands there, right or wrong. */
  readonly has: { readonly metadata: boolean; readonly annotations: boolean }
}

const usualScale = { min: 1, max: 5 }

/** Reads a gold folder; files count in code-unit order of their names. Never throws for anything that they say. */
export function readGold({ folder, files }: GoldFolder): GoldResult {
  const ordered = [...files].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
  const read = ordered.map((input) => readFile(readSource(input)))
  const metadata = chooseMetadata(read)
  checkAnnotations(read, metadata)
  const faults = [
    ...read.flatMap(({ source, placed }) =>
      toInputFaults(source, [...source.findings, ...keepTrusted(source, placed)]),
    ),
    ...missingIn(folder, read),
  ]
  const annotations = read.flatMap((file) => file.annotations.map(({ annotation }) => annotation))
  const failed = faults.some(({ severity }) => severity === 'error')
  return { gold: failed || metadata === null ? null : deepFreeze({ metadata, annotations }), faults }
}

function readFile(source: Source): ReadFile {
  const { value } = source
  if (!isRecord(value)) {
    const found = describeNode(locate(source.tree(), []).node)
    const message = found === 'nothing' ? 'the file is empty' : `a gold file is one mapping, found ${found}`
    const fix = 'Write metadata, annotations or both, or remove the file.'
    const words: FindingWords = { code: 'not-a-mapping', message, expected: 'a mapping', fix }
    const has = { metadata: false, annotations: false }
    return { source, placed: [placeFinding(source, [], words)], metadata: null, annotations: [], has }
  }
  const placed: PlacedFinding[] = []
  const take = <T>(part: unknown, schema: z.ZodType<T>, at: SourcePath, name: string): T | null => {
    const judged = judge(source, part, schema, { at, name })
    if (judged.ok) return judged.data
    placed.push(...judged.findings)
    return null
  }
  take(value, goldFileSchema, [], 'a gold file')
  const has = { metadata: Object.hasOwn(value, 'metadata'), annotations: Object.hasOwn(value, 'annotations') }
  const metadata = has.metadata
    ? take(value.metadata, writtenMetadataSchema, ['metadata'], 'the metadata')
    : null
  const items: readonly unknown[] = Array.isArray(value.annotations) ? value.annotations : []
  const annotations = items.flatMap((item, index) => {
    const path = ['annotations', index]
    const written = take(item, writtenAnnotationSchema, path, 'an annotation')
    if (written === null) return []
    const { sample_id: sampleId, ...rest } = written
    return [{ path, annotation: { sampleId, ...rest } }]
  })
  return { source, placed, metadata, annotations, has }
}

function chooseMetadata(read: readonly ReadFile[]): GoldMetadata | null {
  const [first, ...more] = read.filter(({ has }) => has.metadata)
  for (const { source, placed } of more) {
    placed.push(
      placeFinding(source, ['metadata'], {
        code: 'duplicate-name',
        message: `the folder has metadata twice; first in ${first?.source.file}`,
        expected: 'metadata in one file',
        fix: 'Keep one of both.',
      }),
    )
  }
  if (!first?.metadata) return null
  return { ...first.metadata, scale: first.metadata.scale ?? usualScale }
}

function checkAnnotations(read: readonly ReadFile[], metadata: GoldMetadata | null): void {
  const firsts = new Map<string, () => string>()
  for (const { source, placed, annotations } of read) {
    for (const { path, annotation } of annotations) {
      const { sampleId, score } = annotation
      const at = [...path, 'sample_id']
      const first = firsts.get(sampleId)
      if (first) {
        const message = `the sample ${JSON.stringify(clip(sampleId))} is scored twice; first at ${first()}`
        const words = { expected: 'one score for each sample', fix: 'Keep one of both.' }
        placed.push(placeFinding(source, at, { code: 'duplicate-id', message, ...words }))
      } else {
        firsts.set(sampleId, () => {
          const { line } = source.lines.positionAt(locate(source.tree(), at).offset)
          return `${source.file}:${line}`
        })
      }
      if (metadata === null || (score >= metadata.scale.min && score <= metadata.scale.max)) continue
      const { min, max } = metadata.scale
      placed.push(
        placeFinding(source, [...path, 'score'], {
          code: 'invalid-value',
          message: `the score is outside the scale from ${min} to ${max}`,
          expected: `a number from ${min} to ${max}`,
          fix: 'Correct the score, or the scale in the metadata.',
        }),
      )
    }
  }
}

// Only when every file could be read can something be said to be missing.
function missingIn(file: string, read: readonly ReadFile[]): InputFault[] {
  if (read.some(({ source }) => source.findings.length > 0)) return []
  const lacking = (field: string, expected: string, fix: string): InputFault => ({
    file,
    line: 1,
    column: 1,
    code: 'missing-field',
    field,
    message: `the gold folder has no ${field}`,
    expected,
    found: 'nothing',
    fix,
    severity: 'error',
  })
  const hasMetadata = read.some(({ has }) => has.metadata)
  const hasAnnotations = read.some(({ annotations, placed }) => annotations.length + placed.length > 0)
  return [
    ...(hasMetadata
      ? []
      : [lacking('metadata', 'annotator, annotatedAt and version', 'Write metadata.yaml.')]),
    ...(hasAnnotations
      ? []
      : [lacking('annotations', 'a list of {sample_id, score}', 'Write annotations.yaml.')]),
  ]
}
