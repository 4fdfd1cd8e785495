// The fast reader against the slow one, on short texts that look like JSON.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCodes } from '../../../src/evaluate/verdict/character-codes.js'
import { JsonScanner } from '../../../src/evaluate/verdict/json-scanner.js'
import { readVerdict } from '../../../src/evaluate/verdict/read-verdict.js'
import type { VerdictReading } from '../../../src/evaluate/verdict/reading.js'
import { parse, readSlowly } from './reference.js'

const pieces = [
  ...'{ { { } } [ [ ] ] " " " : : , , x _ é u00 0 1 1 2 - . e 1.0 -0 10e-1 true null nul'.split(' '),
  ...String.raw`\ score score: "score": "score": "reason": \u0073core "\u0073core": "\n0073core": "a" "{"`.split(
    ' ',
  ),
  ...'{"score": {"score":1} {"score":0,"reason":"r"} {"score":2} {"a": [" ",[ {} []'.split(' '),
  ...[' ', '\n', '\r', '\t', '\u0000', '\u200b', '\ufeff'],
]
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''))
const bounds = {
  seed: 20260101,
  numRuns: 40_000,
  interruptAfterTimeLimit: 2500,
  markInterruptAsFailure: false,
}

test('a reading equals that of the rules applied one by one', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('refuse', 'last'), (answer, conflict) => {
      const reading = readVerdict(answer, { conflict })
      const right = readSlowly(answer, conflict)
      // Comparing with `expect` alone would take most of the time.
      if (bare(reading) !== JSON.stringify(right)) expect(reading).toMatchObject(right)
    }),
    bounds,
  )
})

test('the scanner takes what JSON.parse takes, and stops where the reference stops', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('{', '['), (rest, opening) => {
      const value = opening + rest
      const scanner = new JsonScanner(toCodes(value))
      const whole = scanner.scan(0)
      const slow = parse(value, 0)
      const seen = [whole, scanner.at, whole && scanner.at === value.length]
      const right = [slow.ok, slow.ok ? slow.end : slow.stop, isJson(value)]
      if (seen.join() !== right.join()) expect(seen).toEqual(right)
    }),
    bounds,
  )
})

function bare(reading: VerdictReading): string {
  if (reading.kind === 'refused') return JSON.stringify({ code: reading.code })
  return JSON.stringify({ score: reading.score, reason: reading.reason })
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return !/\s$/.test(value)
  } catch {
    return false
  }
}
