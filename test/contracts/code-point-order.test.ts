// Two orders of texts that agree on everything but astral characters.
import { expect, test } from 'vitest'
import { compareCodePoints, compareCodeUnits } from '../../src/contracts/code-point-order.js'

const texts = ['b', '\u{1f600}', '', 'a', '\ufb33', 'ab', '\u{1f600}a', '\u{10000}', 'B', '\uffff']

test('code points are compared as their UTF-8 bytes compare', () => {
  const byBytes = [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect([...texts].sort(compareCodePoints)).toStrictEqual(byBytes)
})

test('code units put astral characters before the last ones of the basic plane', () => {
  expect([...texts].sort(compareCodeUnits)).toStrictEqual([...texts].sort())
  expect(compareCodeUnits('\u{1f600}', '\ufb33')).toBeLessThan(0)
  expect(compareCodePoints('\u{1f600}', '\ufb33')).toBeGreaterThan(0)
})

test.each([compareCodePoints, compareCodeUnits])('equal texts compare as equal', (compare) => {
  for (const text of texts) expect(compare(text, text)).toBe(0)
})
