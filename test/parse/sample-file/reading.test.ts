// What the reader of sample files does beyond its table: large files, hostile ones, ids across files, schemas.
import { describe, expect, test } from 'vitest'
import type { SampleFile } from '../../../src/contracts/experiment/sample-set.js'
import { findDuplicateSamples, readSampleFile } from '../../../src/parse/sample-file/index.js'
import { bytesOf, showFault } from '../experiment-inputs.js'

const read = (text: string, file = '/p/a.yaml') => readSampleFile({ file, bytes: bytesOf(text) })
const codes = (text: string, file?: string) => read(text, file).faults.map(({ code }) => code)
const lent = { timeout: 60_000 }

describe('ids', () => {
  const fileOf = (file: string, text: string): SampleFile => {
    const { sampleFile } = read(text, file)
    if (sampleFile === null) throw new Error('not read')
    return sampleFile
  }

  test('the same id in two files is a fault of both places, each naming the other', () => {
    const faults = findDuplicateSamples([
      fileOf('/p/a.yaml', '- { sample_id: x, prompt: p }\n- { sample_id: y, prompt: p }\n'),
      fileOf('/p/b.json', '[{"sample_id":"y","prompt":"p"}]'),
    ])
    expect(faults).toMatchObject([
      { file: '/p/a.yaml', line: 2, column: 5, code: 'duplicate-id', severity: 'error' },
      { file: '/p/b.json', line: 1, column: 3, code: 'duplicate-id', severity: 'error' },
    ])
    expect(faults[0]?.message).toContain('/p/b.json:1:3')
    expect(faults[1]?.message).toContain('/p/a.yaml:2:5')
  })

  test('files without a common id have no fault', () => {
    expect(
      findDuplicateSamples([
        fileOf('/p/a.yaml', '- { sample_id: x, prompt: p }\n'),
        fileOf('/p/b.yaml', '- { sample_id: y, prompt: p }\n'),
      ]),
    ).toEqual([])
  })
})

describe('rubrics', () => {
  const rubric = (...weights: number[]) =>
    codes(
      JSON.stringify({
        schemaVersion: 'omk.eval-sample-set/v3',
        samples: [
          {
            sampleId: 'a',
            input: { inputKind: 'text', text: 'x' },
            evaluationContext: {
              rubric: Object.fromEntries(weights.map((weight, i) => [`d${i}`, { criterion: 'c', weight }])),
            },
          },
        ],
      }),
    )

  test('weights sum to 1 within 1e-9', () => {
    expect(rubric(0.1, 0.2, 0.7)).toEqual([])
    expect(rubric(1 / 3, 1 / 3, 1 / 3)).toEqual([])
    expect(rubric(0.5, 0.5 + 5e-10)).toEqual([])
    expect(rubric(0.5, 0.5 + 5e-9)).toEqual(['invalid-value'])
  })
})

describe('schemas of assertions', () => {
  const schema = (value: unknown) =>
    codes(
      JSON.stringify([{ sample_id: 'a', prompt: 'p', assertions: [{ type: 'json_schema', schema: value }] }]),
      '/p/a.json',
    )

  test.each([
    ['draft 7', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }],
    ['2019-09', { $schema: 'https://json-schema.org/draft/2019-09/schema', unevaluatedProperties: false }],
    ['2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [true] }],
    ['references inside', { $ref: '#/definitions/a', definitions: { a: { type: 'string' } } }],
    ['an id of its own', { $id: 'https://example.com/same', type: 'string' }],
  ])('%s is a schema', (_, value) => expect(schema(value)).toEqual([]))

  test.each([
    ['another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['a mistyped keyword', { propertys: {} }],
    ['a bad pattern', { pattern: '(' }],
    ['a reference elsewhere', { $ref: 'https://example.com/other.json' }],
    ['a list', []],
  ])('%s is none', (_, value) => expect(schema(value)).toEqual(['invalid-value']))

  test('two samples may use one $id', () => {
    const sample = (id: string) => ({
      sample_id: id,
      prompt: 'p',
      assertions: [
        { type: 'json_schema', schema: { $id: 'https://example.com/x', title: id, type: 'string' } },
      ],
    })
    expect(codes(JSON.stringify([sample('a'), sample('b')]), '/p/a.json')).toEqual([])
  })
})

describe('large and hostile files', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({ sample_id: `s-${i}`, prompt: `Question ${i}?` }))

  test('10,000 samples, each with its place', lent, () => {
    const { sampleFile, faults } = read(JSON.stringify({ samples: many }, null, 1), '/p/a.json')
    expect(faults).toEqual([])
    expect(sampleFile?.samples).toHaveLength(10_000)
    expect(sampleFile?.samples[9_999]?.origin).toEqual({
      file: '/p/a.json',
      line: 3 + 9_999 * 4 + 1,
      column: 4,
    })
  })

  test('10,000 samples that share what they share by aliases are no bomb', lent, () => {
    const text = `- { sample_id: first, prompt: p, environment: &env { cli_available: [a, b], notes: n } }\n${many
      .map(({ sample_id }) => `- { sample_id: ${sample_id}, prompt: p, environment: *env }\n`)
      .join('')}`
    expect(codes(text)).toEqual([])
  })

  test('aliases that unfold without bound are one fault', lent, () => {
    const bomb = Array.from({ length: 9 }, (_, level) => {
      const item = level === 0 ? 'x' : `*a${level - 1}`
      return `&a${level} [${Array.from({ length: 9 }, () => item).join(', ')}]`
    })
    const faults = read(
      `- sample_id: a\n  prompt: p\n  capability:\n${bomb.map((b) => `  - ${b}\n`).join('')}`,
    ).faults
    expect(faults.map(({ code }) => code)).toContain('alias-bomb')
    expect(JSON.stringify(faults).length).toBeLessThan(20_000)
  })

  test('10,000 faults end as 100', lent, () => {
    const { faults } = read(JSON.stringify(many.map(({ sample_id }) => ({ sample_id }))), '/p/a.json')
    expect(faults).toHaveLength(100)
    expect(faults.slice(0, 2).map(showFault)).toEqual([
      '1:2 missing-field [0].prompt',
      '1:22 missing-field [1].prompt',
    ])
  })

  test('a text of 5 MB is one value', lent, () => {
    const prompt = 'x"\\\n'.repeat(1_250_000)
    const { sampleFile } = read(JSON.stringify([{ sample_id: 'a', prompt }]), '/p/a.json')
    expect(sampleFile?.samples[0]?.sample.input).toEqual({ inputKind: 'text', text: prompt })
  })

  test.each([
    ['JSON', '/p/a.json', '['.repeat(200_000)],
    ['closed JSON', '/p/a.json', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['YAML', '/p/a.yaml', '['.repeat(200_000)],
    ['block YAML', '/p/a.yaml', '- '.repeat(200_000)],
  ])('200,000 levels of %s are one fault', lent, (_, file, text) => {
    expect(codes(text, file)).toEqual(['too-deep'])
  })

  test('what Vitest reads as a setting is text in a sample, which is no test', () => {
    expect(codes('- { sample_id: a, prompt: "Explain @vitest-environment jsdom" }\n')).toEqual([])
  })

  test('what is handed on is frozen to the last leaf', () => {
    const { sampleFile } = read(
      '- { sample_id: a, prompt: p, assertions: [{ type: json_schema, schema: { enum: [[1]] } }] }',
    )
    const [assertion] = sampleFile?.samples[0]?.sample.evaluationContext?.assertions ?? []
    expect(assertion?.type === 'json_schema' && Object.isFrozen(assertion.schema)).toBe(true)
  })
})
