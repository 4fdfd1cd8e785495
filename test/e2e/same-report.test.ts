// Two front doors, one report: `vitest run` and `eval-checks run`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkHost, makeProject, startCli, startVitest } from './host.js'
import { readLatestRun } from './run-folders.js'
import {
  checkThat,
  comparableReport,
  configWith,
  expectAll,
  makeSmallProject,
  ordinaryTest,
  runFolders,
} from './small-project.js'

const checks = {
  'eval_checks/good.yaml': checkThat('passed', 'good', 'tags: [one, two]\n'),
  'eval_checks/bad.yaml': checkThat('failed', 'bad'),
  'eval_checks/errored.yaml': checkThat('error', 'errored'),
  'eval_checks/later.yaml': checkThat('passed', 'later', 'skip: not today\n'),
  'deep/down/eval_checks/says.yaml': checkThat('passed', 'says').replace(
    /script: .*/,
    'script_path: says.py',
  ),
  'deep/down/eval_checks/says.py': 'import sys\nprint("to one")\nprint("to the other", file=sys.stderr)\n',
}

test('both front doors give one report', async () => {
  const project = makeSmallProject(checks)
  const inVitest = await startVitest(project, ['run'])
  const fromVitest = comparableReport(project)
  const onItsOwn = await startCli(project, ['run'])
  expect(runFolders(project)).toHaveLength(2)
  expect(comparableReport(project)).toEqual(fromVitest)
  expect(fromVitest).toMatchObject({
    total_checks: 4,
    skipped: [{ id: 'later', reason: 'not today' }],
    checks: [
      { check_id: 'says', status: 'passed', stdout: 'to one\n', stderr: 'to the other\n' },
      { check_id: 'bad', status: 'failed' },
      { check_id: 'errored', status: 'error' },
      { check_id: 'good', status: 'passed' },
    ],
  })
  expect([inVitest.exitCode, onItsOwn.exitCode]).toEqual([1, 1])
  expectAll(onItsOwn.stdout, ['✓ good', '✗ bad', '! errored', 'Points 2/4 (50.0%)'])
})

test('the command line needs no Vitest config', async () => {
  const project = makeProject(checks)
  linkHost(project)
  expect(await startCli(project, ['run', 'good', 'says'])).toMatchObject({ exitCode: 0, stderr: '' })
  expect(readLatestRun(project).report).toMatchObject({ passed_checks: 2, total_checks: 2 })
})

test('the command line takes the options of the config, and nothing of the ordinary tests', async () => {
  const leaves = (name: string) =>
    `import { writeFileSync } from 'node:fs'\nwriteFileSync('${name}.left', '')\n`
  const project = makeSmallProject({
    ...checks,
    'vitest.config.ts': configWith(
      '{ passThreshold: 0.5 }',
      `{
        setupFiles: ['setup.ts'],
        globalSetup: ['global-setup.ts'],
        coverage: { enabled: true, include: ['**/*.ts'], thresholds: { lines: 100 } },
        reporters: ['verbose', ['json', { outputFile: 'report.left' }]],
      }`,
    ),
    'setup.ts': leaves('setup'),
    'global-setup.ts': `${leaves('global-setup')}export default () => {}\n`,
    'plain.test.ts': `${leaves('plain')}${ordinaryTest('plain')}`,
  })
  const { exitCode, stdout } = await startCli(project, ['run', 'good', 'bad'])
  expect(exitCode).toBe(0)
  expect(stdout).toContain('the threshold is 50%: passed, the threshold forgives 1 failed check')
  for (const name of ['setup.left', 'global-setup.left', 'plain.left', 'report.left', 'coverage']) {
    expect([name, existsSync(join(project, name))]).toEqual([name, false])
  }
  expect(stdout).not.toMatch(/RUN|Test Files|% Coverage/)
})

test('a run without a check is not passed', async () => {
  const project = makeSmallProject({ 'plain.test.ts': ordinaryTest('plain') })
  const { exitCode, stderr } = await startCli(project, ['run'])
  expect(exitCode).toBe(1)
  expect(stderr).toContain('No checks found')
  expect(runFolders(project)).toEqual([])
})

test('wrong usage exits with 2, help with 0', async () => {
  const project = makeProject({})
  const usage = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await startCli(project, args)
    return { exitCode, said: stdout + stderr }
  }
  const [help, flag, command] = await Promise.all([
    usage('--help'),
    usage('run', '--no-such-flag'),
    usage('no-such-command'),
  ])
  expect([help.exitCode, flag.exitCode, command.exitCode]).toEqual([0, 2, 2])
  expectAll(help.said, ['Usage: eval-checks', 'run', 'list', 'report'])
  expect(flag.said).toContain("unknown option '--no-such-flag'")
  expect(command.said).toContain("unknown command 'no-such-command'")
})
