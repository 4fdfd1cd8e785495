// Scripts that are forked from a warm interpreter, and what happens when one of both is ended.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isGroupAlive } from '../../../src/process/group.js'
import { openLauncher, parentOf, readProcessId } from './forking.js'

/** Says that it runs, and does so until it is ended; a second run of it comes to an end. */
const stuck = `import os, subprocess, sys, time
print("begun", flush=True)
again = os.path.exists("pid")
child = subprocess.Popen(["sleep", "300"]) if not again else None
with open("pid.new", "w") as file:
    file.write("%d\\n" % os.getpid())
os.rename("pid.new", "pid")
while not again:
    time.sleep(1)
print("done")
`

describe('a forked script', () => {
  test('prints to its files and ends as it ends; the interpreter behind it takes the next one', async () => {
    const { run, launcher } = openLauncher()
    const first = await run(
      'import sys\nprint("out", sys.argv[1:])\nprint("err", file=sys.stderr)\nsys.exit(3)\n',
    )
    expect(first).toMatchObject({
      plainStart: null,
      end: { kind: 'exited', exitCode: 3 },
      stdout: { text: "out ['context.json']\n" },
      stderr: { text: 'err\n' },
    })
    const { idle } = launcher
    expect(idle).toHaveLength(1)
    const second = await run('import os\nos.kill(os.getpid(), 9)\n')
    expect(second).toMatchObject({ plainStart: null, end: { kind: 'signaled', signal: 'SIGKILL' } })
    expect(launcher.idle).toEqual(idle)
  })

  test('runs the bytes that it was given, under the path of its file', async () => {
    const { run, folder } = openLauncher()
    const path = join(folder, 'script/check1.py')
    const bytes = Buffer.from('print(__file__, "sealed")\n')
    const ended = await run('print("on disk")\n', { script: { path, bytes } })
    expect(ended.stdout.text).toBe(`${path} sealed\n`)
  })

  test('is ended with its children when its time is up, and the interpreter stays', async () => {
    const { run, launcher, folder } = openLauncher()
    await run('')
    const { idle } = launcher
    const ended = await run(stuck, { timeoutMs: 500 })
    expect(ended).toMatchObject({ plainStart: null, end: { kind: 'timed-out', forced: false } })
    expect(isGroupAlive(await readProcessId(join(folder, 'pid')))).toBe(false)
    expect(launcher.idle).toEqual(idle)
  })

  test('is ended with its children when the run is cancelled', async () => {
    const { run, folder } = openLauncher()
    const cancel = new AbortController()
    const running = run(stuck, { signal: cancel.signal })
    const pid = await readProcessId(join(folder, 'pid'))
    cancel.abort()
    expect(await running).toMatchObject({ end: { kind: 'cancelled' } })
    expect(isGroupAlive(pid)).toBe(false)
  })

  test('never begins when the run is cancelled while its interpreter starts', async () => {
    const { run, folder } = openLauncher()
    const site = join(folder, 'site')
    mkdirSync(site)
    writeFileSync(
      join(site, 'sitecustomize.py'),
      'open("starting", "w").close()\nimport time; time.sleep(0.5)\n',
    )
    const cancel = new AbortController()
    const env = { PATH: process.env.PATH ?? '', PYTHONPATH: site }
    const running = run('open("ran", "w").close()\nimport time; time.sleep(300)', {
      signal: cancel.signal,
      env,
    })
    await expect.poll(() => existsSync(join(folder, 'starting'))).toBe(true)
    cancel.abort()
    expect(await running).toMatchObject({ end: { kind: 'cancelled' } })
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })

  test('is registered with the watchdog while it runs', async () => {
    const { run, folder, watchdog } = openLauncher()
    const cancel = new AbortController()
    const running = run(stuck, { signal: cancel.signal })
    const pid = await readProcessId(join(folder, 'pid'))
    expect(watchdog.groups).toEqual([parentOf(pid), pid])
    cancel.abort()
    await running
    expect(watchdog.groups).not.toContain(pid)
  })

  test('two at once have an interpreter each', async () => {
    const { run, launcher } = openLauncher()
    await Promise.all([run('print(1)'), run('print(2)')])
    expect(launcher.idle).toHaveLength(2)
  })
})

describe('when the interpreter behind the scripts is killed', () => {
  test('while a script runs, the script is ended, runs again by plain start, and says so', async () => {
    const { run, folder, launcher } = openLauncher()
    const running = run(stuck)
    const pid = await readProcessId(join(folder, 'pid'))
    process.kill(parentOf(pid), 'SIGKILL')
    expect(await running).toMatchObject({
      plainStart: 'the fork server ended while the script ran',
      end: { kind: 'exited', exitCode: 0 },
      stdout: { text: 'begun\ndone\n' },
    })
    expect(isGroupAlive(pid)).toBe(false)
    expect(await run('')).toMatchObject({ plainStart: null })
    expect(launcher.idle).toHaveLength(1)
  })

  test('while nothing runs, another one takes its place', async () => {
    const { run, launcher } = openLauncher()
    await run('')
    const [server = 0] = launcher.idle
    process.kill(server, 'SIGKILL')
    await expect.poll(() => isGroupAlive(server)).toBe(false)
    const ended = await run('print("again")')
    expect(ended.stdout.text).toBe('again\n')
    expect(ended.plainStart).toBe(null)
    expect(launcher.idle).not.toContain(server)
  })

  test('again and again, scripts start plainly in the end', async () => {
    const { run, folder } = openLauncher()
    for (let count = 0; count < 10; count += 1) {
      const running = run(stuck)
      const pid = await readProcessId(join(folder, 'pid'))
      process.kill(parentOf(pid), 'SIGKILL')
      expect(await running).toMatchObject({ plainStart: 'the fork server ended while the script ran' })
      rmSync(join(folder, 'pid'))
    }
    expect(await run('')).toMatchObject({ plainStart: 'fork servers kept ending' })
  })
})

test('closing ends the interpreters, and nothing is left beside the streams', async () => {
  const { run, launcher, folder, watchdog } = openLauncher()
  await Promise.all([run('print(1)'), run('')])
  const { idle } = launcher
  launcher.close()
  for (const server of idle) await expect.poll(() => isGroupAlive(server)).toBe(false)
  expect(watchdog.groups).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['out1', 'scratch', 'script'])
})

describe('a plain start', () => {
  test.each([
    ['a word in the script', {}, 'import gc\nprint("yes")\n', 'the script uses the garbage collector'],
    ['a variable', { PYTHONINSPECT: '' }, 'print("yes")\n', 'PYTHONINSPECT is set'],
    ['an empty PYTHONPATH', { PYTHONPATH: '' }, 'print("yes")\n', 'PYTHONPATH is set and empty'],
  ])('is asked for by %s', async (_, environment, script, plainStart) => {
    const { run, launcher } = openLauncher(environment)
    expect(await run(script)).toMatchObject({ plainStart, stdout: { text: 'yes\n' } })
    expect(launcher.idle).toEqual([])
  })

  test.each([
    ['prints', 'print("hello")', 'something is printed at the start of the interpreter'],
    [
      'starts a thread',
      'import threading, time; threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()',
      'threads run from the start of the interpreter on',
    ],
    [
      'opens a file',
      'import sys; sys.kept = open(__file__)',
      'files are open from the start of the interpreter on',
    ],
    ['ends the process', 'import os; os._exit(0)', 'the interpreter ends at its start'],
  ])('is what scripts get when sitecustomize %s', async (_, code, plainStart) => {
    const { run, folder, launcher } = openLauncher()
    const site = join(folder, 'site')
    mkdirSync(site)
    writeFileSync(join(site, 'sitecustomize.py'), `${code}\n`)
    const env = { PATH: process.env.PATH ?? '', PYTHONPATH: site }
    expect(await run('print("yes")', { env })).toMatchObject({ plainStart })
    expect(await run('print("yes")', { env })).toMatchObject({ plainStart })
    expect(launcher.idle).toEqual([])
  })

  test('is what a script gets that does not compile, with the words of the interpreter itself', async () => {
    const { run, folder } = openLauncher()
    const { stderr, end } = await run('x = "\\d"\nprint(1\n')
    expect(end).toEqual({ kind: 'exited', exitCode: 1 })
    expect(stderr.text).toContain(`File "${join(folder, 'script/check1.py')}", line 2`)
    expect(stderr.text).toContain('SyntaxError')
    expect(existsSync(join(folder, 'err1')) && readFileSync(join(folder, 'err1'), 'utf8')).toBe(stderr.text)
  })
})
