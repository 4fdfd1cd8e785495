// Texts that are made to overflow or to slow a reader: they are read, and read right.
import { expect, test } from 'vitest'
import { hostilePrompt, hostileTexts } from '../../../bench/hostile-texts.mjs'
import { cleanPlainOutput } from '../../../src/evaluate/verdict/clean-output.js'
import { readVerdict } from '../../../src/evaluate/verdict/read-verdict.js'

const deep = 1_000_000
// A line that is not JSON: what was open before it never parses, and ends with it.
const answer = '\nMy verdict:\n{"score": 0, "reason": "mine"}'
const verdict = { kind: 'verdict', score: 0, reason: 'mine' }

test.for([
  ['objects', '{"a":'.repeat(deep)],
  ['closed objects', `${'{"a":'.repeat(deep)}0${'}'.repeat(deep)}`],
  ['arrays', '['.repeat(deep)],
  ['closed arrays', '['.repeat(deep) + ']'.repeat(deep)],
] as const)('a verdict below %s a million levels deep is read', ([, text]) => {
  expect(readVerdict(text + answer, { conflict: 'refuse' })).toEqual(verdict)
})

test('a verdict may hold a value a million levels deep', () => {
  const text = `{"score": 1, "more": ${'['.repeat(deep)}${']'.repeat(deep)}}`
  expect(readVerdict(text, { conflict: 'refuse' })).toMatchObject({ kind: 'verdict', score: 1 })
})

test.for(Object.entries(hostileTexts(200_000)))('a verdict is found behind: %s', ([name, text]) => {
  const reading = readVerdict(cleanPlainOutput(text + answer, hostilePrompt), { conflict: 'last' })
  // Unclosed thinking goes to the end, whatever stands there.
  if (name.startsWith('thinking without end')) expect(reading).toMatchObject({ code: 'no-verdict' })
  else expect(reading).toEqual(verdict)
})
