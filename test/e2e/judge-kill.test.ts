// Judges that are hard to end or to bear: what they come to, and that nothing of them is left.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeClaudeProject } from './fake-claude.js'
import {
  DEADLINE,
  expectNothingLeft,
  hardEnvironment,
  makeHardProject,
  meetJudges,
  readNotes,
} from './hard-judges.js'
import { spawnCli, spawnNode, spawnVitest, startVitest } from './host.js'
import { judgeThat } from './judge-project.js'
import { expectGone, isRunning, readLatestRun, readProcessIds, readReport } from './run-folders.js'
import { doors } from './running-script.js'
import { statuses } from './small-project.js'

/** The run has 6 s; a machine that is busy with other things gets more. */
const ENDS_WITHIN = { timeout: 20_000, interval: 50 }
const scripts = { 'script-good': 'passed', 'script-bad': 'failed' }

/** The result of the check `judged` after a run in which it is the only judge check. */
async function judgeOnce(project: string) {
  const { stdout, stderr } = await startVitest(project, ['run'], { env: hardEnvironment(project) })
  await expectNothingLeft(project)
  const { folder, report } = readLatestRun(project)
  const result = report.checks.find(({ check_id }) => check_id === 'judged')
  return { folder, result: result ?? expect.fail(stdout + stderr) }
}

test.for(['stubborn', 'escape'])(
  'a judge that does not end in time, %s, is ended by force with all that it started',
  async (behaviour) => {
    const project = makeHardProject({ judged: behaviour }, { harness: 'timeoutSeconds: 2' })
    const { result } = await judgeOnce(project)
    expect(result).toMatchObject({ status: 'error', error_code: 'timed-out', exit_code: null })
    expect(result.error_detail).toContain('by force')
    expect(readNotes(project)).toHaveLength(2)
    expect(existsSync(join(project, `asked-${behaviour}`))).toBe(true)
  },
)

test('a judge that has answered and left a process in a session of its own is believed, and the process is ended', async () => {
  const project = makeHardProject({ judged: 'leave' })
  const { result } = await judgeOnce(project)
  expect(result).toMatchObject({ status: 'passed', reason: 'leave' })
  expect(readNotes(project)).toHaveLength(1)
})

test('a judge that closes its output and lives on has not answered', async () => {
  const project = makeHardProject({ judged: 'close' }, { harness: 'timeoutSeconds: 2' })
  const { result } = await judgeOnce(project)
  expect(result).toMatchObject({ status: 'error', score: 0, error_code: 'timed-out' })
  expect(result.stdout).toContain('"score": 1')
})

test('a judge that never reads its prompt may answer, however long the prompt is', async () => {
  const project = makeHardProject(
    {},
    {
      judge: 'deaf',
      files: { 'eval_checks/judged.yaml': judgeThat('judged', 'nothing', `  ${'x'.repeat(1_000_000)}\n`) },
    },
  )
  const { result } = await judgeOnce(project)
  expect(result).toMatchObject({ status: 'passed', reason: 'whatever you say' })
})

test('a judge that prints 200 MB is ended, and its verdict is not looked for', async () => {
  const project = makeHardProject({ judged: 'flood' })
  const { folder, result } = await judgeOnce(project)
  expect(result).toMatchObject({ status: 'error', score: 0, error_code: 'output-too-large' })
  expect(Buffer.byteLength(result.stdout)).toBeLessThanOrEqual(16 * 1024)
  expect(statSync(join(folder, 'report.json')).size).toBeLessThan(200 * 1024)
})

describe.each(doors)('an interrupted $door', ({ spawn }) => {
  test.for<NodeJS.Signals>(['SIGINT', 'SIGTERM'])(
    'by %s ends judges that do not want to end, and keeps what was measured',
    async (signal) => {
      const project = makeHardProject({
        good: 'pass',
        bad: 'fail',
        one: 'stubborn',
        two: 'escape',
        three: 'close',
      })
      const ended = ['bad', 'good', 'script-bad', 'script-good']
      const { child, folder } = await meetJudges(project, spawn, { count: 5, ended })
      // Not by the child's own method, which would have SIGKILL follow SIGTERM.
      const processId = child.pid ?? expect.fail('no process')
      process.kill(processId, signal)
      await expect.poll(() => isRunning(processId), ENDS_WITHIN).toBe(false)
      const { exitCode, stdout, stderr } = await child
      expect(exitCode, stdout + stderr).toBe(1)
      await expectNothingLeft(project)
      expect([
        existsSync(join(project, 'asked-stubborn')),
        existsSync(join(project, 'asked-escape')),
      ]).toEqual([true, true])
      expect(readReport(folder)).toMatchObject({
        run_status: 'interrupted',
        run_passed: false,
        total_points: 7,
        points_earned: 2,
        not_run: ['one', 'three', 'two'],
      })
      expect(statuses(project)).toEqual({ good: 'passed', bad: 'failed', ...scripts })
      expect(readReport(folder).judging).toMatchObject({ calls: 2, errors: 0 })
      expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('three')
    },
  )

  test('starts none of the judges that wait for a free place', async () => {
    const project = makeHardProject(
      { a: 'stubborn', b: 'stubborn', c: 'stubborn', d: 'stubborn', e: 'stubborn' },
      { harness: 'maxParallel: 2' },
    )
    const { child, folder } = await meetJudges(project, spawn, {
      count: 4,
      ended: ['script-bad', 'script-good'],
    })
    child.kill('SIGINT')
    expect((await child).exitCode).toBe(1)
    await expectNothingLeft(project)
    expect(readNotes(project)).toHaveLength(4)
    expect(readReport(folder)).toMatchObject({
      run_status: 'interrupted',
      not_run: ['a', 'b', 'c', 'd', 'e'],
    })
    expect(statuses(project)).toEqual(scripts)
  })

  test('does not wait until a busy server wants to be asked again', async () => {
    const project = makeHardProject({ busy: 'limited' })
    const { child, folder, processes } = await meetJudges(project, spawn, {
      count: 1,
      ended: ['script-bad', 'script-good'],
    })
    await expect.poll(() => processes.filter(isRunning), DEADLINE).toEqual([])
    child.kill('SIGINT')
    expect((await child).exitCode).toBe(1)
    await expectNothingLeft(project)
    expect(readReport(folder)).toMatchObject({ run_status: 'interrupted', not_run: ['busy'] })
    expect(readNotes(project)).toHaveLength(1)
  })

  test('by kill -9 leaves no judge, and its report can be made of what was done', async () => {
    const project = makeHardProject({ good: 'pass', one: 'stubborn', two: 'escape' })
    const ended = ['good', 'script-bad', 'script-good']
    const { child, folder } = await meetJudges(project, spawn, { count: 4, ended })
    child.kill('SIGKILL')
    expect((await child).signal).toBe('SIGKILL')
    await expectNothingLeft(project)
    const rebuilt = spawnCli(project, ['report', 'rebuild', folder])
    rebuilt.stdin.end()
    expect((await rebuilt).exitCode).toBe(1)
    expect(readReport(folder)).toMatchObject({
      run_status: 'interrupted',
      not_run: ['one', 'two'],
      judging: { calls: 1 },
    })
  })

  test('by --bail 1 ends the judges that are at work', async () => {
    const project = makeHardProject(
      { one: 'stubborn', two: 'escape', three: 'hold' },
      {
        files: {
          // Fails only when all judges are at work.
          'eval_checks/script-bad.yaml': `schema_version: 1
id: script-bad
type: deterministic
description: Fails when everybody is there
script: |
  import os, time
  notes = os.environ["AGENT_PROCESSES"]
  while not os.path.exists(notes) or open(notes).read().count("\\n") < 5:
      time.sleep(0.05)
  raise SystemExit("not good")
`,
        },
      },
    )
    const child = spawn(project, ['run', '--bail', '1'], { env: hardEnvironment(project) })
    child.stdin.end()
    const { exitCode, stdout, stderr } = await child
    expect(exitCode, stdout + stderr).toBe(1)
    await expectNothingLeft(project)
    const { report } = readLatestRun(project)
    expect(report).toMatchObject({
      run_status: 'bailed',
      run_passed: false,
      total_points: 5,
      failed_checks: 1,
      errored_checks: 0,
    })
    // The other script may have come to its end or not.
    const all = ['one', 'script-bad', 'script-good', 'three', 'two']
    expect(report.not_run).toEqual(expect.arrayContaining(['one', 'three', 'two']))
    expect([...report.checks.map(({ check_id }) => check_id), ...report.not_run].sort()).toEqual(all)
  })
})

const cancelling = `import { createVitest } from 'vitest/node'
const vitest = await createVitest('test', { watch: false })
process.on('SIGUSR2', () => vitest.cancelCurrentRun('keyboard-input'))
await vitest.start()
await vitest.close()
`

test('a run that Vitest cancels ends its judges and keeps what was measured', async () => {
  const project = makeHardProject(
    { good: 'pass', one: 'stubborn', two: 'escape' },
    { files: { 'run.mjs': cancelling } },
  )
  const spawnRun: typeof spawnVitest = (folder, _args, options) => spawnNode(folder, ['run.mjs'], options)
  const ended = ['good', 'script-bad', 'script-good']
  const { child, folder } = await meetJudges(project, spawnRun, { count: 4, ended })
  child.kill('SIGUSR2')
  expect((await child).exitCode).toBe(1)
  await expectNothingLeft(project)
  expect(readReport(folder)).toMatchObject({ run_status: 'interrupted', not_run: ['one', 'two'] })
  expect(statuses(project)).toEqual({ good: 'passed', ...scripts })
})

test('a watch session that is ended leaves no judge', async () => {
  const project = makeHardProject({ one: 'stubborn', two: 'escape' })
  const args = ['--watch', 'eval_checks/one.yaml', 'eval_checks/two.yaml']
  const { child } = await meetJudges(project, spawnVitest, { args, count: 4 })
  child.kill('SIGINT')
  await child
  await expectNothingLeft(project)
})

test.each(doors)(
  'an interrupted $door waits for no agent that does not even say its version',
  async ({ spawn }) => {
    const project = makeClaudeProject({ one: 'pass' })
    const hanging = join(project, 'hanging')
    const child = spawn(project, ['run'], {
      env: { AGENT_VERSION_HANGS: hanging, ANTHROPIC_API_KEY: 'key-of-nobody' },
    })
    child.stdin.end()
    await expect.poll(() => existsSync(hanging) && readFileSync(hanging, 'utf8'), DEADLINE).toMatch(/\n/)
    const runner = child.pid ?? expect.fail('no process')
    child.kill('SIGINT')
    await expect.poll(() => isRunning(runner), ENDS_WITHIN).toBe(false)
    await expectGone(readProcessIds(hanging))
    expect((await child).exitCode).toBe(1)
    expect(readLatestRun(project).report).toMatchObject({ run_status: 'interrupted', not_run: ['one'] })
  },
)

test('a run that is killed does not touch the judges of another one in the same project', async () => {
  const project = makeHardProject({ one: 'hold', two: 'hold' })
  const ended = ['script-bad', 'script-good']
  const first = await meetJudges(project, spawnVitest, { name: 'first', count: 2, ended })
  const second = await meetJudges(project, spawnCli, { name: 'second', count: 2, ended })
  expect(second.folder).not.toBe(first.folder)
  first.child.kill('SIGKILL')
  await first.child
  await expect.poll(() => first.processes.filter(isRunning), DEADLINE).toEqual([])
  expect(second.processes.filter(isRunning)).toEqual(second.processes)
  writeFileSync(join(project, 'release'), '')
  expect((await second.child).exitCode).toBe(1)
  expect(statuses(project)).toEqual({ one: 'passed', two: 'passed', ...scripts })
  await expectNothingLeft(project, 'first')
  await expectNothingLeft(project, 'second')
})

test('more workers of Vitest do not make more judges work at a time', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `c${index}`)
  const project = makeHardProject(Object.fromEntries(ids.map((id) => [id, 'overlap'])), {
    harness: 'maxParallel: 3',
  })
  const { stdout } = await startVitest(project, ['run', '--maxWorkers', '8'], {
    env: hardEnvironment(project),
  })
  expect(statuses(project), stdout).toMatchObject(Object.fromEntries(ids.map((id) => [id, 'passed'])))
  let working = 0
  const overlaps = readNotes(project).map((note) => {
    working += note === '+' ? 1 : -1
    return working
  })
  expect(overlaps).toHaveLength(18)
  expect(Math.max(...overlaps)).toBe(3)
})
