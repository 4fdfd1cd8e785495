// Where the streams of a program go, and what it sees of its surroundings.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchProgram } from '../../src/process/launch.js'
import { fixtureProgram, makeFolder, python, requestPython, runCode } from './programs.js'

test('stdout and stderr go to files that only their owner may read', async () => {
  const folder = makeFolder()
  const code = 'import sys; print("out"); print("err", file=sys.stderr)'
  const program = await launchProgram(requestPython(folder, ['-c', code]), null)
  expect(program).toEqual({
    end: { kind: 'exited', exitCode: 0 },
    stdout: { text: 'out\n', totalBytes: 4 },
    stderr: { text: 'err\n', totalBytes: 4 },
    leftovers: false,
  })
  expect(readFileSync(join(folder, 'stdout'), 'utf8')).toBe('out\n')
  expect(statSync(join(folder, 'stdout')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'stderr')).mode & 0o777).toBe(0o600)
})

test('the file of a stream that stayed empty is removed', async () => {
  const folder = makeFolder()
  await launchProgram(requestPython(folder, ['-c', 'print(1)']), null)
  expect(existsSync(join(folder, 'stdout'))).toBe(true)
  expect(existsSync(join(folder, 'stderr'))).toBe(false)
})

test('3 MB of output stay in the file and 16 KiB of them in memory', async () => {
  const folder = makeFolder()
  const program = await launchProgram(
    requestPython(folder, [fixtureProgram('write_bytes.py'), '3000000']),
    null,
  )
  expect(program.stdout.totalBytes).toBe(3_000_000)
  expect(Buffer.byteLength(program.stdout.text)).toBe(16 * 1024)
  const whole = readFileSync(join(folder, 'stdout'), 'utf8')
  expect(whole).toHaveLength(3_000_000)
  expect(whole.endsWith(program.stdout.text)).toBe(true)
})

test('a program that opens its own stderr anew leaves no hole in the file', async () => {
  const program = await runCode(
    'import os, sys; sys.stderr.write("before" * 9); sys.stderr.flush(); os.system("echo shell > /dev/stderr"); sys.stderr.write("after")',
  )
  expect(program.stderr.text).not.toContain('\0')
  expect(program.stderr.text).toMatch(/after$/)
})

test('a program that replaces its stdout file cannot lead the reading elsewhere', async () => {
  const folder = makeFolder()
  const code = 'import os; print("real", flush=True); os.remove("stdout"); os.mkfifo("stdout")'
  const program = await launchProgram(requestPython(folder, ['-c', code]), null)
  expect(program.stdout).toEqual({ text: 'real\n', totalBytes: 5 })
})

test('a program gets its arguments, folder and environment as asked, nothing else, and no input', async () => {
  const folder = makeFolder()
  const args = ['', 'a b', '"$HOME"', '*', 'ü', '-x', '\\']
  const env = { LC_CTYPE: 'C.UTF-8', NAME: 'a=b' }
  const program = await launchProgram(
    requestPython(folder, [fixtureProgram('tell_surroundings.py'), ...args], { env }),
    null,
  )
  expect(program.stderr.text).toBe('')
  const seen = JSON.parse(program.stdout.text)
  expect(seen).toMatchObject({ argv: args, cwd: folder, env, input: '' })
  expect(Object.keys(seen.env).sort()).toEqual(['LC_CTYPE', 'NAME'])
})

test('a program leads its own process group and session and inherits no descriptor of ours', async () => {
  const program = fixtureProgram('tell_surroundings.py')
  const plain = JSON.parse(execFileSync(python, [program], { encoding: 'utf8', input: '' }))
  const launched = await launchProgram(requestPython(makeFolder(), [program]), null)
  expect(JSON.parse(launched.stdout.text)).toMatchObject({
    leads_group: true,
    leads_session: true,
    descriptors: plain.descriptors,
  })
})

test('invalid UTF-8 is replaced, not refused', async () => {
  const program = await runCode(String.raw`import os; os.write(1, b"a\xff\xfe\xc3(b")`)
  expect(program.stdout).toEqual({ text: 'a\ufffd\ufffd\ufffd(b', totalBytes: 6 })
})
