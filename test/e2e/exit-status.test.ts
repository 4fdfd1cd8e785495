// The exit status of `vitest run`: a threshold forgives failed checks and nothing else.
import { beforeAll, expect, test } from 'vitest'
import { host, startCli, startVitest } from './host.js'
import { readLatestRun } from './run-folders.js'
import { checkThat, configWith, expectAll, makeSmallProject, ordinaryTest } from './small-project.js'

const optionsFromEnvironment = configWith('JSON.parse(process.env.OPTIONS ?? "{}")')

/** The project of most tests: file filters choose what goes wrong beside one good and one bad check. */
const files = {
  'vitest.config.ts': optionsFromEnvironment,
  'eval_checks/good.yaml': checkThat('passed', 'good'),
  'eval_checks/bad.yaml': checkThat('failed', 'bad'),
  'errored/eval_checks/errored.yaml': checkThat('error', 'errored'),
  'broken/eval_checks/broken.yaml': 'id: broken\n',
  'src/half.ts':
    'export const half = (n: number) => {\n  if (n < 0) {\n    return 0\n  }\n  return n / 2\n}\n',
  'plain.test.ts': `import { half } from './src/half.js'\n${ordinaryTest('plain', 'expect(half(2)).toBe(1)')}`,
  'failing/failing.test.ts': ordinaryTest('failing', 'expect(1).toBe(2)'),
  'unhandled/unhandled.test.ts': ordinaryTest('unhandled', 'void Promise.reject(new Error("nobody"))'),
}
const always = ['run', 'plain', 'good', 'bad.yaml']
const forgiving = { OPTIONS: '{ "passThreshold": 0.3 }' }
let project = ''

beforeAll(() => {
  project = makeSmallProject(files)
})

test('a threshold that is met forgives failed checks, and says so', async () => {
  const { exitCode, stdout, stderr } = await startVitest(project, always, { env: forgiving })
  expect(exitCode).toBe(0)
  expect(stdout).toContain('1 failed | 2 passed (3)')
  expect(stderr).toMatch(/FAIL {2}eval_checks\/bad\.yaml\S* > bad/)
  expect(stdout).toContain(
    '1 of 2 checks passed (50.0%), the threshold is 30%: passed, the threshold forgives 1 failed check',
  )
  expect(readLatestRun(project).report).toMatchObject({ run_passed: true, failed_checks: 1 })
})

test.for([
  { beside: 'an errored check', args: ['errored'], says: '1 could not be judged' },
  { beside: 'a broken check file', args: ['broken'], says: '3 load errors' },
  { beside: 'a failing ordinary test', args: ['failing'], says: 'FAIL  failing/failing.test.ts > failing' },
  { beside: 'an unhandled error', args: ['unhandled'], says: 'Error: nobody' },
  {
    beside: 'coverage below its threshold',
    args: ['--coverage', '--coverage.include=src/**', '--coverage.thresholds.lines=100'],
    says: 'does not meet global threshold',
  },
])('a threshold that is met does not forgive $beside', async ({ args, says }) => {
  const ended = await startVitest(project, [...always, ...args], { env: forgiving })
  expect(ended.stdout + ended.stderr).toContain(says)
  expect(ended.exitCode).toBe(1)
  expect(readLatestRun(project).report.meets_threshold).toBe(true)
})

test('without a threshold one failed check fails the run', async () => {
  expect(await startVitest(project, always)).toMatchObject({ exitCode: 1 })
  expect(readLatestRun(project).report).toMatchObject({ pass_threshold: 1, run_passed: false })
})

test('nothing run is not a pass, whatever the threshold', async () => {
  const [broken, skipped] = [
    await startVitest(project, ['run', 'broken'], { env: { OPTIONS: '{ "passThreshold": 0 }' } }),
    await startCli(
      makeSmallProject({ 'eval_checks/a.yaml': checkThat('passed', 'a', 'skip: not today\n') }),
      ['run', '--pass-threshold', '0'],
    ),
  ]
  expect([broken.exitCode, skipped.exitCode]).toEqual([1, 1])
  expect(readLatestRun(project).report).toMatchObject({ total_checks: 0, run_passed: false })
})

test('the threshold comes from the flag, then the option, then the environment, then the file', async () => {
  const own = makeSmallProject({
    'vitest.config.ts': optionsFromEnvironment,
    '.eval-banana/config.toml': '[core]\npass_threshold = 0.1\n',
    'eval_checks/good.yaml': checkThat('passed', 'good'),
  })
  const used = () => readLatestRun(own).report.pass_threshold
  await startVitest(own, ['run'])
  expect(used()).toBe(0.1)
  const fromEnvironment = { EVAL_BANANA_PASS_THRESHOLD: '0.2' }
  await startVitest(own, ['run'], { env: fromEnvironment })
  expect(used()).toBe(0.2)
  const fromOption = { ...fromEnvironment, OPTIONS: '{ "passThreshold": 0.3 }' }
  await startVitest(own, ['run'], { env: fromOption })
  expect(used()).toBe(0.3)
  await startCli(own, ['run', '--pass-threshold', '0.4'], { env: fromOption })
  expect(used()).toBe(0.4)
})

test('a broken config file fails every check file and no ordinary test', async () => {
  const own = makeSmallProject({
    '.eval-banana/config.toml': '[core]\npass_threshold = 80\n',
    'eval_checks/good.yaml': checkThat('passed', 'good'),
    'eval_checks/other.yaml': checkThat('passed', 'other'),
    'plain.test.ts': ordinaryTest('plain'),
  })
  const { exitCode, stdout, stderr } = await startVitest(own, ['run'])
  expect(exitCode).toBe(1)
  const said = stdout + stderr
  expectAll(said, ['✓ plain.test.ts', 'FAIL  eval_checks/good.yaml', 'FAIL  eval_checks/other.yaml'])
  expectAll(said, ['.eval-banana/config.toml:2', 'pass_threshold', 'use 0.8'])
})

test.for([
  { options: '{ "passThreshold": 80 }', says: ['passThreshold', 'use 0.8'] },
  { options: '{ "passTreshold": 0.8 }', says: ['option passTreshold is unknown', 'fix: use passThreshold'] },
])('Vitest does not start with the options $options', async ({ options, says }) => {
  const { exitCode, stdout, stderr } = await startVitest(project, always, { env: { OPTIONS: options } })
  expect(exitCode).toBe(1)
  expectAll(stdout + stderr, says)
  expect(stdout).not.toContain('✓')
})

test('the summary leaves standard output to a reporter for machines', async () => {
  const { stdout, stderr } = await startVitest(project, [...always, '--reporter=tap'], { env: forgiving })
  expect(stdout).toMatch(/^TAP version 13/)
  expect(stdout).not.toContain('Points')
  expect(stderr).toContain('Points 1/2 (50.0%)')
})

test.runIf(host().name === 'v4')('a JSON report on standard output stays JSON', async () => {
  const { stdout, stderr } = await startVitest(project, [...always, '--reporter=json'], { env: forgiving })
  expect(JSON.parse(stdout)).toMatchObject({ numTotalTests: 3 })
  expect(stderr).toContain('Points 1/2 (50.0%)')
})
