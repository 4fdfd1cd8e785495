// Bytes that are no text for YAML, and text that may not stand in a check file.
import { expect, test } from 'vitest'
import { brief, check, parse } from './fixtures.js'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8(part)] : part)))
const utf16 = (text: string): number[] => [...text].flatMap((character) => [character.charCodeAt(0), 0])

test('one byte order mark is skipped', () => {
  expect(parse(bytes([0xef, 0xbb, 0xbf], check())).check?.definition.id).toBe('t')
})

test.each([
  ['UTF-16 (little endian)', bytes([0xff, 0xfe], utf16(check()))],
  ['UTF-16 (big endian)', bytes([0xfe, 0xff, 0], check())],
  ['UTF-32 (little endian)', bytes([0xff, 0xfe, 0, 0], [0x61, 0, 0, 0])],
  ['UTF-32 (big endian)', bytes([0, 0, 0xfe, 0xff], [0, 0, 0, 0x61])],
  ['UTF-16 without a byte order mark', bytes(utf16(check()))],
])('%s is named', (name, source) => {
  const { check: parsed, faults } = parse(source)
  expect(parsed).toBeNull()
  expect(faults).toMatchObject([{ code: 'encoding', field: 'file', found: name, expected: 'UTF-8' }])
  expect(faults[0]?.message).toContain(name)
})

test('a byte that is not UTF-8 is found at its place', () => {
  const source = bytes('id: é\ndescription: 检', [0xe9], 'x\n')
  expect(parse(source).faults).toMatchObject([
    {
      code: 'encoding',
      field: 'file',
      line: 2,
      column: 15,
      found: 'byte 0xe9',
      message: expect.stringContaining('at byte 24;'),
    },
  ])
})

test('a genuine replacement character is text', () => {
  expect(parse(check({ description: 'a\uFFFDb' })).faults).toEqual([])
})

test('a file that ends within a character is not UTF-8', () => {
  expect(brief(parse(bytes(check(), [0xe6, 0xa3])))).toEqual(['6:1 encoding file'])
})

test('a second byte order mark is a fault, not a part of the first key', () => {
  expect(brief(parse(`\uFEFF\uFEFF${check()}`))).toEqual(['1:1 encoding file'])
})

test.each([0x00, 0x01, 0x08, 0x0b, 0x1b, 0x1f, 0x7f, 0x80, 0x9f, 0xfffe])(
  'the raw character %i is one fault, whatever it stands in',
  (code) => {
    const character = String.fromCharCode(code)
    const { check: parsed, faults } = parse(check({ id: `a${character}b`, tags: `[${character}]` }))
    expect(parsed).toBeNull()
    expect(faults).toMatchObject([{ code: 'control-character', field: 'YAML', line: 2, column: 6 }])
  },
)

test('beside a control character the other fields are judged', () => {
  const result = parse(check({ description: 'a\u0000b', tags: '5' }))
  expect(brief(result)).toEqual(['4:15 control-character YAML', '6:7 wrong-type tags'])
})

test.each(['\u0002', '\u0018', '\u001f'])('%j between two lines is that fault and no other', (character) => {
  const source = check().replace('\n', `\n${character}\n`)
  expect(brief(parse(source))[0]).toBe('2:1 control-character YAML')
  expect(
    parse(source).faults.every(({ code }) => code === 'control-character' || code === 'yaml-syntax'),
  ).toBe(true)
  expect(brief(parse(`${check()}tags: [${character}, ${character}]`))).toEqual(['6:8 control-character YAML'])
})

test('what a fault says of a key holds no control character', () => {
  const [escaped] = parse(check({ '"\\e[31mid"': 'x' })).faults
  expect(escaped).toMatchObject({ code: 'unknown-field', field: '\u001b[31mid' })
  expect(`${escaped?.message}${escaped?.found}`).not.toMatch(/\p{Cc}/u)
  const raw = parse(check({ tags: '{a\u001b: 1, a\u001b: 2}' })).faults
  expect(raw.map(({ field }) => field)).toEqual(['YAML', 'a\uFFFD'])
})

test('a control character in a key does not make a field missing', () => {
  expect(brief(parse(check().replace('id', 'i\u0001d')))).toEqual(['2:2 control-character YAML'])
})

test('tab, NEL and the line separator are text, and escapes may say anything', () => {
  const { check: parsed } = parse(check({ description: '"a\tb\u0085c\u2028d \\0\\x1b"' }))
  expect(parsed?.definition.description).toBe('a\tb\u0085c\u2028d \0\x1b')
})

test.each(['@vitest-environment', '@jest-environment'])('%s is a fault anywhere in the text', (comment) => {
  expect(brief(parse(`# ${comment} jsdom\n${check()}`))).toEqual(['1:3 environment-comment file'])
  expect(brief(parse(check({ description: `about ${comment}` })))).toEqual(['4:20 environment-comment file'])
})

test('half of a surrogate pair, written as an escape, is a fault of its field', () => {
  expect(brief(parse(check({ description: '"\\ud83d"' })))).toEqual(['4:14 invalid-value description'])
  expect(parse(check({ description: '"\\ud83d\\ude00"' })).check?.definition.description).toBe('😀')
})
