// Ctrl-C and --bail: the run ends soon, nothing survives, and what was done is reported.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { linkHost, makeProject, spawnVitest, startCli, startVitest } from './host.js'
import { latestFolder, python, readJournalIds, readLatestRun, readReport } from './run-folders.js'
import {
  doors,
  expectAsked,
  expectNothingSurvives,
  makeStubbornProject,
  meetRunningScript,
} from './running-script.js'

describe.each(doors)('an interrupted $door', ({ spawn }) => {
  test.for<[string, NodeJS.Signals, NodeJS.Signals | null]>([
    ['SIGINT', 'SIGINT', null],
    ['SIGTERM', 'SIGTERM', null],
    ['SIGINT and another one', 'SIGINT', 'SIGINT'],
  ])('by %s ends its script by force and reports what was done', async ([, signal, another]) => {
    const project = makeStubbornProject()
    const { child, folder } = await meetRunningScript(project, spawn)
    child.kill(signal)
    await expectAsked(project)
    if (another !== null) child.kill(another)
    const { exitCode, stdout, stderr } = await child
    expect(exitCode, stdout + stderr).toBe(1)
    await expectNothingSurvives(project)

    expect(readJournalIds(folder)).toEqual(['first', 'second'])
    const report = readReport(folder)
    expect(report).toMatchObject({
      run_status: 'interrupted',
      run_passed: false,
      total_points: 5,
      not_run: ['last', 'later', 'stubborn'],
    })
    expect(report.checks.map(({ check_id, status }) => [check_id, status])).toEqual([
      ['first', 'passed'],
      ['second', 'failed'],
    ])
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('stubborn')
  })
})

describe.each([
  { door: 'vitest run', start: startVitest },
  { door: 'eval-checks run', start: startCli },
])('$door --bail 1', ({ start }) => {
  test('stops at the first check that is not passed and loses none', async () => {
    const ids = ['one', 'two', 'three', 'four']
    const checks = ids.map((id) => {
      const check = {
        schema_version: 1,
        id,
        type: 'deterministic',
        description: id,
        script: 'raise SystemExit(1)',
      }
      return [`eval_checks/${id}.yaml`, JSON.stringify(check)]
    })
    const project = makeProject({
      'vitest.config.mjs':
        "import { evalChecks } from 'vitest-eval-checks'\nexport default { plugins: [evalChecks({ maxParallelChecks: 1, passThreshold: 0 })] }\n",
      ...Object.fromEntries(checks),
    })
    linkHost(project)
    const ended = await start(project, ['run', '--bail', '1'], { env: { EVAL_BANANA_PYTHON: python } })
    expect(ended.exitCode, ended.stdout + ended.stderr).toBe(1)
    const { folder, report } = readLatestRun(project)
    expect(report).toMatchObject({
      run_status: 'bailed',
      run_passed: false,
      total_points: 4,
      failed_checks: 1,
    })
    expect([...report.checks.map(({ check_id }) => check_id), ...report.not_run].sort()).toEqual(ids.sort())
    expect(readJournalIds(folder)).toEqual(report.checks.map(({ check_id }) => check_id))
  })
})

test('an ordinary test that cannot be stopped does not hold an interrupted run back for ever', async () => {
  const busy = `import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
test('busy', () => {
  writeFileSync('busy', String(process.pid))
  for (;;);
}, 0)
`
  const project = makeProject({
    'vitest.config.mjs':
      "import { evalChecks } from 'vitest-eval-checks'\nexport default { plugins: [evalChecks()] }\n",
    'busy.test.js': busy,
    'eval_checks/one.yaml':
      '{ schema_version: 1, id: one, type: deterministic, description: one, script: "print(1)" }',
  })
  linkHost(project)
  const child = spawnVitest(project, ['run'], { env: { EVAL_BANANA_PYTHON: python } })
  onTestFinished(() => {
    // Vitest leaves a worker in an endless loop to itself.
    child.kill('SIGKILL')
    process.kill(Number(readFileSync(join(project, 'busy'), 'utf8')), 'SIGKILL')
  })
  await expect.poll(() => existsSync(join(project, 'busy')), { timeout: 60_000 }).toBe(true)
  child.kill('SIGINT')
  // Vitest's own way out, with its own exit status.
  expect((await child).exitCode).toBe(130)
  expect(readJournalIds(latestFolder(project))).toEqual([])
})
