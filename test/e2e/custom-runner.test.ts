// The custom runner: one Vitest project, its own pool and setup files, and checks with the same answers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EvalReport } from '../../src/contracts/eval-report.js'
import { linkHost, makeProject, startVitest } from './host.js'

const check = (id: string, rest: string) =>
  `schema_version: 1\nid: ${id}\ntype: deterministic\ndescription: The check ${id}\n${rest}\n`

const FILES = {
  'package.json': '{ "type": "module" }',
  'vitest.config.ts': [
    "import { defineConfig } from 'vitest/config'",
    "import { evalChecks } from 'vitest-eval-checks'",
    'export default defineConfig({',
    '  plugins: [evalChecks()],',
    "  test: { runner: process.env.NO_RUNNER ? undefined : 'vitest-eval-checks/runner', testTimeout: 300, retry: 2 },",
    '})',
  ].join('\n'),
  'one.test.ts': "import { expect, test } from 'vitest'\ntest('one', () => expect(1).toBe(1))\n",
  'eval_checks/good.yaml': check('good', 'tags: [fast]\nscript: print("fine")'),
  'eval_checks/slow.yaml': check('slow', 'script: import time; time.sleep(0.6)'),
  'eval_checks/bad.yaml': check('bad', 'script: assert 1 == 2, "not equal"'),
  'eval_checks/gone.yaml': check('gone', 'script_path: gone.py'),
  'eval_checks/late.yaml': check('late', 'timeout_seconds: 0.3\nscript: import time; time.sleep(30)'),
  'eval_checks/later.yaml': check('later', 'skip: not today\nscript: print(1)'),
}

function readReport(project: string): EvalReport {
  const results = join(project, '.eval-banana/results')
  const run = readFileSync(join(results, 'latest'), 'utf8').trim()
  return JSON.parse(readFileSync(join(results, run, 'report.json'), 'utf8'))
}

function comparable(report: EvalReport): unknown {
  return report.checks
    .map(({ check_id, status, reason, error_code, exit_code, stdout, check_definition_sha256 }) => {
      return { check_id, status, reason, error_code, exit_code, stdout, check_definition_sha256 }
    })
    .sort((a, b) => (a.check_id < b.check_id ? -1 : 1))
}

describe('the custom runner', () => {
  let project: string
  let output: string
  let exitCode: number | undefined
  let report: EvalReport

  beforeAll(async () => {
    project = makeProject(FILES)
    linkHost(project)
    const ended = await startVitest(project, ['run'])
    output = `${ended.stdout}${ended.stderr}`
    exitCode = ended.exitCode
    report = readReport(project)
  })

  test('gives the same results as the pool, under the same plan', async () => {
    await startVitest(project, ['run'], { env: { NO_RUNNER: '1' } })
    const pooled = readReport(project)
    expect(comparable(report)).toEqual(comparable(pooled))
    expect(report.plan_sha256).toBe(pooled.plan_sha256)
    expect(report.skipped).toEqual([{ id: 'later', reason: 'not today' }])
  })

  test('keeps failed and errored checks apart', () => {
    expect(exitCode).toBe(1)
    expect(Object.fromEntries(report.checks.map(({ check_id, status }) => [check_id, status]))).toEqual({
      bad: 'failed',
      gone: 'error',
      good: 'passed',
      late: 'error',
      slow: 'passed',
    })
    expect(output).toContain('CheckFailed')
    expect(output).toContain('CheckError')
  })

  test('does not apply the timeout and the retries of the project', () => {
    // `slow` takes twice the testTimeout; a retried check would have left two lines.
    const results = join(project, '.eval-banana/results', report.run_id, 'results.jsonl')
    expect(readFileSync(results, 'utf8').trim().split('\n')).toHaveLength(5)
  })

  test('does not warn about a pool that nobody asked for', () => {
    expect(output).not.toContain('did not take the pool')
  })

  test('honours name patterns', async () => {
    const ended = await startVitest(project, ['run', '-t', 'good'])
    expect(ended.exitCode).toBe(0)
    expect(readReport(project).checks.map(({ check_id }) => check_id)).toEqual(['good'])
    expect(readdirSync(join(project, '.eval-banana/results')).length).toBeGreaterThan(1)
  })
})
