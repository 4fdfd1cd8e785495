// A check type of a project's own is listed, sealed, run and reported like the built-in ones; in the pool and with the
// custom runner.
import { appendFileSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EvalReport } from '../../src/contracts/eval-report.js'
import { readPlanDocument } from '../../src/prepare/verify.js'
import { host, linkHost, makeProject, startCli, startVitest } from './host.js'

function makeOwnProject(): string {
  return link(makeProject({}, { fixture: 'own-check-type' }))
}

function link(project: string): string {
  linkHost(project)
  symlinkSync(join(host().modules, 'zod'), join(project, 'node_modules/zod'), 'junction')
  return project
}

function latestRun(project: string): string {
  const results = join(project, '.eval-banana/results')
  return join(results, readFileSync(join(results, 'latest'), 'utf8').trim())
}

function readReport(project: string): EvalReport {
  return JSON.parse(readFileSync(join(latestRun(project), 'report.json'), 'utf8'))
}

const EXPECTED = [
  ['report_has_sources', 'failed'],
  ['report_has_summary', 'passed'],
  ['script_beside_it', 'passed'],
]

function statuses({ checks }: EvalReport): string[][] {
  return checks.map(({ check_id, status }) => [check_id, status]).sort()
}

describe('a check type of the project', () => {
  let project: string
  beforeAll(() => {
    project = makeOwnProject()
  })

  test('runs beside the built-in type', async () => {
    const { exitCode, stdout } = await startVitest(project, ['run'])
    expect(stdout).toContain('report_has_sources')
    expect(exitCode).toBe(1)
    expect(statuses(readReport(project))).toEqual(EXPECTED)
    const failed = readReport(project).checks.find(({ status }) => status === 'failed')
    expect(failed?.reason).toBe('output/report.md does not hold "## Sources"')
  })

  test('stands in the sealed plan with its code digest', async () => {
    await startVitest(project, ['run'])
    const before = readReport(project).plan_sha256
    const plan = readPlanDocument(readFileSync(join(latestRun(project), 'plan.json'), 'utf8'))
    const own = plan.definition.evaluators.filter(
      ({ implementationId }) => implementationId === 'eval-checks.check.file_contains/1',
    )
    expect(own).toHaveLength(2)
    appendFileSync(join(project, 'checks/file-contains/run.ts'), '\n// another byte\n')
    await startVitest(project, ['run'])
    expect(readReport(project).plan_sha256).not.toBe(before)
  })

  test('has a fault of its own fields at the line of the YAML', async () => {
    const broken = makeProject(
      {
        'eval_checks/broken.yaml':
          'schema_version: 1\nid: broken\ntype: file_contains\ndescription: no text\npath: 42\ntext: x\n',
      },
      { fixture: 'own-check-type' },
    )
    link(broken)
    const { stdout, stderr } = await startVitest(broken, ['run'])
    expect(`${stdout}${stderr}`).toContain('eval_checks/broken.yaml:5')
    expect(readReport(broken).load_errors.map(({ field }) => field)).toEqual(['path'])
  })

  test('runs from the command line, and is listed there', async () => {
    const run = await startCli(project, ['run'])
    expect(run.exitCode).toBe(1)
    expect(statuses(readReport(project))).toEqual(EXPECTED)
    const list = await startCli(project, ['list'])
    expect(list.stdout.split('\n').filter((line) => line.includes('\tfile_contains\t'))).toHaveLength(2)
    expect(list.exitCode).toBe(0)
  })

  test('runs with the custom runner too, in the workers of the project', async () => {
    const { exitCode } = await startVitest(project, ['run'], { env: { WITH_RUNNER: '1' } })
    expect(exitCode).toBe(1)
    expect(statuses(readReport(project))).toEqual(EXPECTED)
  })
})
