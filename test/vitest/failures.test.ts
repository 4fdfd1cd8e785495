// The errors that Vitest shows for checks that are not passed.
import { describe, expect, test } from 'vitest'
import { EvalChecksError } from '../../src/contracts/errors.js'
import type { LoadFault } from '../../src/contracts/fault.js'
import {
  CHECK_ERROR,
  CHECK_FAILED,
  CHECK_FILE_ERROR,
  failureOfError,
  failureOfFaults,
  failureOfResult,
} from '../../src/vitest/failures.js'
import { makeResult } from '../support/results.js'

const position = { line: 2, column: 3 }
const file = '/project/eval_checks/a.yaml'

describe('a check', () => {
  test('that passed has no error', () => {
    expect(failureOfResult(makeResult('a', 'passed'), position)).toBeNull()
  })

  test('that failed shows its description, its reason and the place of its id', () => {
    const message = 'What a asks for\na failed for a reason'
    expect(failureOfResult(makeResult('a', 'failed'), position)).toEqual({
      name: CHECK_FAILED,
      message,
      stack: `${CHECK_FAILED}: ${message}\n    at ${file}:2:3`,
    })
  })

  test('leads from the line of its script to its id, once where both are one', () => {
    const framesOf = (inner: { file: string; line: number; column?: number }) =>
      failureOfResult(makeResult('a', 'failed'), position, inner)?.stack.split('\n    at ').slice(1)
    expect(framesOf({ file: '/project/a.py', line: 7, column: 5 })).toEqual([
      '/project/a.py:7:5',
      `${file}:2:3`,
    ])
    expect(framesOf({ file, line: 9 })).toEqual([`${file}:9:1`, `${file}:2:3`])
    expect(framesOf({ file, line: 2, column: 1 })).toEqual([`${file}:2:3`])
  })

  test('quotes a stack without taking it for its own', () => {
    const stderr = 'Error: x\n    at f (/etc/passwd:1:1)\nat /x.js:1:1\n'
    const failure = failureOfResult(makeResult('a', 'failed', { stderr }), position)
    expect(failure?.message).toContain('    at f (/etc/passwd:1:1)')
    expect(failure?.stack.split('\n').filter((line) => /^\s*at /.test(line))).toEqual([`    at ${file}:2:3`])
  })

  test('does not say again what its reason says', () => {
    const said = { reason: 'exit code 1: not good', stderr: 'not good\n' }
    expect(failureOfResult(makeResult('a', 'failed', said), position)?.message).not.toContain('stderr')
  })

  test('commands nothing in a CI job that prints it', () => {
    const failure = failureOfResult(
      makeResult('a', 'failed', { reason: 'x\n  ::stop-commands::y' }),
      position,
    )
    expect(failure?.message).not.toMatch(/^\s*::/m)
    expect(failure?.stack).not.toMatch(/^\s*::/m)
  })

  test('shows the difference that an assertion of Node found, where it fits on a line', () => {
    const report = (actual: string) =>
      `AssertionError\n    at f {\n  code: 'ERR_ASSERTION',\n  actual: ${actual},\n  expected: 2,\n  operator: 'strictEqual'\n}\n`
    const compared = (stderr: string) => failureOfResult(makeResult('a', 'failed', { stderr }), position)
    expect(compared(report('1'))).toMatchObject({ actual: '1', expected: '2' })
    expect(compared(report('{\n    a: 1\n  }'))).not.toHaveProperty('actual')
    expect(compared('  actual: 1,\n  expected: 2,\n')).not.toHaveProperty('actual')
  })

  test('that errored has an error of another name, with code and cause', () => {
    const failure = failureOfResult(makeResult('a', 'error'), position)
    expect(failure?.name).toBe(CHECK_ERROR)
    expect(failure?.message).toBe('What a asks for\n[not-started] a could not be started')
    expect(CHECK_ERROR).not.toBe(CHECK_FAILED)
  })

  test('without a reason still says that it failed', () => {
    expect(failureOfResult(makeResult('a', 'failed', { reason: null }), position)?.message).toBe(
      'What a asks for\nfailed',
    )
  })

  test('shows the first line of its description, 300 characters at the most', () => {
    const messageOf = (description: string) =>
      failureOfResult(makeResult('a', 'failed', { description, reason: 'r' }), position)?.message
    expect(messageOf('\n  first\nsecond\n')).toBe('first\nr')
    expect(messageOf('x'.repeat(301))).toBe(`${'x'.repeat(300)}\nr`)
  })

  test('shows the last 15 lines of stderr, each cut to 500 characters', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`)
    const stderr = `${[...lines, 'y'.repeat(501)].join('\n')}\n\n`
    const shown = failureOfResult(makeResult('a', 'failed', { stderr }), position)?.message.split('\n') ?? []
    expect(shown.slice(2)).toEqual(['stderr:', ...lines.slice(6), 'y'.repeat(500)])
  })

  test('says nothing of a stderr that holds only blanks', () => {
    expect(failureOfResult(makeResult('a', 'failed', { stderr: ' \n\n' }), position)?.message).not.toContain(
      'stderr',
    )
  })
})

describe('a broken file', () => {
  const fault: LoadFault = {
    file,
    line: 4,
    column: 1,
    code: 'wrong-type',
    field: 'tags',
    message: 'must be a list',
    found: 'a text',
    expected: 'a list of texts',
    severity: 'error',
  }
  const plain: LoadFault = {
    file,
    line: 9,
    column: 2,
    code: 'unknown-field',
    field: 'x',
    message: 'Extra inputs are not permitted',
    severity: 'error',
  }

  test('shows all of its faults and the place of the first', () => {
    const message = [
      '4:1 tags: must be a list [wrong-type]',
      '  found: a text',
      '  expected: a list of texts',
      '9:2 x: Extra inputs are not permitted [unknown-field]',
    ].join('\n')
    expect(failureOfFaults(file, [fault, plain])).toEqual({
      name: CHECK_FILE_ERROR,
      message,
      stack: `${CHECK_FILE_ERROR}: ${message}\n    at ${file}:4:1`,
    })
  })

  test('shows the difference when one thing was found and another expected', () => {
    expect(failureOfFaults(file, [fault])).toMatchObject({ actual: 'a text', expected: 'a list of texts' })
    expect(failureOfFaults(file, [plain])).not.toHaveProperty('actual')
  })

  test('without a fault points at its start', () => {
    expect(failureOfFaults(file, []).stack).toMatch(/\.yaml:1:1$/)
  })
})

describe('what is wrong outside of a file', () => {
  test('is shown at its start, with code and fix when the error is ours', () => {
    const error = new EvalChecksError('CONFIG_SYNTAX', 'not TOML', {
      location: { file: '/project/config.toml', line: 3, column: 7 },
      expected: 'a value',
      fix: 'write one',
    })
    expect(failureOfError(error, file)).toMatchObject({
      name: 'EvalChecksError',
      message: '/project/config.toml:3:7: not TOML [CONFIG_SYNTAX]\n  expected: a value\n  fix: write one',
      stack: expect.stringMatching(/a\.yaml:1:1$/),
    })
  })

  test('keeps the name and the message of other errors, and takes what is no error', () => {
    expect(failureOfError(new TypeError('x'), file)).toMatchObject({ name: 'TypeError', message: 'x' })
    expect(failureOfError('text', file)).toMatchObject({ name: 'Error', message: 'text' })
  })
})
