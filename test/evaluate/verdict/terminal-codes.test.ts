// Terminal codes are removed as `ansi-regex` finds them.
import ansiRegex from 'ansi-regex'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileTexts } from '../../../bench/hostile-texts.mjs'
import { removeTerminalCodes } from '../../../src/evaluate/verdict/terminal-codes.js'

const right = ansiRegex()
const everyCode = Array.from({ length: 0xa1 }, (_, code) => String.fromCharCode(code))
const starts = ['\u001b', '\u001b[', '\u001b]', '\u001b]P', '\u001b]R', '\u001bP', '\u001bk', '\u001b^']
const inner = [
  '\u001b',
  '\u001b\\',
  '\u0007',
  '\u009c',
  '\u0018',
  '0123456',
  'a',
  ' ',
  ';',
  'm',
  '(',
  '8',
  '\\',
  'é',
]
const eightBit = ['\u0090', '\u0098', '\u009b', '\u009d', '\u009e', '\u009f']
const piece = fc.oneof(fc.constantFrom(...starts, ...inner, ...eightBit), fc.constantFrom(...everyCode))
const bounds = {
  seed: 20260103,
  numRuns: 100_000,
  interruptAfterTimeLimit: 2500,
  markInterruptAsFailure: false,
}

test('a text is left as replacing the package’s matches leaves it', () => {
  const text = fc.array(piece, { maxLength: 16 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (given) => {
      // Comparing with `expect` alone would take most of the time.
      const left = removeTerminalCodes(given)
      if (left !== given.replace(right, '')) expect(left).toBe(given.replace(right, ''))
    }),
    bounds,
  )
})

test('every code of three characters is found that the package finds', () => {
  for (const introducer of ['\u001b', ...eightBit]) {
    for (const second of everyCode) {
      for (const third of everyCode) {
        const given = `a${introducer}${second}${third}b\u001b\\`
        const left = removeTerminalCodes(given)
        if (left !== given.replace(right, ''))
          expect(left, JSON.stringify(given)).toBe(given.replace(right, ''))
      }
    }
  }
})

test.for(Object.entries(hostileTexts(20_000)))('as the package leaves it: %s', ([, text]) => {
  expect(removeTerminalCodes(text)).toBe(text.replace(right, ''))
})

test.for([1, 3, 63, 64, 65, 4095, 4096, 4097])('parts of %i characters between codes are kept', (length) => {
  const parts = ['é', '😀', 'ab'].map((unit) => unit.repeat(length).slice(0, length))
  const given = parts
    .map((part) => `${part}\u001b[31m`)
    .join('')
    .repeat(50)
  expect(removeTerminalCodes(given)).toBe(parts.join('').repeat(50))
})
