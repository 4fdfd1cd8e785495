import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { addResultOptions } from '../../../src/cli/options.js'
import { readResultRequest } from '../../../src/cli/result-out/options.js'
import { UsageError } from '../../../src/cli/usage-error.js'

function read(...args: string[]) {
  const command = addResultOptions(new Command().exitOverride())
  command.parse(args, { from: 'user' })
  return readResultRequest(command.opts())
}

test('nothing is asked for without a path', () => {
  expect(read()).toBeNull()
})

test('Markdown is the default, and an attempt that is not given is null', () => {
  expect(read('--result-out', 'a.json')).toEqual({
    path: 'a.json',
    format: 'md',
    provenance: { attempt: null },
  })
})

test('attempt and fields are kept as they were typed', () => {
  const given = [
    '--provenance-attempt',
    ' 7\n',
    '--provenance-field',
    ' k = v ',
    '--provenance-field',
    'u=a=b=',
    '--provenance-field',
    'e=',
  ]
  expect(read('--result-out', 'a', '--result-format', 'json', ...given)).toEqual({
    path: 'a',
    format: 'json',
    provenance: { attempt: ' 7\n', ' k ': ' v ', u: 'a=b=', e: '' },
  })
})

describe('wrong usage is', () => {
  test.each([
    ['an option without a document', ['--result-format', 'json'], '--result-format needs --result-out'],
    [
      'an attempt without a document',
      ['--provenance-attempt', '1'],
      '--provenance-attempt needs --result-out',
    ],
    ['a field without a document', ['--provenance-field', 'a=b'], '--provenance-field needs --result-out'],
    ['an empty path', ['--result-out', ''], 'the path of a file'],
    ['the path of a folder', ['--result-out', 'a/'], 'the path of a file'],
    ['another format', ['--result-out', 'a', '--result-format', 'html'], 'md or json'],
    [
      'a field without =',
      ['--result-out', 'a', '--provenance-field', 'novalue'],
      '--provenance-field must be key=value',
    ],
    [
      'a field without a key',
      ['--result-out', 'a', '--provenance-field', '=v'],
      '--provenance-field must be key=value',
    ],
    [
      'a field that is typed twice',
      ['--result-out', 'a', '--provenance-field', 'a=1', '--provenance-field', 'a=1'],
      'twice',
    ],
    [
      'a field called attempt',
      ['--result-out', 'a', '--provenance-field', 'attempt=1'],
      '--provenance-attempt instead',
    ],
    ['a field called __proto__', ['--result-out', 'a', '--provenance-field', '__proto__=1'], '__proto__'],
    [
      'a control character in a field',
      ['--result-out', 'a', '--provenance-field', 'a=\x1b[31m'],
      'control characters',
    ],
    [
      'a control character in the attempt',
      ['--result-out', 'a', '--provenance-attempt', '\x07'],
      'control characters',
    ],
  ])('%s', (_, args, message) => {
    expect(() => read(...args)).toThrow(UsageError)
    expect(() => read(...args)).toThrow(message)
  })
})
