import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  defuseCommands,
  makeRedactor,
  sanitizeHeader,
  sanitizeResult,
  secretValues,
  stripControls,
} from '../../src/contracts/text-hygiene.js'
import { loadError, makeHeader, makeResult } from '../support/runs.js'

describe('stripControls', () => {
  test.each([
    ['leaves ordinary text alone', 'a\tb\nc é 👍🏽 ‏ע', 'a\tb\nc é 👍🏽 ‏ע'],
    ['removes colours', '\x1b[1;31mred\x1b[0m', 'red'],
    ['removes colours with colons', '\x1b[38:2::1:2:3mred', 'red'],
    ['removes 8-bit colours', '\x9b31mred', 'red'],
    ['removes a cursor movement', 'a\x1b[2J\x1b[Hb', 'ab'],
    ['removes a title ended by BEL', '\x1b]0;title\x07a', 'a'],
    ['removes a title ended by ST', '\x1b]0;title\x1b\\a', 'a'],
    ['removes an 8-bit title', '\x9d0;title\x07a', 'a'],
    ['removes the target of a terminal link', '\x1b]8;;http://e\x1b\\shown\x1b]8;;\x1b\\', 'shown'],
    ['removes a device control string', '\x1bP1$r0m\x1b\\a', 'a'],
    ['removes an 8-bit device control string', '\x90payload\x9ca', 'a'],
    [
      'keeps what follows a title that never ends',
      '\x1b]0;title and all the rest',
      ']0;title and all the rest',
    ],
    ['removes a reset and a character set', '\x1bca\x1b(Bb', 'ab'],
    ['removes a lone escape before a sequence', '\x1b\x1b[31ma', 'a'],
    ['removes NUL, backspace and DEL', 'a\x00b\x08c\x7f', 'abc'],
    ['makes a newline of a carriage return', 'a\r\nb\rc\r\r\nd', 'a\nb\nc\n\nd'],
    ['shows that a bidi override was there', 'a\u202eb\u2066c\u2069', 'a\ufffdb\ufffdc\ufffd'],
    ['replaces a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ])('%s', (_name, text, stripped) => {
    expect(stripControls(text)).toBe(stripped)
  })

  test('leaves no control character but tab and newline, whatever the text', () => {
    const units = fc.constantFrom(
      '\x1b',
      '[',
      ']',
      '\x9b',
      '\x9d',
      '\x9c',
      '\x07',
      'P',
      '3',
      ';',
      'm',
      '\\',
      '\r',
      '\n',
      '\t',
      'x',
    )
    fc.assert(
      fc.property(fc.array(units), (parts) => {
        const stripped = stripControls(parts.join(''))
        expect(stripped).not.toMatch(/(?![\t\n])\p{Cc}/u)
        expect(stripControls(stripped)).toBe(stripped)
      }),
      { numRuns: 2000 },
    )
  })

  // No clock: work that grows with the square of this text outlasts the time limit of a test many times over.
  test.each(['\x1b]', '\x1b[', '\x1bP', '\x9d', '\x9b1;', '\x1b]P', '\x1b( ', '\r', '\u202e', 'a'])(
    'reads a long text of %j once',
    (unit) => {
      expect(stripControls(`${unit.repeat(500_000)}\x07`).length).toBeLessThanOrEqual(1_500_000)
    },
  )
})

describe('secretValues', () => {
  test('takes the values of names that look secret, whatever their case', () => {
    const environment = {
      OPENAI_API_KEY: 'sk-1234567890',
      github_token: 'ghp_abcdefgh',
      AWS_SECRET: 'abcdefgh',
      DbPassword: 'hunter2hunter2',
      MY_CREDENTIALS: 'cred-cred',
      PATH: '/usr/bin:/bin',
      EMPTY_KEY: undefined,
    }
    expect(secretValues(environment).sort()).toEqual(
      ['sk-1234567890', 'ghp_abcdefgh', 'abcdefgh', 'hunter2hunter2', 'cred-cred'].sort(),
    )
  })

  test('leaves out values under 8 characters and white space around values', () => {
    expect(secretValues({ A_KEY: '1234567', B_KEY: '  12345678\n' })).toEqual(['12345678'])
  })

  test('takes extra values whatever their name, once each', () => {
    expect(secretValues({ A_KEY: 'abcdefgh' }, ['abcdefgh', 'plainvalue', 'short'])).toEqual([
      'abcdefgh',
      'plainvalue',
    ])
  })
})

describe('makeRedactor', () => {
  test('covers every occurrence', () => {
    expect(makeRedactor(['abcdefgh'])('1 abcdefgh 2 abcdefgh')).toBe('1 [REDACTED] 2 [REDACTED]')
  })

  test('prefers the longest of secrets that contain each other', () => {
    expect(makeRedactor(['abcdefgh', 'abcdefgh-long'])('x abcdefgh-long y')).toBe('x [REDACTED] y')
  })

  test('leaves no part of overlapping secrets', () => {
    expect(makeRedactor(['abcdefgh12', 'gh12345678'])('<abcdefgh12345678>')).toBe('<[REDACTED]>')
  })

  test('takes secrets literally', () => {
    const redact = makeRedactor(['.*.*.*.*', '$&$&$&$&', '(((((((('])
    expect(redact('plain text $& ((')).toBe('plain text $& ((')
    expect(redact('a .*.*.*.* $&$&$&$& ((((((((')).toBe('a [REDACTED] [REDACTED] [REDACTED]')
  })

  test('finds a secret of several lines in the form that stripped text has', () => {
    expect(makeRedactor(['-----BEGIN\r\nabcdefgh'])('-----BEGIN\nabcdefgh.')).toBe('[REDACTED].')
  })

  test('ignores empty and short secrets', () => {
    expect(makeRedactor(['', 'a'])('a b')).toBe('a b')
  })

  test('does not read its own mark as a secret', () => {
    expect(makeRedactor(['abcdefgh', 'REDACTED'])('abcdefgh REDACTED')).toBe('[REDACTED] [REDACTED]')
  })
})

describe('sanitizeResult', () => {
  const secret = 'sk-very-secret'
  const redact = makeRedactor([secret])
  const dirty = `\x1b[31m${secret}\x1b[0m`

  test('cleans every text that a check or its author wrote', () => {
    const result = makeResult('a', 'failed', {
      description: dirty,
      tags: [dirty],
      reason: dirty,
      error_detail: dirty,
      stdout: dirty,
      stderr: dirty,
      details: { text: dirty, deep: [{ list: [dirty, 1, null, true] }], [dirty]: 1 },
    })
    expect(sanitizeResult(result, redact)).toEqual({
      ...result,
      description: '[REDACTED]',
      tags: ['[REDACTED]'],
      reason: '[REDACTED]',
      error_detail: '[REDACTED]',
      stdout: '[REDACTED]',
      stderr: '[REDACTED]',
      details: { text: '[REDACTED]', deep: [{ list: ['[REDACTED]', 1, null, true] }], '[REDACTED]': 1 },
    })
  })

  test('redacts a secret that colour codes interrupt', () => {
    const result = makeResult('a', 'failed', { stdout: `${secret.slice(0, 5)}\x1b[1m${secret.slice(5)}` })
    expect(sanitizeResult(result, redact).stdout).toBe('[REDACTED]')
  })

  test('keeps nulls, and the path of the check', () => {
    const result = makeResult('a', 'passed', { reason: null, source_path: `/home/${secret}/\x1b[1ma.yaml` })
    expect(sanitizeResult(result, redact)).toMatchObject({
      reason: null,
      source_path: `/home/${secret}/a.yaml`,
    })
  })

  test('keeps a key named __proto__ an ordinary key', () => {
    const details = JSON.parse('{"__proto__": {"polluted": true}}')
    const clean = sanitizeResult(makeResult('a', 'passed', { details }), redact)
    expect(JSON.stringify(clean.details)).toBe('{"__proto__":{"polluted":true}}')
  })

  test('cleans the texts of a header', () => {
    const header = makeHeader(['a'], {
      skipped: [{ id: 'b', reason: dirty }],
      load_errors: [{ ...loadError, message: dirty }],
    })
    expect(sanitizeHeader(header, redact)).toEqual({
      ...header,
      skipped: [{ id: 'b', reason: '[REDACTED]' }],
      load_errors: [{ ...loadError, message: '[REDACTED]' }],
    })
  })
})

describe('what a CI job prints', () => {
  test.for([
    '::error::x',
    '  ::stop-commands::t',
    'a\n\t::set-output name=b::c',
    'x ##[add-path]y',
    '\u00a0::debug::',
  ])('commands nothing: %j', (text) => {
    const shown = defuseCommands(text)
    // How the runner of GitHub Actions finds commands.
    expect(shown.split('\n').some((line) => line.trimStart().startsWith('::') || line.includes('##['))).toBe(
      false,
    )
    expect(shown.replaceAll('\u200b', '')).toBe(text)
  })

  test('is as it was where nobody could take it for a command', () => {
    for (const text of ['std::string', 'a\nb: :c', '## [x]']) expect(defuseCommands(text)).toBe(text)
  })

  test('is read once, however many blanks it holds', () => {
    expect(defuseCommands(`${' \n'.repeat(200_000)}${' '.repeat(200_000)}::`)).toHaveLength(600_003)
  })
})
