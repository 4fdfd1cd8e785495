// Deadlines, cancellation, and what a program leaves behind: nothing of its group survives.
import { getEventListeners } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launchProgram } from '../../src/process/launch.js'
import { watchForStop } from '../../src/process/stop-request.js'
import { fixtureProgram, isRunning, makeFolder, readFamily, requestPython, runCode } from './programs.js'

const family = fixtureProgram('family.py')

test('a deadline ends a whole family that ignores SIGTERM, by force', async () => {
  const folder = makeFolder()
  const pids = join(folder, 'pids')
  const request = requestPython(folder, [family, pids, 'stubborn'], { timeoutMs: 3000 })
  const program = await launchProgram(request, null)
  expect(program.end).toEqual({ kind: 'timed-out', afterMs: 3000, forced: true })
  expect((await readFamily(pids)).filter(isRunning)).toEqual([])
})

test('a deadline ends a family that obeys SIGTERM without force', async () => {
  const folder = makeFolder()
  const pids = join(folder, 'pids')
  const program = await launchProgram(requestPython(folder, [family, pids], { timeoutMs: 3000 }), null)
  expect(program.end).toEqual({ kind: 'timed-out', afterMs: 3000, forced: false })
  expect((await readFamily(pids)).filter(isRunning)).toEqual([])
})

test('a program that exits with 0 on SIGTERM has still timed out', async () => {
  const code = `import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: (print("told to end"), sys.exit(0)))
print("up", flush=True)
time.sleep(60)`
  const program = await runCode(code, { timeoutMs: 2000 })
  expect(program.end).toMatchObject({ kind: 'timed-out', forced: false })
  expect(program.stdout.text).toBe('up\ntold to end\n')
})

test('a deadline longer than any timer of Node does not fire at once', async () => {
  const program = await runCode('import time; time.sleep(0.3)', { timeoutMs: 2 ** 40 })
  expect(program.end).toEqual({ kind: 'exited', exitCode: 0 })
})

test('cancelling ends the whole family', async () => {
  const folder = makeFolder()
  const file = join(folder, 'pids')
  const abort = new AbortController()
  const running = launchProgram(
    requestPython(folder, [family, file, 'stubborn'], { signal: abort.signal }),
    null,
  )
  const pids = await readFamily(file)
  abort.abort()
  expect((await running).end).toEqual({ kind: 'cancelled' })
  expect(pids.filter(isRunning)).toEqual([])
})

test('a program whose run is already cancelled never starts', async () => {
  const folder = makeFolder()
  const request = requestPython(folder, ['-c', 'open("started", "w")'], { signal: AbortSignal.abort() })
  const program = await launchProgram(request, null)
  expect(program.end).toEqual({ kind: 'cancelled' })
  expect(existsSync(join(folder, 'started'))).toBe(false)
  expect(existsSync(join(folder, 'stdout'))).toBe(false)
})

test('what a program leaves running is ended and its own exit code stays the result', async () => {
  const folder = makeFolder()
  const file = join(folder, 'pids')
  const program = await launchProgram(requestPython(folder, [family, file, 'stubborn', 'exit=3']), null)
  expect(program).toMatchObject({ end: { kind: 'exited', exitCode: 3 }, leftovers: true })
  expect((await readFamily(file)).filter(isRunning)).toEqual([])
})

test('a child that ends within the grace is no leftover and its output is kept', async () => {
  const code =
    'import subprocess; subprocess.Popen("sleep 0.2; echo late", shell=True); print("first", flush=True)'
  const program = await runCode(code)
  expect(program).toMatchObject({ leftovers: false, stdout: { text: 'first\nlate\n' } })
})

test('many programs at a time on one signal leave no listener and cause no warning', async () => {
  const warnings: string[] = []
  const note = (warning: Error) => warnings.push(warning.name)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const { signal } = new AbortController()
  const timeoutMs = 60_000
  const ends = await Promise.all(
    Array.from({ length: 20 }, async () => (await runCode('pass', { signal, timeoutMs })).end),
  )
  expect(ends).toEqual(ends.map(() => ({ kind: 'exited', exitCode: 0 })))
  await new Promise(setImmediate)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  expect(warnings).toEqual([])
})

test('ten thousand watched requests leave no listener', () => {
  const { signal } = new AbortController()
  const request = requestPython('/', [], { signal, timeoutMs: 1000 })
  for (let count = 0; count < 10_000; count += 1) watchForStop(request).dispose()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
