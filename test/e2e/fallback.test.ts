// When a version of Vitest does not take our pool, checks run in its own workers, with the same answers.
import { expect, test } from 'vitest'
import { startVitest } from './host.js'
import { readLatestRun } from './run-folders.js'
import { checkThat, comparableReport, makeSmallProject, ordinaryTest } from './small-project.js'

/** Takes back what makes specifications of check files go to our pool. */
const config = `import { defineConfig } from 'vitest/config'
import { evalChecks } from 'vitest-eval-checks'
const restorer = {
  name: 'restorer',
  enforce: 'post',
  configureVitest({ project }) {
    delete project.createSpecification
  },
}
const options = process.env.THRESHOLD ? { passThreshold: Number(process.env.THRESHOLD) } : {}
export default defineConfig({ plugins: [evalChecks(options), ...(process.env.RESTORE ? [restorer] : [])] })
`
const files = {
  'vitest.config.ts': config,
  'eval_checks/good.yaml': checkThat('passed', 'good', 'tags: [one]\n'),
  'eval_checks/bad.yaml': checkThat('failed', 'bad'),
  'eval_checks/errored.yaml': checkThat('error', 'errored'),
  'eval_checks/later.yaml': checkThat('passed', 'later', 'skip: not today\n'),
  'eval_checks/broken.yaml': 'id: broken\n',
  'plain.test.ts': ordinaryTest('plain'),
}
const restored = { RESTORE: '1' }
const warning = 'did not take the pool of eval-checks'

test('a run without our pool gives the same report and exit status', async () => {
  const project = makeSmallProject(files)
  const usual = await startVitest(project, ['run'])
  const expected = comparableReport(project)
  const fallback = await startVitest(project, ['run'], { env: restored })
  expect(fallback.stdout + fallback.stderr).toContain(warning)
  expect(usual.stdout + usual.stderr).not.toContain(warning)
  expect(comparableReport(project)).toEqual(expected)
  expect([usual.exitCode, fallback.exitCode]).toEqual([1, 1])
  const totals = (said: string) => said.match(/^ +(?:Test Files|Tests) .*$/gm)
  expect(totals(fallback.stdout)).toEqual(totals(usual.stdout))
})

test('a threshold forgives failed checks there too, and filters choose', async () => {
  const project = makeSmallProject(files)
  const { exitCode, stdout } = await startVitest(
    project,
    ['run', 'plain.test.ts', 'eval_checks/good.yaml', 'eval_checks/bad.yaml:2'],
    {
      env: { ...restored, THRESHOLD: '0.5' },
    },
  )
  expect(readLatestRun(project).report).toMatchObject({ total_checks: 2, failed_checks: 1, run_passed: true })
  expect(stdout).toContain('passed, the threshold forgives 1 failed check')
  expect(exitCode).toBe(0)
})
