// The watchdog ends what a killed runner leaves behind, and nothing else.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchProgram } from '../../src/process/launch.js'
import { RUN_VARIABLE } from '../../src/process/run-marker.js'
import { Watchdog } from '../../src/process/watchdog.js'
import { compileSources } from './compile-sources.js'
import {
  findProcesses,
  findWatchdogs,
  fixtureProgram,
  isRunning,
  makeFolder,
  python,
  readFamily,
  requestPython,
  waitUntilGone,
} from './programs.js'

let sources: ReturnType<typeof compileSources>
beforeAll(() => {
  sources = compileSources()
})
afterAll(() => sources.remove())

function startRunner(ending: string, folder: string, args: readonly string[] = []): ChildProcess {
  const runner = spawn(
    process.execPath,
    [fixtureProgram('runner.mjs'), sources.folder, ending, folder, python, ...args],
    { detached: true, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  onTestFinished(() => void runner.kill('SIGKILL'))
  return runner
}

function waitForExit(runner: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => runner.once('exit', (code, signal) => resolve(signal ?? code)))
}

function startMarked(marker: string): number {
  return startSleep({ ...process.env, [RUN_VARIABLE]: `${'c'.repeat(32)}:${marker}` })
}

function startSleep(env = process.env): number {
  const { pid } = spawn('sleep', ['300'], { detached: true, stdio: 'ignore', env })
  if (pid === undefined) throw new Error('sleep did not start')
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  return pid
}

describe('a runner that ends without cleaning up', () => {
  test.each(['SIGKILL', 'SIGINT'] as const)(
    'by %s leaves no program and no private folder',
    async (signal) => {
      const outside = makeFolder()
      const folder = join(outside, `it's "private" $(exit) \\n * ; ü`)
      mkdirSync(folder)
      const file = join(outside, 'pids')
      const runner = startRunner('wait', folder, [fixtureProgram('family.py'), file, 'stubborn'])
      const pids = await readFamily(file)
      const exit = waitForExit(runner)
      // The whole group of the runner, as a terminal would.
      process.kill(-(runner.pid ?? Number.NaN), signal)
      expect(await exit).toBe(signal)
      await waitUntilGone(pids)
      await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false)
    },
  )

  test.each([
    'session stubborn',
    'session unmarked',
    'daemon stubborn',
    'daemon stubborn exit=0',
    'group stubborn unmarked',
  ])('leaves no descendant outside the groups either, where that was asked for: %s', async (words) => {
    const outside = makeFolder()
    const folder = join(outside, 'private')
    mkdirSync(folder)
    const file = join(outside, 'pids')
    const unrelated = startSleep()
    const runner = startRunner('wait-with-descendants', folder, [
      fixtureProgram('leave_group.py'),
      file,
      ...words.split(' '),
    ])
    const pids = await readFamily(file)
    runner.kill('SIGKILL')
    await waitUntilGone(pids)
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false)
    expect(isRunning(unrelated)).toBe(true)
  })

  test('leaves nothing either when its first watchdog was killed', async () => {
    const outside = makeFolder()
    const folder = join(outside, 'private')
    mkdirSync(folder)
    const file = join(outside, 'pids')
    const runner = startRunner('launch-on-signal', folder, [fixtureProgram('family.py'), file, 'stubborn'])
    const find = () => findProcesses('eval-checks-watchdog', runner.pid)
    await expect.poll(find, { timeout: 20_000 }).toHaveLength(1)
    const lost = find()
    for (const pid of lost) process.kill(pid, 'SIGKILL')
    await waitUntilGone(lost)
    runner.kill('SIGUSR2')
    const pids = await readFamily(file)
    runner.kill('SIGKILL')
    await waitUntilGone(pids)
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false)
  })

  test('in the very tick of the start leaves no program', async () => {
    const outside = makeFolder()
    const folder = join(outside, 'private')
    mkdirSync(folder)
    const mark = `mark-${process.pid}-${Date.now()}`
    const runner = startRunner('kill-in-same-tick', folder, ['-c', 'import time; time.sleep(300)', mark])
    expect(await waitForExit(runner)).toBe('SIGKILL')
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false)
    await expect.poll(() => findProcesses(mark), { timeout: 20_000 }).toEqual([])
  })

  test('by returning is not kept alive by the watchdog', async () => {
    const folder = join(makeFolder(), 'private')
    mkdirSync(folder)
    expect(await waitForExit(startRunner('return', folder))).toBe(0)
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false)
  })
})

test('stopping ends registered groups, spares released ones and removes folders with all they hold', async () => {
  const folder = join(makeFolder(), '-rf')
  mkdirSync(join(folder, 'deep'), { recursive: true })
  writeFileSync(join(folder, 'deep', 'file'), '')
  const [watched, released] = [startSleep(), startSleep()]
  const watchdog = Watchdog.start()
  watchdog.ownFolder(folder)
  watchdog.watch(released)
  watchdog.watch(watched)
  watchdog.release(released)
  await watchdog.stop()
  await waitUntilGone([watched])
  expect(isRunning(released)).toBe(true)
  expect(existsSync(folder)).toBe(false)
  expect(findWatchdogs()).toEqual([])
})

test('a number that is given away again at once is registered again', async () => {
  const group = startSleep()
  const watchdog = Watchdog.start()
  watchdog.watch(group)
  watchdog.release(group)
  watchdog.watch(group)
  await watchdog.stop()
  await waitUntilGone([group])
})

test('stopping ends who carries the mark of a registered group, and spares that of a released one', async () => {
  const [watched, released] = [startMarked('a'.repeat(32)), startMarked('b'.repeat(32))]
  const [group, other] = [startSleep(), startSleep()]
  const watchdog = Watchdog.start()
  watchdog.watch(group, 'a'.repeat(32))
  watchdog.watch(other, 'b'.repeat(32))
  watchdog.release(other)
  await watchdog.stop()
  await waitUntilGone([watched, group])
  expect([released, other].filter(isRunning)).toEqual([released, other])
})

test('the watching program ignores what a terminal or a supervisor sends to end programs', async () => {
  const watchdog = Watchdog.start()
  onTestFinished(() => watchdog.stop())
  const [program] = findWatchdogs()
  const wanted = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const
  const mask = wanted.reduce((sum, name) => sum | (1 << (constants.signals[name] - 1)), 0)
  const readIgnored = () => {
    const status = readFileSync(`/proc/${program}/status`, 'utf8')
    return Number.parseInt(/SigIgn:\s*([0-9a-f]+)/.exec(status)?.[1] ?? '', 16) & mask
  }
  await expect.poll(readIgnored, { timeout: 20_000 }).toBe(mask)
})

test('a launched program is registered while its group lives', async () => {
  const folder = makeFolder()
  const file = join(folder, 'pids')
  const watchdog = Watchdog.start()
  onTestFinished(() => watchdog.stop())
  const abort = new AbortController()
  const request = requestPython(folder, [fixtureProgram('family.py'), file], { signal: abort.signal })
  const running = launchProgram(request, watchdog)
  const [leader] = await readFamily(file)
  expect(watchdog.groups).toEqual([leader])
  abort.abort()
  await running
  expect(watchdog.groups).toEqual([])
})

test('a watchdog that was killed is started again with all that is registered', async () => {
  const folder = join(makeFolder(), 'private')
  mkdirSync(folder)
  const [first, second] = [startSleep(), startSleep()]
  const watchdog = Watchdog.start()
  watchdog.ownFolder(folder)
  watchdog.watch(first)
  const [program = Number.NaN] = findWatchdogs()
  process.kill(program, 'SIGKILL')
  await waitUntilGone([program])
  await expect
    .poll(
      () => {
        watchdog.watch(second)
        return findWatchdogs().length
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await watchdog.stop()
  await waitUntilGone([first, second])
  expect(existsSync(folder)).toBe(false)
})

test('a watchdog that was killed and never needed again can be stopped', async () => {
  const folder = join(makeFolder(), 'private')
  mkdirSync(folder)
  const watchdog = Watchdog.start()
  watchdog.ownFolder(folder)
  const [program = Number.NaN] = findWatchdogs()
  process.kill(program, 'SIGKILL')
  await watchdog.stop()
  expect(existsSync(folder)).toBe(false)
})

test.each([0, 1, -1, Number.NaN, 2.5])(
  'the group number %d, which could mean the processes of others, is not taken',
  (group) => {
    const watchdog = Watchdog.start()
    onTestFinished(() => watchdog.stop())
    watchdog.watch(group)
    expect(watchdog.groups).toEqual([])
  },
)

test.each(['relative', '/', '/tmp/..', '/tmp/a\nb'])('the folder %j is refused', async (folder) => {
  const watchdog = Watchdog.start()
  onTestFinished(() => watchdog.stop())
  expect(() => watchdog.ownFolder(folder)).toThrow(expect.objectContaining({ code: 'UNSAFE_FOLDER' }))
})
