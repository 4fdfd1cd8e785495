// What the end of a script comes to, and the sentence that says so.
import { describe, expect, test } from 'vitest'
import { outcomeOfEnd, outcomeOfTrouble } from '../../../../plugins/checks/deterministic/outcome.js'
import type { LaunchedProgram, ProgramEnd } from '../../../../src/contracts/program.js'

function end(end: ProgramEnd, changes: Partial<LaunchedProgram> = {}): LaunchedProgram {
  return { end, stdout: tail('out\n'), stderr: tail(''), leftovers: false, ...changes }
}

function tail(text: string, totalBytes = text.length) {
  return { text, totalBytes }
}

describe('a script that exits', () => {
  test('with 0 passes, whatever it wrote to stderr', () => {
    const stderr = tail('Traceback: all is lost\n', 100_000)
    expect(outcomeOfEnd(end({ kind: 'exited', exitCode: 0 }, { stderr }), null)).toEqual({
      status: 'passed',
      reason: null,
      exitCode: 0,
      stdout: 'out\n',
      stderr: 'Traceback: all is lost\n',
      details: { stdout_bytes: 4, stderr_bytes: 100_000 },
    })
  })

  test.each([1, 2, 126, 127, 255])('with %i fails', (exitCode) => {
    expect(outcomeOfEnd(end({ kind: 'exited', exitCode }), null)).toEqual({
      status: 'failed',
      reason: `exit code ${exitCode}`,
      exitCode,
      stdout: 'out\n',
      stderr: '',
      details: { stdout_bytes: 4, stderr_bytes: 0 },
    })
  })

  test.each<[string, string, string]>([
    ['the exception of Python', 'Traceback:\n  File "x"\nAssertionError: 1 != 2\n', 'AssertionError: 1 != 2'],
    ['what stands last, trimmed', 'first\n   last  \r\n\n \n', 'last'],
    ['one line', 'only', 'only'],
    ['no more than 300 characters', `${'x'.repeat(301)}`, 'x'.repeat(300)],
  ])('says %s', (_, text, quoted) => {
    const ended = end({ kind: 'exited', exitCode: 1 }, { stderr: tail(text) })
    expect(outcomeOfEnd(ended, null)).toMatchObject({ status: 'failed', reason: `exit code 1: ${quoted}` })
  })

  test('says nothing more when stderr holds only blanks', () => {
    const ended = end({ kind: 'exited', exitCode: 3 }, { stderr: tail(' \n\n') })
    expect(outcomeOfEnd(ended, null)).toMatchObject({ reason: 'exit code 3' })
  })

  test('and leaves programs behind says so', () => {
    const ended = end({ kind: 'exited', exitCode: 0 }, { leftovers: true })
    expect(outcomeOfEnd(ended, null)).toMatchObject({ status: 'passed', details: { leftovers: true } })
    expect(outcomeOfEnd(end({ kind: 'exited', exitCode: 0 }), null)).not.toHaveProperty('details.leftovers')
  })
})

test('a script that a signal ended fails, with the signal named', () => {
  const ended = end({ kind: 'signaled', signal: 'SIGSEGV' }, { stderr: tail('Fatal Python error\n') })
  expect(outcomeOfEnd(ended, null)).toMatchObject({
    status: 'failed',
    reason: 'ended by SIGSEGV: Fatal Python error',
    exitCode: null,
    details: { signal: 'SIGSEGV' },
  })
})

test('a cancelled script has no outcome', () => {
  expect(outcomeOfEnd(end({ kind: 'cancelled' }), null)).toEqual({ status: 'cancelled' })
})

describe('what kept us from judging is an error', () => {
  test.each([
    [false, 'timed out after 2.5 s and was ended: make the script faster or raise timeout_seconds'],
    [true, 'timed out after 2.5 s and was ended by force: make the script faster or raise timeout_seconds'],
  ])('a timeout, by force: %s', (forced, errorDetail) => {
    const ended = end({ kind: 'timed-out', afterMs: 2500, forced }, { stderr: tail('half') })
    expect(outcomeOfEnd(ended, 2.5)).toEqual({
      status: 'error',
      errorCode: 'timed-out',
      errorDetail,
      exitCode: null,
      stdout: 'out\n',
      stderr: 'half',
      details: { stdout_bytes: 4, stderr_bytes: 4 },
    })
  })

  test('a program that does not start', () => {
    const ended = end({ kind: 'not-started', code: 'EACCES', message: 'no permission' })
    expect(outcomeOfEnd(ended, null)).toMatchObject({
      status: 'error',
      errorCode: 'cannot-start',
      errorDetail: 'the script could not be started: no permission',
      exitCode: null,
    })
  })

  test('trouble before the start, when nothing was seen', () => {
    expect(outcomeOfTrouble({ code: 'script-missing', detail: 'it is gone' })).toEqual({
      status: 'error',
      errorCode: 'script-missing',
      errorDetail: 'it is gone',
      exitCode: null,
      stdout: '',
      stderr: '',
      details: {},
    })
  })

  test('trouble after the end, with what was seen', () => {
    const trouble = { code: 'script-changed', detail: 'it was changed' }
    expect(outcomeOfTrouble(trouble, end({ kind: 'exited', exitCode: 0 }))).toMatchObject({
      status: 'error',
      errorCode: 'script-changed',
      exitCode: 0,
      stdout: 'out\n',
      details: { stdout_bytes: 4 },
    })
  })
})
