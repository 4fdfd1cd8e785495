// Which YAML is read and which is refused: version, tags, keys, aliases and merges.
import { expect, test } from 'vitest'
import { brief, check, parse } from './fixtures.js'

const definition = (source: string) => parse(source).check?.definition

test.each(['%YAML 1.1', '%YAML 1.3', '%YAML 2.0'])('the directive %s is one fault', (directive) => {
  expect(brief(parse(`${directive}\n---\n${check({ tags: '[yes]' })}`))).toEqual(['1:1 yaml-directive YAML'])
})

test('an unknown directive is a fault', () => {
  expect(brief(parse(`%FOO bar\n---\n${check()}`))).toEqual(['1:1 yaml-directive YAML'])
})

test('the core schema of YAML 1.2 decides what is text', () => {
  expect(definition(check({ tags: '[no, on, y, 2026-01-01, 0b1, 1_000, 12:30:00]' }))?.tags).toEqual([
    'no',
    'on',
    'y',
    '2026-01-01',
    '0b1',
    '1_000',
    '12:30:00',
  ])
})

test('tags of the core schema are accepted where they fit', () => {
  const source = check({
    schema_version: '!!int "1"',
    description: '!!str 12',
    tags: '!!seq [!!str 1]',
    timeout_seconds: '!!float 5',
    script_path: '!!null ""',
  })
  expect(definition(`!!map\n${source}`)).toMatchObject({ description: '12', tags: ['1'], timeoutSeconds: 5 })
})

test.each([
  '!!float x',
  '!!int x',
  '!!binary aGk=',
  '!!set {a}',
  '!!str [a]',
  '!mine x',
  '!<tag:a,b> x',
  '!e!x x',
])('the tag in %s is a fault of its key', (value) => {
  const { faults } = parse(check({ skip: value }))
  expect(faults).toMatchObject([{ code: 'unknown-tag', field: 'skip', line: 6 }])
})

test.each([
  [': x', '(null)'],
  ['~: x', '(null)'],
  ['1: x', '1'],
  ['true: x', 'true'],
  ['? [a]\n: x', '(list)'],
  ['? {a: b}\n: x', '(mapping)'],
])('the key of %j is no string', (line, field) => {
  expect(parse(`${check()}${line}\n`).faults).toMatchObject([{ code: 'key-not-string', field }])
})

test('duplicate keys and bad keys are found at any depth', () => {
  expect(brief(parse(`${check()}tags: [{a: 1, a: 2}, {1: x}]\n`))).toEqual([
    '6:15 duplicate-key a',
    '6:23 key-not-string 1',
  ])
})

test('a value with a duplicate key is not judged beyond that', () => {
  expect(brief(parse(`${check()}tags: {a: 1, a: 2}\n`))).toEqual(['6:14 duplicate-key a'])
})

test('a quoted and a plain key are the same key', () => {
  expect(brief(parse(`${check()}"id": u\n`))).toEqual(['6:1 duplicate-key id'])
})

test('aliases of scalars and lists are read', () => {
  expect(definition(check({ tags: '&list [&word fast, *word]', paths: '*list' }))).toMatchObject({
    tags: ['fast', 'fast'],
    paths: ['fast', 'fast'],
  })
})

test('an alias takes the last anchor before it', () => {
  expect(definition(check({ tags: '[&a x, *a, &a y, *a]' }))?.tags).toEqual(['x', 'x', 'y', 'y'])
})

test('merge keys are followed: own keys first, then the earlier merge', () => {
  const source = [
    '<<: [{description: first, id: a}, {description: second, skip: later}]',
    'schema_version: 1',
    'id: own',
    'type: deterministic',
    'script: pass',
  ].join('\n')
  expect(definition(source)).toMatchObject({ id: 'own', description: 'first', skip: 'later' })
  expect(parse(source).check?.positions).toMatchObject({
    id: { line: 3, column: 1 },
    skip: { line: 1, column: 57 },
  })
})

test('a merge takes mappings only', () => {
  expect(brief(parse(`<<: 5\n${check()}`))).toEqual(['1:5 invalid-value <<'])
  expect(brief(parse(`<<: [{}, [a]]\n${check()}`))).toEqual(['1:10 invalid-value <<'])
})

test('a quoted << is an ordinary, unknown key', () => {
  expect(brief(parse(`${check()}"<<": {skip: x}\n`))).toEqual(['6:1 unknown-field <<'])
})

test.each([
  ['an unknown alias', '[*nope]', 'unknown-alias'],
  ['an alias in its own list', '&a [*a]', 'alias-cycle'],
  ['an alias in its own mapping, deeper', '&a [{b: [*a]}]', 'alias-cycle'],
  ['a merge of itself', '[&a {<<: *a}]', 'alias-cycle'],
])('%s is one fault', (_, value, code) => {
  expect(parse(check({ tags: value })).faults).toMatchObject([{ code, field: 'tags', line: 6 }])
})

test('a name beside a * says to quote it', () => {
  expect(parse(check({ script: null, script_path: '*.py' })).faults[0]?.message).toContain('quotes')
})

test('a warning of the YAML parser is a fault', () => {
  const { faults } = parse(check({ tags: '[&a: x, *a: ]' }))
  expect(faults.some(({ code }) => code === 'yaml-warning')).toBe(true)
})

test('document markers and comments around one document are accepted', () => {
  expect(parse(`# before\n%YAML 1.2\n---\n${check()}...\n# after\n`).faults).toEqual([])
})
