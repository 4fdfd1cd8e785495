// The one line of stderr that says why a script ended.
import { describe, expect, test } from 'vitest'
import { readReasonLine } from '../../../../plugins/checks/deterministic/reason-line.js'

const stack = `    at file:///project/check.mjs:2:7
    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)
    at async ModuleLoader.import (node:internal/modules/esm/loader:606:24)`

/** What Node writes when an error ends it, after what the script itself has written. */
function report(error: string, before = ''): string {
  return `${before}file:///project/check.mjs:2\nthrow boom\n      ^\n\n${error}\n\nNode.js v20.20.2\n`
}

describe('of what is no report of Node, it is the last line', () => {
  test.each<[string, string, string]>([
    ['nothing', '', ''],
    ['only blanks', ' \n\r\n\n', ''],
    ['a sentence of the script', 'reading\ntwo rows are missing\n', 'two rows are missing'],
    ['a line between blanks', 'first\r\n   the  last  \r\n\n \n', 'the  last'],
    ['a traceback of Python', 'Traceback:\n  File "x", line 1\nKeyError: \'total\'\n', "KeyError: 'total'"],
    ['a line that only looks like a frame', 'Error: x\n  at noon\n', 'at noon'],
    ['carets without a warning', 'if True print\n        ^^^^^\n', '^^^^^'],
    ['a closing brace without a stack', '{\n  total: 1\n}\n', '}'],
    ['a stack without anything above it', '    at x (y:1:2)\n', ''],
  ])('%s', (_, stderr, line) => {
    expect(readReasonLine(stderr)).toBe(line)
  })
})

describe('of a report of Node, it is the error', () => {
  test.each<[string, string, string]>([
    ['with a stack', `Error: boom\n${stack}`, 'Error: boom'],
    ['of a class of its own', `ValidationFailed: not good\n${stack}`, 'ValidationFailed: not good'],
    ['without a message', `Error\n${stack}`, 'Error'],
    ['without a stack', '[Error: boom]', '[Error: boom]'],
    [
      'with a message of several lines',
      `TypeError: one\n  two\n\nthree\n${stack}`,
      'TypeError: one two three',
    ],
    [
      'of an assertion, with both values',
      `AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n41 !== 42\n\n${stack} {\n  generatedMessage: true,\n  code: 'ERR_ASSERTION'\n}`,
      'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 41 !== 42',
    ],
    [
      'of an assertion that marks a difference by a caret',
      `AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n+ actual - expected\n\n+ 'abc'\n- 'abd'\n     ^\n\n${stack}`,
      "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: + actual - expected + 'abc' - 'abd' ^",
    ],
    [
      'of a missing module',
      `Error: Cannot find module './x'\nRequire stack:\n- /project/check.cjs\n${stack} {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/project/check.cjs' ]\n}`,
      "Error: Cannot find module './x' Require stack: - /project/check.cjs",
    ],
    [
      'and not its cause',
      `Error: outer\n${stack} {\n  [cause]: Error: inner\n      at file:///project/check.mjs:1:1\n}`,
      'Error: outer',
    ],
    [
      'that is text alone',
      'text\n(Use `node --trace-uncaught ...` to show where the exception was thrown)',
      'text',
    ],
    ['that is an object', '{ a: 1 }', '{ a: 1 }'],
    [
      'of a worker',
      `Error: in worker\n${stack}\nEmitted 'error' event on Worker instance at:\n${stack}`,
      'Error: in worker',
    ],
  ])('%s', (_, error, line) => {
    expect(readReasonLine(report(error))).toBe(line)
  })

  test('under carets that follow the source at once', () => {
    const text =
      "file:///project/check.mjs:1\nimport { nope } from 'node:fs'\n         ^^^^\nSyntaxError: no export named 'nope'\n"
    expect(readReasonLine(`${text}${stack}\n\nNode.js v24.22.3\n`)).toBe(
      "SyntaxError: no export named 'nope'",
    )
  })

  test('and nothing that the script wrote before', () => {
    const before = `Error: earlier\n${stack}\n/elsewhere.js:1\nthrow it\n^\nError: of a child\n`
    expect(readReasonLine(report(`Error: boom\n${stack}`, before))).toBe('Error: boom')
  })

  test('also when its beginning is cut off', () => {
    expect(readReasonLine(`w boom\n   ^\n\nError: boom\n${stack}\n\nNode.js v20.20.2\n`)).toBe('Error: boom')
    expect(readReasonLine('half a line\n\nNode.js v20.20.2\n')).toBe('half a line')
  })

  test('with carriage returns', () => {
    expect(readReasonLine(report(`Error: boom\n${stack}`).replaceAll('\n', '\r\n'))).toBe('Error: boom')
  })
})

describe('of a stack that the script printed itself, it is the error above', () => {
  test.each<[string, string, string]>([
    ['in one line', `reading\nError: boom\n${stack}\n`, 'Error: boom'],
    ['in several lines', `reading\nError: one\ntwo\n\n${stack}\n`, 'Error: one two'],
    ['with fields', `Error: boom\n${stack} {\n  code: 'X'\n}\n`, 'Error: boom'],
    ['with a sentence before it', `not good: Error: boom\n${stack}\n`, 'not good: Error: boom'],
    ['the last of several', `Error: first\n${stack}\nError: second\n${stack}\n`, 'Error: second'],
  ])('%s', (_, stderr, line) => {
    expect(readReasonLine(stderr)).toBe(line)
  })
})

describe('of a report that is no error', () => {
  const native = '----- Native stack trace -----\n\n 1: 0xd3a3c0  [/usr/bin/node]\n'

  test('it is the sentence above the native stack', () => {
    const sentence = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'
    expect(readReasonLine(`<--- Last few GCs --->\n\n${sentence}\n${native}`)).toBe(sentence)
    expect(readReasonLine(native)).toBe('')
  })

  test('it is the warning above the source', () => {
    const source = 'await new Promise(() => {})\n^\n\n\n'
    const warning = 'Warning: Detected unsettled top-level await at'
    expect(readReasonLine(`${warning} file:///check.mjs:1\n${source}`)).toBe(`${warning} file:///check.mjs:1`)
    expect(readReasonLine(`${warning}\nfile:///check.mjs:1\n${source}`)).toBe(
      `${warning} file:///check.mjs:1`,
    )
  })
})

test('it has no more than 300 characters', () => {
  expect(readReasonLine('x'.repeat(301))).toBe('x'.repeat(300))
  expect(readReasonLine(report(`Error: ${'x\n'.repeat(300)}${stack}`))).toHaveLength(300)
})
