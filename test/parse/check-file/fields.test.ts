// The rules of single fields, common ones and those of the two built-in types, and what a definition holds.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { brief, check, judge, parse, types } from './fixtures.js'

const fault = (source: string) => {
  const { faults } = parse(source)
  expect(faults).toHaveLength(1)
  return faults[0]
}

test('a definition holds the common fields by their names here and the fields of the type as written', () => {
  const source = check({
    id: '" padded "',
    description: '"  said  "',
    tags: '[a, a]',
    timeout_seconds: '1.5',
    skip: '" later "',
    paths: "['src/**']",
  })
  expect(parse(source).check).toEqual({
    definition: {
      id: 'padded',
      type: 'deterministic',
      description: 'said',
      tags: ['a', 'a'],
      timeoutSeconds: 1.5,
      skip: 'later',
      paths: ['src/**'],
      fields: { script: 'pass' },
    },
    positions: {
      schema_version: { line: 1, column: 1 },
      id: { line: 2, column: 1 },
      type: { line: 3, column: 1 },
      description: { line: 4, column: 1 },
      script: { line: 5, column: 1 },
      tags: { line: 6, column: 1 },
      timeout_seconds: { line: 7, column: 1 },
      skip: { line: 8, column: 1 },
      paths: { line: 9, column: 1 },
    },
  })
})

test('optional fields that are not there are absent, tags are empty', () => {
  expect(parse(judge()).check?.definition).toEqual({
    id: 't',
    type: 'harness_judge',
    description: 'd',
    tags: [],
    fields: { instructions: 'Read README.md.' },
  })
})

test('a definition is frozen to its leaves', () => {
  const definition = parse(check({ tags: '[a]' })).check?.definition
  expect(Object.isFrozen(definition?.tags) && Object.isFrozen(definition?.fields)).toBe(true)
})

test.each(['1.0', '!!float 1', '"1"', 'true', 'null', '[1]', '1e0', '2', '-1', ''])(
  'schema_version %j is refused',
  (value) => {
    expect(fault(check({ schema_version: value }))).toMatchObject({
      field: 'schema_version',
      suggestion: '1',
    })
  },
)

test.each(['a.b', 'a b', '""', '"  "', '检查', '"a\\nb"', '../x', '$x'])('the id %s does not match', (id) => {
  expect(fault(check({ id }))).toMatchObject({
    code: 'invalid-value',
    message: expect.stringContaining('id does not match pattern'),
  })
})

test.each([
  ['012', 'the number 012', '"012"'],
  ['1e3', 'the number 1e3', '"1e3"'],
  ['true', 'the boolean true', '"true"'],
  ['null', 'null', '"null"'],
])('where text belongs, %s says to quote it', (value, found, suggestion) => {
  for (const key of ['id', 'type', 'description', 'skip']) {
    expect(fault(check({ [key]: value }))).toMatchObject({
      code: 'wrong-type',
      field: key,
      found,
      suggestion,
      message: expect.stringContaining('quote it'),
    })
  }
})

test.each(['null', '~', '', 'a', '{a: 1}'])('tags: %s is no list', (value) => {
  expect(fault(check({ tags: value }))).toMatchObject({
    code: 'wrong-type',
    field: 'tags',
    expected: 'a list',
  })
})

test('comma-separated tags are offered as a list', () => {
  expect(fault(check({ tags: 'fast, critical' }))?.suggestion).toBe('[fast, critical]')
})

test.each(['0', '-1', '.inf', '.nan', '"5"', 'null', '[1]'])('timeout_seconds: %s is refused', (value) => {
  expect(fault(check({ timeout_seconds: value }))?.field).toBe('timeout_seconds')
})

test.each(['"  "', 'true', '[a]', 'null'])('skip: %s gives no reason', (value) => {
  expect(fault(check({ skip: value }))?.field).toBe('skip')
})

test.each(['a', '[1]', '[""]', '[" "]', 'null'])('paths: %s is refused', (value) => {
  expect(fault(check({ paths: value }))?.field).toBe('paths')
})

test('what was found is cut to 60 characters, and a list is only counted', () => {
  expect(fault(check({ id: 'a.'.repeat(5000) }))?.found?.length).toBeLessThanOrEqual(60)
  expect(fault(check({ description: `[${'a,'.repeat(5000)}a]` }))?.found).toBe('a list of 5001')
})

test.each([
  ['Tags', 'tags'],
  ['tags ', 'tags'],
  ['tag', 'tags'],
  ['schema-versoin', 'schema_version'],
  ['timeout-seconds', 'timeout_seconds'],
  ['TIMEOUT SECONDS', 'timeout_seconds'],
  ['command', undefined],
])('the unknown key %j is refused, nearest: %s', (key, suggestion) => {
  const refused = fault(check({ [JSON.stringify(key)]: 'x' }))
  expect(refused).toMatchObject({
    code: 'unknown-field',
    field: key,
    message: expect.stringContaining('Extra inputs are not permitted'),
  })
  expect(refused?.suggestion).toBe(suggestion)
})

test('a field of another type says whose it is', () => {
  expect(fault(check({ model: 'm' }))?.message).toContain('a field of harness_judge')
})

test.each([
  [{ script: null }, 'missing-field', 'deterministic check must have script or script_path'],
  [
    { script: 'null', script_path: '' },
    'missing-field',
    'deterministic check must have script or script_path',
  ],
  [
    { script: '""', script_path: '""' },
    'missing-field',
    'deterministic check must have script or script_path',
  ],
  [{ script_path: 'a.py' }, 'exclusive-fields', 'script and script_path are mutually exclusive'],
])('deterministic with %j has neither or both', (lines, code, message) => {
  expect(fault(check(lines))).toMatchObject({ code, message, field: 'script/script_path', severity: 'error' })
})

test.each([
  { script: 'null', script_path: 'a.py' },
  { script: '""', script_path: 'a.py' },
  { script_path: '~' },
])('deterministic with %j has exactly one', (lines) => {
  expect(parse(check(lines)).faults).toEqual([])
})

test.each([null, '""', '"  "'])('instructions %j are missing or empty', (instructions) => {
  expect(fault(judge({ instructions }))).toMatchObject({
    field: 'instructions',
    message: expect.stringContaining('instructions must be non-empty'),
  })
})

test('missing instructions are also called a required field', () => {
  expect(fault(judge({ instructions: null }))).toMatchObject({
    code: 'missing-field',
    message: expect.stringContaining('Field required'),
  })
})

test.each([
  ['evidence', 'a.txt'],
  ['evidence', '[""]'],
  ['replicates', '0'],
  ['replicates', '1.5'],
  ['replicates', '"2"'],
  ['agreement', 'most'],
  ['agreement', 'true'],
  ['model', '5'],
])('harness_judge with %s: %s is refused', (key, value) => {
  expect(fault(judge({ [key]: value }))?.field).toBe(key)
})

test('harness_judge takes evidence, replicates, agreement and a model', () => {
  const source = judge({ evidence: '[a.txt]', replicates: '3', agreement: 'all', model: '' })
  expect(parse(source).check?.definition.fields).toEqual({
    instructions: 'Read README.md.',
    evidence: ['a.txt'],
    replicates: 3,
    agreement: 'all',
    model: null,
  })
})

test("a type's own messages are used, its defaults applied and its nested faults placed", () => {
  const fields = {
    colour: z.enum(['red', 'blue'], 'colour must be red or blue'),
    size: z.number().default(3),
    box: z.strictObject({ width: z.string() }).optional(),
  }
  const known = new Map([...types, ['paint', { fields }]])
  const paint = (lines: Record<string, string | null>) =>
    parse(check({ type: 'paint', script: null, ...lines }), known)
  for (const _ of ['first', 'again']) {
    expect(paint({ colour: 'red' }).check?.definition.fields).toEqual({ colour: 'red', size: 3 })
  }
  expect(paint({ colour: 'rad' }).faults).toMatchObject([
    { message: 'colour must be red or blue', suggestion: 'red' },
  ])
  expect(paint({ colour: null }).faults[0]?.message).toBe('Field required: colour must be red or blue')
  expect(brief(paint({ colour: 'red', box: '{width: 1}' }))).toEqual(['6:14 wrong-type box'])
  expect(paint({ colour: 'red', box: '{width: w, depth: d}' }).faults).toMatchObject([
    { code: 'unknown-field', field: 'box', message: expect.stringContaining('depth') },
  ])
})

test('rules over several fields wait until every single field is right', () => {
  expect(brief(parse(check({ script: '5', script_path: 'a.py' })))).toEqual(['5:9 wrong-type script'])
})

test('a value that cannot be JSON is a fault of its field', () => {
  const known = new Map([['odd', { fields: { limit: z.any() } }]])
  const source = check({ type: 'odd', script: null, limit: '.inf' })
  expect(brief(parse(source, known))).toEqual(['5:8 invalid-value limit'])
})
