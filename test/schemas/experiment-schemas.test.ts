// The schemas of experiment and sample files against their readers: every fixture, and every difference by name.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { readExperimentFile } from '../../src/parse/experiment-file/index.js'
import { readSampleFile } from '../../src/parse/sample-file/index.js'
import { fixtures } from '../parse/experiment-inputs.js'
import { compileSchema } from './schemas.js'

type Decision = 'accept' | 'refuse' | 'syntax'

/** Where an editor lets pass what the reader refuses, and why no schema can say it. */
const differences: Readonly<Record<string, string>> = {
  'bad-controls.yaml': 'names of variants are compared with one another',
  'bad-duplicate-id.json': 'ids are compared with one another',
  'bad-deep.json': 'depth is counted',
  'bad-deep-sets.json': 'depth is counted',
  'bad-environment-comment.yaml': 'the rule is about a comment',
  'bad-latin1.yaml': 'the rule is about raw bytes; a schema sees values',
  'bad-native-relations.yaml': 'values are compared with one another',
  'bad-nul.yaml': 'the rule is about raw bytes; a schema sees values',
}

const kinds = [
  {
    kind: 'files',
    accepts: compileSchema('experiment'),
    reads: (file: string, bytes: Uint8Array) =>
      readExperimentFile({ file: `/p/${file}`, bytes }).config !== null,
  },
  {
    kind: 'samples',
    accepts: compileSchema('samples'),
    reads: (file: string, bytes: Uint8Array) =>
      readSampleFile({ file: `/p/${file}`, bytes }).sampleFile !== null,
  },
] as const

describe.each(kinds)('every file of fixtures/experiments/$kind', ({ kind, accepts, reads }) => {
  const files = readdirSync(fixtures(kind)).filter((file) => file !== 'expected.jsonl')
  const decided = files.map((file) => {
    const bytes = readFileSync(new URL(file, fixtures(kind)))
    return { file, read: reads(file, bytes), seen: decide(bytes, accepts) }
  })

  test('is decided in an editor as it is by the reader, but for the listed differences', () => {
    const different = decided.filter(({ read, seen }) => read !== (seen === 'accept'))
    expect(different.filter(({ file }) => !Object.hasOwn(differences, file))).toEqual([])
    // None is left that is none any more.
    const listed = files.filter((file) => Object.hasOwn(differences, file))
    expect(different.map(({ file }) => file).sort()).toEqual(listed.sort())
    expect(different.every(({ read }) => !read)).toBe(true)
  })

  test('is decided by the schema itself, in both ways, often enough to mean something', () => {
    const count = (wanted: Decision) => decided.filter(({ seen }) => seen === wanted).length
    expect(count('accept')).toBeGreaterThan(6)
    expect(count('refuse')).toBeGreaterThan(12)
  })
})

function decide(bytes: Uint8Array, accepts: (value: unknown) => boolean): Decision {
  const text = new TextDecoder().decode(bytes)
  try {
    const document = parseDocument(text, { version: '1.2', merge: true })
    if (document.errors.length + document.warnings.length > 0) return 'syntax'
    return accepts(document.toJS()) ? 'accept' : 'refuse'
  } catch {
    return 'syntax'
  }
}
