// The line of a script that ended it, as Python and Node tell it.
import { expect, test } from 'vitest'
import { findScriptLine } from '../../src/vitest/script-line.js'

const isScript = (file: string) => file === '/project/a b.py' || file === '/project/check.mjs'
const find = (text: string) => findScriptLine(text, isScript)

test('in a traceback of Python it is the innermost line that is in the script', () => {
  const text = `said before
Traceback (most recent call last):
  File "/project/a b.py", line 9, in <module>
    outer()
  File "/project/a b.py", line 4, in outer
    json.loads("{")
  File "/usr/lib/python3/json/__init__.py", line 346, in loads
    return decode(s)
json.decoder.JSONDecodeError: Expecting property name
`
  expect(find(text)).toEqual({ file: '/project/a b.py', line: 4 })
})

test('of exceptions in a row it is that of the last, also in a group', () => {
  const frame = (line: number) =>
    `Traceback (most recent call last):\n  File "/project/a b.py", line ${line}, in f\n`
  const during = '\nDuring handling of the above exception, another exception occurred:\n\n'
  expect(find(`${frame(3)}KeyError: 1\n${during}${frame(7)}ValueError: 2\n`)?.line).toBe(7)
  expect(
    find('  | ExceptionGroup: x (1 sub-exception)\n    |   File "/project/a b.py", line 5, in f\n')?.line,
  ).toBe(5)
  expect(
    find('  File "/project/a b.py", line 2\n    def\n       ^\nSyntaxError: invalid syntax\n')?.line,
  ).toBe(2)
})

test('in a report of Node it is the first place in the script, with its column', () => {
  const text = `    at earlier (file:///project/check.mjs:99:1)
file:///project/lib.mjs:2
  throw new Error('x')
  ^

Error: x
    at inner (file:///project/lib.mjs:2:9)
    at async Promise.all (index 0)
    at outer (file:///project/check.mjs:4:10)
    at file:///project/check.mjs:6:1

Node.js v20.19.0
`
  expect(find(text)).toEqual({ file: '/project/check.mjs', line: 4, column: 10 })
})

test('a file that Node cannot read as a program is known by the head of its report', () => {
  const text =
    'file:///project/check.mjs:3\nconst = 1\n      ^\n\nSyntaxError: Unexpected token\n    at compile (node:internal:1:2)\n'
  expect(find(text)).toEqual({ file: '/project/check.mjs', line: 3 })
})

test('there is none where no line of the script is named', () => {
  for (const text of [
    '',
    'not good',
    '  File "/project/other.py", line 3',
    '    at f (file:///%ZZ:1:2)',
    '/project/other.mjs:3',
  ]) {
    expect(find(text)).toBeNull()
  }
})

test('a long text is read once', () => {
  const started = process.cpuUsage()
  const pieces = ['  File "', ' at (', 'x'.repeat(10_000), '/', ':1:', '\n']
  for (const piece of pieces) find(piece.repeat(Math.ceil(200_000 / piece.length)))
  expect(process.cpuUsage(started).user).toBeLessThan(5e6)
})
