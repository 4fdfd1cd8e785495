// Canonical JSON against the examples of RFC 8785.
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../src/contracts/canonical-json.js'

// RFC 8785, appendix B: IEEE 754 bits and their text.
const numbers: [bits: string, text: string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
]

test.each(numbers)('the number with the bits %s is written %s', (bits, text) => {
  expect(canonicalJson(numberOf(bits))).toBe(text)
})

test.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])(
  'the bits %s are no JSON number',
  (bits) => {
    expect(() => canonicalJson(numberOf(bits))).toThrow(expect.objectContaining({ code: 'NOT_PLAIN_JSON' }))
  },
)

test('keys stand in the order of their UTF-16 code units, which is not that of code points', () => {
  const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33']
  const object = Object.fromEntries([...sorted].reverse().map((key) => [key, sorted.indexOf(key)]))
  const text = `{${sorted.map((key, index) => `${JSON.stringify(key)}:${index}`).join(',')}}`
  expect(canonicalJson(object)).toBe(text)
})

test('texts are escaped as little as JSON allows', () => {
  const value = {
    numbers: JSON.parse('[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]'),
    string: '\u20ac$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  expect(canonicalJson('\b\t\n\f\r\u001f\u007f\u2028\u{1f600}')).toBe(
    '"\\b\\t\\n\\f\\r\\u001f\u007f\u2028\u{1f600}"',
  )
})

test('properties that are undefined are left out, and nothing alone is refused', () => {
  expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}')
  expect(() => canonicalJson(undefined)).toThrow(expect.objectContaining({ code: 'NOT_PLAIN_JSON' }))
})

test('a key called __proto__ or toJSON is a key like any other', () => {
  expect(canonicalJson(JSON.parse('{"toJSON":"x","__proto__":{"a":1}}'))).toBe(
    '{"__proto__":{"a":1},"toJSON":"x"}',
  )
})

function numberOf(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE()
}

test('any value has the text that another implementation gives it', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('1', '10', '9', '__proto__', '', '\u{1f600}', '\ufb33'),
  )
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  const value = fc.oneof(
    number,
    fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
    fc.dictionary(name, fc.oneof(number, fc.string({ unit: 'binary' })), { maxKeys: 40, size: '+1' }),
  )
  fc.assert(
    fc.property(value, (any) => {
      expect(canonicalJson(any)).toBe(canonicalize(any))
    }),
    { seed: 8785, numRuns: 500 },
  )
})
