// What a program finds on its standard input: the whole text and its end, whatever it makes of them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchProgram } from '../../src/process/launch.js'
import { makeFolder, requestPython, runCode } from './programs.js'

const megabyte = 'ä'.repeat(512 * 1024)
const exitedWell = { kind: 'exited', exitCode: 0 }

test('the whole input arrives, and then its end', async () => {
  const code = 'import sys; text = sys.stdin.buffer.read(); print(len(text), text == "ä".encode() * 524288)'
  const program = await runCode(code, { stdin: megabyte })
  expect(program).toMatchObject({ end: exitedWell, stdout: { text: '1048576 True\n' } })
})

test('bytes arrive as they are', async () => {
  const code = 'import sys; print(sys.stdin.buffer.read())'
  const program = await runCode(code, { stdin: Uint8Array.of(0, 255, 10) })
  expect(program.stdout.text).toBe(`b'\\x00\\xff\\n'\n`)
})

test('an empty input ends at once', async () => {
  const program = await runCode('import sys; print(repr(sys.stdin.read()))', { stdin: '' })
  expect(program.stdout.text).toBe("''\n")
})

test.each([
  ['a program of Node', process.execPath, ['-e', 'process.stdin.pipe(process.stdout)']],
  ['a program that reads line by line', 'sh', ['-c', 'while read -r line; do echo "$line"; done']],
  ['a program that opens its input by name', 'sh', ['-c', 'cat /dev/stdin']],
  ['a child of the program', 'sh', ['-c', 'sh -c cat']],
])('%s reads it', async (_, command, args) => {
  const program = await runCode('', { command, args, stdin: 'first\nsecond\n' })
  expect(program).toMatchObject({ end: exitedWell, stdout: { text: 'first\nsecond\n' } })
})

test.each([
  ['never reads', 'print("done")'],
  ['closes its input and goes on', 'import os, time; os.close(0); time.sleep(0.2); print("done")'],
  ['reads a part', 'import sys; sys.stdin.buffer.read(10); print("done")'],
])('a program that %s of a megabyte ends as it would', async (_, code) => {
  const program = await runCode(code, { stdin: megabyte })
  expect(program).toMatchObject({ end: exitedWell, stdout: { text: 'done\n' }, stderr: { text: '' } })
})

test('a program that hangs without reading is ended at its deadline', async () => {
  const program = await runCode('import time; time.sleep(300)', { stdin: megabyte, timeoutMs: 500 })
  expect(program.end).toMatchObject({ kind: 'timed-out' })
})

test('the input leaves no file behind', async () => {
  const folder = makeFolder()
  const code = 'import os; print(os.listdir("."))'
  const program = await launchProgram(requestPython(folder, ['-c', code], { stdin: 'text' }), null)
  expect(program.stdout.text).not.toContain('input')
  expect(readdirSync(folder)).toEqual(['stdout'])
})

test('an input that cannot be put down is a start that failed', async () => {
  const folder = makeFolder()
  await launchProgram(requestPython(folder, ['-c', 'open("stdout.input", "w")']), null)
  const stdoutFile = join(folder, 'stdout')
  const program = await launchProgram(
    requestPython(folder, ['-c', 'pass'], { stdin: 'text', stdoutFile, stderrFile: join(folder, 'other') }),
    null,
  )
  expect(program.end).toMatchObject({ kind: 'not-started', code: 'EEXIST' })
})
