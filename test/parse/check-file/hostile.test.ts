// Files that are made to hurt: each must end as an ordinary result. The time limits only catch what would never end.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { check, judge, parse } from './fixtures.js'

const lent = { timeout: 20_000 }
const codes = (source: string) => parse(source).faults.map(({ code }) => code)

describe('nesting', () => {
  test.each([
    ['flow lists', '['.repeat(100_000)],
    ['flow lists in a value', check({ tags: '['.repeat(100_000) })],
    ['flow mappings', '{a: '.repeat(100_000)],
    ['block lists', '- '.repeat(100_000)],
    ['explicit keys', '? '.repeat(100_000)],
    ['block mappings', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['closed lists', check({ tags: '['.repeat(100_000) + ']'.repeat(100_000) })],
    ['10 MB of brackets', '['.repeat(10_000_000)],
  ])('100,000 levels of %s are one fault', lent, (_, source) => {
    expect(codes(source)).toEqual(['too-deep'])
  })

  test('100 levels are allowed, 101 are not', () => {
    const nested = (levels: number) => check({ tags: '['.repeat(levels) + ']'.repeat(levels) })
    expect(codes(nested(99))).toEqual(['wrong-type'])
    expect(codes(nested(100))).toEqual(['too-deep'])
  })
})

describe('aliases', () => {
  const bomb = Array.from({ length: 9 }, (_, level) => {
    const item = level === 0 ? 'x' : `*a${level - 1}`
    return `  - &a${level} [${Array.from({ length: 9 }, () => item).join(',')}]\n`
  }).join('')

  test('a bomb is one fault of its key and its value is printed nowhere', lent, () => {
    const { check: parsed, faults } = parse(`${check()}tags:\n${bomb}`)
    expect(parsed).toBeNull()
    expect(faults).toMatchObject([{ code: 'alias-bomb', field: 'tags' }])
    expect(JSON.stringify(faults).length).toBeLessThan(2000)
  })

  test('a bomb of merges is caught too', lent, () => {
    const merges = Array.from(
      { length: 40 },
      (_, level) => `  - &m${level} {<<: [*m${level - 1}, *m${level - 1}]}\n`,
    )
    merges[0] = '  - &m0 {k: v}\n'
    expect(codes(`${check()}tags:\n${merges.join('')}`)).toEqual(['alias-bomb'])
  })

  test('a long text may not be multiplied either', lent, () => {
    const aliases = Array.from({ length: 100 }, () => '*a').join(', ')
    expect(codes(check({ description: `&a ${'x'.repeat(100_000)}`, tags: `[${aliases}]` }))).toEqual([
      'alias-bomb',
    ])
  })

  test('many nodes without aliases are no bomb', lent, () => {
    expect(codes(check({ tags: `[${'x,'.repeat(20_000)}]` }))).toEqual([])
  })
})

describe('names that mean something to JavaScript', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

  test.each(names)('%s is an ordinary id and tag', (name) => {
    const definition = parse(check({ id: name, tags: `[${name}]` })).check?.definition
    expect(definition).toMatchObject({ id: name, tags: [name] })
  })

  test.each(names)('%s is an unknown type and an unknown field', (name) => {
    expect(parse(check({ type: name })).faults).toMatchObject([{ code: 'unknown-type', field: 'type' }])
    expect(parse(check({ [name]: '{polluted: 1}' })).faults).toMatchObject([
      { code: 'unknown-field', field: name },
    ])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test.each(names)('positions have %s only if the file has it', (name) => {
    expect(parse(check()).check?.positions[name]).toBeUndefined()
  })

  test('__proto__ inside a value is a key like any other', () => {
    const known = new Map([['open', { fields: { box: z.any() } }]])
    const source = check({ type: 'open', script: null, box: '{__proto__: {polluted: 1}, constructor: 2}' })
    const box = parse(source, known).check?.definition.fields.box
    expect(JSON.stringify(box)).toBe('{"__proto__":{"polluted":1},"constructor":2}')
  })

  test('__proto__ twice is a duplicate key', () => {
    expect(codes(`${check()}__proto__: 1\n__proto__: 2\n`)).toEqual(['unknown-field', 'duplicate-key'])
  })
})

describe('size', () => {
  test('an id of 5,000 characters is an id', () => {
    expect(parse(check({ id: 'a'.repeat(5000) })).check?.definition.id).toHaveLength(5000)
  })

  test('a description of 1 MB is a description', lent, () => {
    const text = 'é 检 x '.repeat(170_000).trim()
    expect(parse(check({ description: `"${text}"` })).check?.definition.description).toBe(text)
  })

  test('a key of 1 MB is an unknown field, told in short', lent, () => {
    // A key before a colon may be 1,024 characters long; behind a question mark it is free.
    const { faults } = parse(`${judge()}? ${'k'.repeat(1_000_000)}\n: x\n`)
    expect(faults).toMatchObject([{ code: 'unknown-field' }])
    expect(JSON.stringify(faults).length).toBeLessThan(3000)
  })

  test('100,000 documents, stray brackets or control characters end as few faults', lent, () => {
    expect(codes('---\n'.repeat(100_000))).toEqual(['multiple-documents'])
    expect(codes(']'.repeat(100_000))).toEqual(['yaml-syntax'])
    expect(codes(`${check()}# ${'\u0001'.repeat(100_000)}`)).toEqual(['control-character'])
    // Spelled in two parts: Vitest would obey it here.
    const comment = `# @vitest-${'environment'} x\n`
    expect(codes(check() + comment.repeat(100_000))).toEqual(['environment-comment'])
  })
})
