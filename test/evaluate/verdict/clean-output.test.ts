// What is removed from a judge's output before it is read.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFinalText, cleanPlainOutput } from '../../../src/evaluate/verdict/clean-output.js'

test('a newline stands in the place of each echo of the prompt', () => {
  expect(cleanPlainOutput('a-P Q-b-P Q-c', '-P Q-')).toBe('a\nb\nc')
})

test('the prompt is also removed without the blanks around it', () => {
  expect(cleanPlainOutput('a P Q b', '\n P Q \n')).toBe('a \n b')
})

test('a prompt of nothing but blanks removes nothing', () => {
  expect(cleanPlainOutput('a b\n', ' ')).toBe('a b\n')
})

test('echoes are found as by splitting, however the prompt repeats itself', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(word, fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 }), (prompt, text) => {
      expect(cleanPlainOutput(text, prompt)).toBe(text.split(prompt).join('\n'))
    }),
    { seed: 20260102, numRuns: 1000 },
  )
})

test('the prompt is removed before terminal codes, and these before thinking', () => {
  const text = 'echo: ask\u001b[1m\n\u001b[2m<think>1</think>\u001b[0m2'
  expect(cleanPlainOutput(text, 'ask\u001b[1m')).toBe('echo: \n\n2')
})

test.for([
  ['<think>a</think>b', 'b'],
  ['a\n<think>b\nc</think>d', 'a\nd'],
  ['a\r<think>b</think>c', 'a\rc'],
  ['a\n\t <think>b</think>c', 'a\n\t c'],
  ['\ufeff<think>b</think>c', '\ufeffc'],
  ['<think>a</think> <think>b</think>c', ' c'],
  ['a <think>b</think>c', 'a <think>b</think>c'],
  ['a\n<think>b', 'a\n'],
  ['<think>a<think>b</think>c</think>d', 'c</think>d'],
  ['<thinking>a</thinking>b', '<thinking>a</thinking>b'],
  ['a</think>b', 'a</think>b'],
] as const)('%j without thinking is %j', ([text, right]) => {
  expect(cleanFinalText(text)).toBe(right)
})
