// Which faults a broken file has, and where: all of them at once, none that only follows from another.
import { expect, test } from 'vitest'
import { brief, check, judge, parse } from './fixtures.js'

test('all faults of a file are found at once, in the order of the text', () => {
  const source = [
    'schema_version: 2',
    'id: a.b',
    'type: deterministic',
    'description: 5',
    'tags: [1, ok, true]',
    'skip: ""',
    'colour: red',
    'script: 7',
  ].join('\n')
  expect(brief(parse(source))).toEqual([
    '1:17 invalid-value schema_version',
    '2:5 invalid-value id',
    '4:14 wrong-type description',
    '5:8 wrong-type tags',
    '5:15 wrong-type tags',
    '6:7 invalid-value skip',
    '7:1 unknown-field colour',
    '8:9 wrong-type script',
  ])
})

test('an empty mapping lacks every required common field', () => {
  expect(brief(parse('{}'))).toEqual([
    '1:1 missing-field schema_version',
    '1:1 missing-field type',
    '1:1 missing-field id',
    '1:1 missing-field description',
  ])
})

test('a missing field is shown at the first key', () => {
  expect(brief(parse(`# note\n\n${check({ description: null })}`))).toEqual(['3:1 missing-field description'])
})

test('what stands before a syntax fault is judged, what stands behind it is not', () => {
  const source = 'id: 42\ntags: x\ndescription: a: b\nscript: 7\n'
  expect(brief(parse(source))).toEqual(['1:5 wrong-type id', '2:7 wrong-type tags', '3:14 yaml-syntax YAML'])
})

test('a mistyped required key is one fault, with the key that was meant', () => {
  const { faults } = parse(check({ description: null, descripton: 'd' }))
  expect(faults).toMatchObject([{ code: 'unknown-field', field: 'descripton', suggestion: 'description' }])
})

test('a mistyped key of the type does not also call the type incomplete', () => {
  expect(brief(parse(check({ script: null, Script: 'pass' })))).toEqual(['5:1 unknown-field Script'])
  expect(brief(parse(check({ type: null, typ: 'deterministic' })))).toEqual(['5:1 unknown-field typ'])
})

test('with an unknown type the common fields are judged and no field of a known type is refused', () => {
  const result = parse(check({ type: 'Deterministic', id: 'a b', instructions: 'x', colour: 'red' }))
  expect(brief(result)).toEqual(['2:5 invalid-value id', '3:7 unknown-type type', '7:1 unknown-field colour'])
  expect(result.faults[1]).toMatchObject({
    suggestion: 'deterministic',
    expected: 'one of deterministic, harness_judge',
    found: '"Deterministic"',
  })
})

test('a renamed type is read as what it became', () => {
  const { faults } = parse(check({ type: 'llm_judge', script: null, target_paths: '[a]' }))
  expect(faults.map(({ code }) => code)).toEqual(['missing-field', 'renamed-type', 'removed-field'])
  expect(faults[1]?.message).toContain('was renamed to harness_judge')
  expect(faults[2]?.message).toContain('name the files in the instructions')
})

test('a duplicate key names the line of the first one and is no other fault', () => {
  const { faults } = parse(`${check()}id: [1]\n`)
  expect(faults).toMatchObject([{ code: 'duplicate-key', field: 'id', line: 6, column: 1 }])
  expect(faults[0]?.message).toContain('line 2')
})

test('a second document is a fault at its start', () => {
  expect(brief(parse(`${check()}---\n${check()}`))).toEqual(['6:1 multiple-documents YAML'])
})

test('several syntax faults on one line are told once, on two lines twice', () => {
  expect(brief(parse('tags: [a,,b,,c]\nid: @x\n'))).toEqual(['1:10 yaml-syntax YAML', '2:5 yaml-syntax YAML'])
})

test.each([
  ['a CRLF file', check({ id: 'a.b' }).replaceAll('\n', '\r\n'), '2:5 invalid-value id'],
  [
    'a file with a byte order mark',
    `\uFEFF${check({ schema_version: '2' })}`,
    '1:17 invalid-value schema_version',
  ],
  ['a nested list item', check({ paths: '\n  - a\n  - ""' }), '8:5 invalid-value paths'],
  ['an empty value', check({ id: '' }), '2:1 wrong-type id'],
  ['a value behind an astral character', check({ '"😀"': '1' }), '6:1 unknown-field 😀'],
  [
    'a value in a flow mapping',
    '{schema_version: 1, id: 3, type: deterministic, description: d, script: x}',
    '1:25 wrong-type id',
  ],
  [
    'a key without value in a flow mapping',
    '{schema_version: 1, id, type: deterministic, description: d, script: x}',
    '1:21 wrong-type id',
  ],
  ['a value that an alias brings', check({ description: '&a 5', skip: '*a' }), '6:7 wrong-type skip'],
  ['a block sequence where text belongs', check({ description: '\n  - d' }), '5:3 wrong-type description'],
  ['a tagged value', check({ description: '!ENV x' }), '4:14 unknown-tag description'],
  ['a key that is a number', `${check()}42: x\n`, '6:1 key-not-string 42'],
  ['two scripts', check({ script_path: 'a.py' }), '6:1 exclusive-fields script/script_path'],
  ['a directive', `%YAML 1.1\n---\n${check()}`, '1:1 yaml-directive YAML'],
])('the position is exact for %s', (_, source, expected) => {
  expect(brief(parse(source))).toContain(expected)
})

test('more than 100 faults are cut, and the last one says how many there are', () => {
  const keys = Array.from({ length: 150 }, (_, index) => `k${index}: 1\n`).join('')
  const { faults } = parse(check() + keys)
  expect(faults).toHaveLength(100)
  expect(faults.at(-1)?.message).toContain('and 50 more faults')
})

test('a check with a warning only is a check', () => {
  const result = parse(check({ script: '"# nothing\\n\\n  # here"' }))
  expect(result.faults).toMatchObject([{ code: 'blank-script', severity: 'warning', line: 5 }])
  expect(result.check?.definition.id).toBe('t')
})

test('every fault carries a frame that marks its column', () => {
  const { faults } = parse(judge({ agreement: 'majorty' }))
  expect(faults).toMatchObject([
    { field: 'agreement', suggestion: 'majority', expected: '"majority" or "all" or "any"' },
  ])
  expect(faults[0]?.frame).toBe(
    [
      '  4 | description: d',
      '  5 | instructions: Read README.md.',
      '> 6 | agreement: majorty',
      '    |            ^',
      '  7 |',
    ].join('\n'),
  )
})
