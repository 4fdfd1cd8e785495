import { expect, test } from 'vitest'
import {
  cutText,
  explainResult,
  formatDuration,
  headLines,
  oneLine,
  tailLines,
} from '../../../reporters/shared/display.js'
import { makeResult } from '../../support/runs.js'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a👍b', 3, 'a…'],
  ['👍👍', 4, '👍👍'],
])('%j cut to %i is %j', (text, longest, cut) => {
  expect(cutText(text, longest)).toBe(cut)
})

test('a text on one line holds no other white space', () => {
  expect(oneLine(' a\n\n b\t\u2028c ')).toBe('a b c')
})

test('the start and the end of a text are marked where they were cut', () => {
  expect(headLines('1\n2\n3\n', 2, 100)).toBe('1\n2\n…')
  expect(headLines('1\n2\n', 2, 100)).toBe('1\n2')
  expect(tailLines('1\n2\n3\n', 2, 100)).toBe('…2\n3')
  expect(tailLines('2\n3\n', 2, 100)).toBe('2\n3')
  expect(tailLines('a👍', 1, 1)).toBe('…')
})

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1250, '1.3 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [123_400, '2 min 3 s'],
])('%i ms are shown as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})

test.each([
  ['its reason', makeResult('a', 'failed', { reason: 'because', stderr: 'noise' }), 'because'],
  [
    'the end of stderr',
    makeResult('a', 'failed', { reason: null, stderr: 'said\n', stdout: 'noise' }),
    'said',
  ],
  ['the end of stdout', makeResult('a', 'failed', { reason: null, stdout: 'said\n' }), 'said'],
  [
    'its exit code',
    makeResult('a', 'failed', { reason: null, exit_code: 3 }),
    'exit code 3, nothing on stderr',
  ],
  ['nothing', makeResult('a', 'failed', { reason: null, exit_code: null }), 'no reason was given'],
  ['its error', makeResult('a', 'error', { error_detail: 'broke' }), 'broke'],
  ['its code', makeResult('a', 'error', { error_detail: '', error_code: 'gone' }), 'gone'],
])('a check that was not passed is explained by %s', (_name, result, explanation) => {
  expect(explainResult(result)).toBe(explanation)
})
