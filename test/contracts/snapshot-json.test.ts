// What may enter a digest, and what is refused with the place where it stands.
import { expect, test } from 'vitest'
import { isJson } from '../../src/contracts/is-json.js'
import { snapshotJson } from '../../src/contracts/json.js'

const cycle: Record<string, unknown> = {}
cycle.inner = { again: cycle }
const sparse: unknown[] = []
sparse[1] = 'second'

const refused: [name: string, value: unknown, path: string][] = [
  ['a getter', { a: Object.defineProperty({}, 'b', { get: () => 1, enumerable: true }) }, '$.a.b'],
  ['a symbol as key', { a: { [Symbol('s')]: 1 } }, '$.a'],
  ['a symbol as value', { a: Symbol('s') }, '$.a'],
  ['a hole in an array', { a: sparse }, '$.a[0]'],
  ['a cycle', cycle, '$.inner.again'],
  ['a date', { a: new Date(0) }, '$.a'],
  ['a map', { a: new Map() }, '$.a'],
  ['bytes', { a: new Uint8Array(1) }, '$.a'],
  ['a function', { a: () => 1 }, '$.a'],
  ['a bigint', { a: 1n }, '$.a'],
  ['NaN', { a: [Number.NaN] }, '$.a[0]'],
  ['infinity', { a: Number.POSITIVE_INFINITY }, '$.a'],
  ['a lone surrogate', { a: 'x\ud800' }, '$.a'],
  ['a lone surrogate in a key', { a: { '\udc00': 1 } }, '$.a'],
]

test.each(refused)('%s is refused and its place is named', (_name, value, path) => {
  expect(() => snapshotJson(value)).toThrow(
    expect.objectContaining({ code: 'NOT_PLAIN_JSON', message: expect.stringContaining(`${path} is not`) }),
  )
})

test.each(refused.filter(([name]) => !/getter|symbol as key|hole|cycle/.test(name)))(
  '%s is not recognised as JSON either',
  (_name, value) => {
    expect(isJson(value)).toBe(false)
  },
)

test('a snapshot is a copy of everything, without what is undefined', () => {
  const shared = { deep: [1, 'two', null, true] }
  const value = { first: shared, second: shared, nothing: undefined }
  const copy = snapshotJson(value)
  shared.deep.push('later')
  expect(copy).toStrictEqual({
    first: { deep: [1, 'two', null, true] },
    second: { deep: [1, 'two', null, true] },
  })
  expect(isJson(copy)).toBe(true)
})
