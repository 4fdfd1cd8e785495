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
