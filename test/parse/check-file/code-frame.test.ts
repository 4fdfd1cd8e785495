// The frame around a place in a text: which lines, which columns, and nothing that a terminal would obey.
import { expect, test } from 'vitest'
import { codeFrame } from '../../../src/parse/check-file/index.js'

const caretColumn = (frame: string): number =>
  frame
    .split('\n')
    .find((line) => /^ +\| +\^$/.test(line))
    ?.indexOf('^') ?? -1
const marked = (frame: string): string => frame.split('\n').find((line) => line.startsWith('>')) ?? ''

test('up to two lines before and after are shown with aligned numbers', () => {
  const text = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n')
  expect(codeFrame(text, { line: 9, column: 6 })).toBe(
    [
      '   7 | line 7',
      '   8 | line 8',
      '>  9 | line 9',
      '     |      ^',
      '  10 | line 10',
      '  11 | line 11',
    ].join('\n'),
  )
})

test('the first and the last line have fewer neighbours', () => {
  expect(codeFrame('a\nb', { line: 1, column: 1 })).toBe('> 1 | a\n    | ^\n  2 | b')
  expect(codeFrame('a\nb', { line: 2, column: 2 })).toBe('  1 | a\n> 2 | b\n    |  ^')
})

test('an empty text has one empty line', () => {
  expect(codeFrame('', { line: 1, column: 1 })).toBe('> 1 |\n    | ^')
})

test('CR before LF and a leading byte order mark are not shown', () => {
  expect(codeFrame('\uFEFFa\r\nb\r\n', { line: 2, column: 1 })).toBe('  1 | a\n> 2 | b\n    | ^\n  3 |')
})

test('a long line is cut around the caret', () => {
  const text = `${'x'.repeat(5000)}!${'y'.repeat(5000)}`
  const frame = codeFrame(text, { line: 1, column: 5001 })
  expect(marked(frame).length).toBeLessThan(130)
  expect(marked(frame)[caretColumn(frame)]).toBe('!')
  expect(marked(frame)).toMatch(/^> 1 \| …x+!y+…$/)
})

test('long neighbours are cut at their start', () => {
  const frame = codeFrame(`${'n'.repeat(500)}\nid`, { line: 2, column: 1 })
  expect(frame.split('\n')[0]).toBe(`  1 | ${'n'.repeat(120)}…`)
})

test('control characters, line separators and direction marks are replaced one for one', () => {
  const frame = codeFrame('a\u001B[31m\u0000\u007F\u0085\u2028\u202E\uFEFFz', { line: 1, column: 13 })
  expect(frame).toBe('> 1 | a␛[31m␀␡\uFFFD\uFFFD\uFFFD\uFFFDz\n    |             ^')
})

test('the caret stands below characters that take two columns', () => {
  expect(codeFrame('检查: x', { line: 1, column: 5 })).toBe('> 1 | 检查: x\n    |       ^')
})

test('a cut never leaves half a character', () => {
  expect(codeFrame('😀'.repeat(200), { line: 1, column: 102 }).isWellFormed()).toBe(true)
})
