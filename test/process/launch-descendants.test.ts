// What left its process group ends with the program that started it, and nobody else does.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ProgramRequest } from '../../src/contracts/program.js'
import { launchProgram } from '../../src/process/launch.js'
import { RUN_VARIABLE } from '../../src/process/run-marker.js'
import {
  fixtureProgram,
  isRunning,
  makeFolder,
  python,
  readFamily,
  requestPython,
  runCode,
  waitUntilGone,
} from './programs.js'

const leaveGroup = fixtureProgram('leave_group.py')
const sweep = { sweepDescendants: true, graceMs: 300 } as const

/** Starts the program that leaves its group; `family` resolves with the numbers of it and its child. */
function start(words: readonly string[], more: Partial<ProgramRequest> = {}) {
  const folder = makeFolder()
  const file = join(folder, 'pids')
  const ended = launchProgram(requestPython(folder, [leaveGroup, file, ...words], more), null)
  return { ended, family: readFamily(file) }
}

/** Kills after the test what it may have left. */
function killAfterwards(pids: readonly number[]): void {
  onTestFinished(() => {
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL')
  })
}

describe.runIf(process.platform === 'linux')('descendants outside the group', () => {
  test.each([
    'session',
    'session stubborn',
    'session unmarked',
    'group stubborn unmarked',
    'daemon',
    'daemon stubborn',
    'orphan stubborn unmarked',
  ])('%s: end when the run is cancelled', async (words) => {
    const abort = new AbortController()
    const { ended, family } = start(words.split(' '), { ...sweep, signal: abort.signal })
    const pids = await family
    killAfterwards(pids)
    abort.abort()
    expect(await ended).toMatchObject({ end: { kind: 'cancelled' }, leftovers: false })
    expect(pids.filter(isRunning)).toEqual([])
  })

  test.each([
    ['session', false],
    ['daemon stubborn', true],
  ])('%s: end at the deadline; by force: %s', async (words, forced) => {
    const { ended, family } = start(words.split(' '), { ...sweep, timeoutMs: 2000 })
    const pids = await family
    killAfterwards(pids)
    expect((await ended).end).toEqual({ kind: 'timed-out', afterMs: 2000, forced })
    expect(pids.filter(isRunning)).toEqual([])
  })

  test.each(['session exit=3', 'daemon exit=3', 'daemon stubborn exit=3', 'orphan unmarked exit=3'])(
    '%s: end after a normal exit, which stays the result, and are told as leftovers',
    async (words) => {
      const { ended, family } = start(words.split(' '), sweep)
      const pids = await family
      killAfterwards(pids)
      expect(await ended).toMatchObject({ end: { kind: 'exited', exitCode: 3 }, leftovers: true })
      expect(pids.filter(isRunning)).toEqual([])
    },
  )

  test('end also when their environment is empty and their parent exits, once they were seen', async () => {
    const folder = makeFolder()
    const file = join(folder, 'pids')
    const code = `import subprocess, sys, time
subprocess.Popen([sys.executable, ${JSON.stringify(leaveGroup)}, ${JSON.stringify(file)}, "session", "unmarked"], env={}, start_new_session=True)
time.sleep(2.5)`
    const ended = launchProgram(requestPython(folder, ['-c', code], sweep), null)
    const pids = await readFamily(file)
    killAfterwards(pids)
    expect(await ended).toMatchObject({ end: { kind: 'exited', exitCode: 0 }, leftovers: true })
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('that end by themselves right after the program are no leftovers', async () => {
    const program = await runCode(
      'import subprocess; subprocess.Popen("sleep 0.3; echo late", shell=True, start_new_session=True)',
      sweep,
    )
    expect(program).toMatchObject({ leftovers: false, stdout: { text: 'late\n' } })
  })

  test('get SIGTERM first and may clean up', async () => {
    const folder = makeFolder()
    const child = `import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: (open("cleaned", "w").write("yes"), sys.exit(0)))
open("up", "w").close()
time.sleep(300)`
    const code = `import subprocess, sys, os, time
subprocess.Popen([sys.executable, "-c", ${JSON.stringify(child)}], start_new_session=True)
while not os.path.exists("up"): time.sleep(0.01)`
    const program = await launchProgram(requestPython(folder, ['-c', code], sweep), null)
    expect(program.leftovers).toBe(true)
    expect(readFileSync(join(folder, 'cleaned'), 'utf8')).toBe('yes')
  })

  test('that keep starting others in new sessions end all the same', async () => {
    const folder = makeFolder()
    const code = `import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
first = os.getpid()
with open("pids.part", "w") as out: out.write("%d %d" % (first, first))
os.rename("pids.part", "pids")
for step in range(2000):
    if os.fork() > 0: os._exit(0) if step else time.sleep(300)
    os.setsid()
    time.sleep(0.02)`
    const abort = new AbortController()
    const request = requestPython(folder, ['-c', code], { ...sweep, signal: abort.signal })
    const ended = launchProgram(request, null)
    await readFamily(join(folder, 'pids'))
    abort.abort()
    expect((await ended).end).toEqual({ kind: 'cancelled' })
    const inFolder = readdirSync('/proc').filter((name) => {
      try {
        return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder
      } catch {
        return false
      }
    })
    expect(inFolder).toEqual([])
  })

  test('stay when nobody asked for them, and no variable is set', async () => {
    const { ended, family } = start(['daemon', 'exit=0'])
    const [, daemon = Number.NaN] = await family
    killAfterwards([daemon])
    expect(await ended).toMatchObject({ end: { kind: 'exited', exitCode: 0 }, leftovers: false })
    expect(isRunning(daemon)).toBe(true)
    const seen = await runCode(`import os; print(os.environ.get("${RUN_VARIABLE}"))`)
    expect(seen.stdout.text).toBe('None\n')
  })
})

test('unrelated processes and other programs of the run are not touched', async () => {
  const options = { detached: true, stdio: 'ignore' } as const
  const unrelated = [
    spawn('sleep', ['300'], options),
    spawn('sleep', ['300'], { ...options, env: { PATH: process.env.PATH, [RUN_VARIABLE]: 'f'.repeat(32) } }),
  ].map(({ pid }) => pid ?? Number.NaN)
  const abort = new AbortController()
  const other = start(['daemon'], { ...sweep, signal: abort.signal })
  const others = await other.family
  killAfterwards([...unrelated, ...others])
  const { ended, family } = start(['daemon', 'stubborn'], { ...sweep, timeoutMs: 1500 })
  const pids = await family
  await ended
  await waitUntilGone(pids)
  expect([...unrelated, ...others].filter(isRunning)).toEqual([...unrelated, ...others])
  abort.abort()
  await other.ended
  await waitUntilGone(others)
  expect(unrelated.filter(isRunning)).toEqual(unrelated)
})

test('the mark of a run around this one stays in the environment', async () => {
  const code = `import os; print(os.environ["${RUN_VARIABLE}"])`
  const env = { PATH: process.env.PATH ?? '', [RUN_VARIABLE]: 'outer' }
  const program = await runCode(code, { env, sweepDescendants: true })
  expect(program.stdout.text).toMatch(/^outer:[0-9a-f]{32}\n$/)
})

test('a program that closes its output, ignores SIGTERM and never reads a megabyte ends all the same', async () => {
  const code = `import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("up", flush=True); os.close(1); os.close(2)
time.sleep(300)`
  const program = await runCode(code, {
    ...sweep,
    timeoutMs: 1500,
    stdin: 'x'.repeat(1024 * 1024),
    command: python,
  })
  expect(program).toMatchObject({ end: { kind: 'timed-out', forced: true }, stdout: { text: 'up\n' } })
})
