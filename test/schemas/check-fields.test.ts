// Every field of the schema of check files against its zod schema, value by value.
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { builtInTypes } from '../../src/builtins.js'
import { commonFields } from '../../src/parse/check-file/common-fields.js'
import { check, judge } from '../parse/check-file/fixtures.js'
import { decide } from './schemas.js'

const texts = [
  '',
  ' ',
  'a',
  ' a ',
  'a b',
  'ä',
  '.',
  '..',
  '../a',
  './../a',
  'a/..',
  '/a',
  '\\a',
  'C:a',
  'any',
]
const values: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  {},
  { a: 1 },
  ...texts,
  [],
  [1],
  [null],
  ...texts.map((text) => [text]),
  ['a', ' '],
]

/** A value that leads up and down again needs counting, which no expression does. */
const differences: ReadonlyMap<string, unknown> = new Map([['evidence', ['a/../../b']]])

// What stands in for a field, so that the rules over several fields are met whatever its value.
const bases = { common: check, deterministic: check, harness_judge: judge }
const beside: Readonly<Record<string, Record<string, string | null>>> = {
  script: { script_path: 'a.py', script: null },
  script_path: { script: 'pass' },
}
const groups = [
  { type: 'common' as const, fields: commonFields },
  ...builtInTypes().map(({ type, schema }) => ({ type, fields: schema.fields })),
]

describe.each(groups)('fields of $type', ({ type, fields }) => {
  const base = type === 'common' || type === 'deterministic' || type === 'harness_judge' ? bases[type] : check

  test.each(Object.entries(fields))('%s takes what the loader takes', (name, schema) => {
    // Both scripts exclude each other, which is tested with whole files.
    const able = values.filter((value) => !(name in beside) || typeof value !== 'string' || value === '')
    for (const value of able) {
      const text = base({ ...beside[name], [name]: null })
      const decided = decide(`${text}${stringify({ [name]: value })}`)
      expect(decided === 'accept', `${name}: ${JSON.stringify(value)}`).toBe(schema.safeParse(value).success)
    }
  })
})

test.each([...differences])('the listed difference of %s is one still', (name, value) => {
  const fields = builtInTypes().flatMap(({ schema }) => Object.entries(schema.fields))
  const schema = fields.find(([field]) => field === name)?.[1]
  expect(schema?.safeParse(value).success).toBe(false)
  expect(decide(`${judge()}${stringify({ [name]: value })}`)).toBe('accept')
})
