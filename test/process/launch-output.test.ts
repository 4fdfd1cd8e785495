// A limit on the size of the streams: more than that is no answer, and does not fill the disk.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchProgram } from '../../src/process/launch.js'
import { fixtureProgram, isRunning, makeFolder, readFamily, requestPython, runCode } from './programs.js'

const limit = 1024 * 1024

test.each(['stdout', 'stderr'] as const)('a program that writes on and on to %s is ended', async (stream) => {
  const folder = makeFolder()
  const code = `import sys
while True: sys.${stream}.buffer.write(b"x" * 65536)`
  const request = requestPython(folder, ['-c', code], { maxOutputBytes: limit })
  const program = await launchProgram(request, null)
  expect(program.end).toEqual({ kind: 'output-too-large', limitBytes: limit, stream })
  expect(program[stream].totalBytes).toBeGreaterThan(limit)
  expect(statSync(join(folder, stream)).size).toBe(limit)
})

test('the whole family ends, also when it ignores SIGTERM', async () => {
  const folder = makeFolder()
  const file = join(folder, 'pids')
  const code = `import subprocess, sys, os, time, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen([sys.executable, ${JSON.stringify(fixtureProgram('family.py'))}, ${JSON.stringify(file)}, "stubborn"])
while not os.path.exists(${JSON.stringify(file)}): time.sleep(0.01)
while True: sys.stdout.buffer.write(b"x" * 65536); time.sleep(0.001)`
  const request = requestPython(folder, ['-c', code], { maxOutputBytes: limit })
  expect((await launchProgram(request, null)).end).toMatchObject({ kind: 'output-too-large' })
  expect((await readFamily(file)).filter(isRunning)).toEqual([])
})

test('200 MB are cut', async () => {
  const folder = makeFolder()
  const code = 'process.stdout.write(Buffer.alloc(200 * 1024 * 1024, "x"))'
  const request = requestPython(folder, ['-e', code], { command: process.execPath, maxOutputBytes: limit })
  const program = await launchProgram(request, null)
  expect(program.end).toEqual({ kind: 'output-too-large', limitBytes: limit, stream: 'stdout' })
  expect(statSync(join(folder, 'stdout')).size).toBe(limit)
})

test('what was written before anybody looked is too much as well', async () => {
  const args = ['-c', 'echo one; echo two >&2']
  const program = await runCode('', { command: 'sh', args, maxOutputBytes: 3 })
  expect(program).toMatchObject({
    end: { kind: 'output-too-large', limitBytes: 3, stream: 'stdout' },
    stdout: { totalBytes: 4 },
  })
})

test('exactly the limit is not too much', async () => {
  const folder = makeFolder()
  const request = requestPython(folder, [fixtureProgram('write_bytes.py'), String(limit)], {
    maxOutputBytes: limit,
  })
  const program = await launchProgram(request, null)
  expect(program.end).toEqual({ kind: 'exited', exitCode: 0 })
  expect(readFileSync(join(folder, 'stdout'))).toHaveLength(limit)
})

test('a program that timed out has timed out, however much it wrote', async () => {
  const code = 'import sys, time; time.sleep(300)'
  const program = await runCode(code, { maxOutputBytes: limit, timeoutMs: 500 })
  expect(program.end).toMatchObject({ kind: 'timed-out' })
})

test('a program that closes its output and lives on is waited for', async () => {
  const code =
    'import os, time; print("bye", flush=True); os.close(1); os.close(2); time.sleep(0.3); os._exit(4)'
  const program = await runCode(code, { maxOutputBytes: limit })
  expect(program).toMatchObject({ end: { kind: 'exited', exitCode: 4 }, stdout: { text: 'bye\n' } })
})
