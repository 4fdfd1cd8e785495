// `eval-checks report rebuild`: the reports are a function of the records, so rebuilding them changes nothing.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linkHost, makeProject, startCli, startVitest } from './host.js'
import { python, readLatestRun, readReport } from './run-folders.js'

const config = "import { evalChecks } from 'vitest-eval-checks'\nexport default { plugins: [evalChecks()] }\n"
const env = { EVAL_BANANA_PYTHON: python, MY_API_KEY: 'sk-live-0123456789abcdef' }

function writeCheck(id: string, fields: Record<string, unknown>): string {
  return JSON.stringify({ schema_version: 1, id, type: 'deterministic', description: `the ${id}`, ...fields })
}

const passing = {
  'vitest.config.mjs': config,
  'eval_checks/one.yaml': writeCheck('one', { script: 'print("one")', tags: ['fast'] }),
}
const mixed = {
  ...passing,
  'eval_checks/failing.yaml': writeCheck('failing', {
    script: 'import os\nprint("\\x1b[1mbold\\x1b[0m | é", os.environ["MY_API_KEY"])\nassert 1 == 2, "`no`"',
  }),
  'eval_checks/missing.yaml': writeCheck('missing', { script_path: 'missing.py' }),
  'eval_checks/skipped.yaml': writeCheck('skipped', { script: 'print(1)', skip: 'later' }),
  'eval_checks/broken.yaml': 'id: [',
}

async function runProject(files: Record<string, string>, args: string[] = []) {
  const project = makeProject(files)
  linkHost(project)
  await startVitest(project, ['run', ...args], { env })
  const { folder, report } = readLatestRun(project)
  const read = () => ['report.json', 'report.md'].map((name) => readFileSync(join(folder, name), 'utf8'))
  return { project, folder, report, read }
}

describe('a rebuilt run', () => {
  test.for<[string, Record<string, string>, string[], number]>([
    ['passed', passing, [], 0],
    ['with every kind of outcome', mixed, [], 1],
    ['of one shard', mixed, ['--shard=1/2'], 1],
    ['that was bailed', mixed, ['--bail=1'], 1],
  ])('%s has the same bytes again', async ([, files, args, exitCode]) => {
    const { project, folder, read } = await runProject(files, args)
    const before = read()
    const rebuilt = await startCli(project, ['report', 'rebuild', folder])
    expect(rebuilt.exitCode, rebuilt.stderr).toBe(exitCode)
    expect(read()).toEqual(before)
  })

  test('has the same bytes when its reports were lost or damaged, but for when it ended', async () => {
    const { project, folder, report, read } = await runProject(mixed)
    const [, markdown] = read()
    for (const damage of [
      () => rmSync(join(folder, 'report.json')),
      () => writeFileSync(join(folder, 'report.json'), '{"half'),
    ]) {
      damage()
      rmSync(join(folder, 'report.md'))
      await startCli(project, ['report', 'rebuild', folder])
      const rebuilt = readReport(folder)
      const { completed_at, duration_ms } = rebuilt
      expect(rebuilt).toEqual({ ...report, completed_at, duration_ms })
      expect(Date.parse(completed_at)).toBeLessThanOrEqual(Date.parse(report.completed_at))
      expect(read()[1]?.split('\n').length).toBe(markdown?.split('\n').length)
    }
  })

  test('leaves out a last result that was cut short', async () => {
    const { project, folder } = await runProject(passing)
    const journal = join(folder, 'results.jsonl')
    const line = readFileSync(journal, 'utf8')
    rmSync(join(folder, 'report.json'))
    writeFileSync(journal, line.slice(0, line.length / 2))
    const rebuilt = await startCli(project, ['report', 'rebuild', folder])
    expect(rebuilt.exitCode).toBe(1)
    expect(readReport(folder)).toMatchObject({ run_status: 'interrupted', not_run: ['one'], checks: [] })
  })

  test('passes over a line that is no result', async () => {
    const { project, folder, report } = await runProject(passing)
    const journal = join(folder, 'results.jsonl')
    writeFileSync(journal, `{"check_id":"one"\n[]\n${readFileSync(journal, 'utf8')}`)
    const rebuilt = await startCli(project, ['report', 'rebuild', folder])
    expect(rebuilt.exitCode, rebuilt.stderr).toBe(0)
    expect(readReport(folder)).toEqual(report)
  })

  test('must be one: another folder is refused', async () => {
    const project = makeProject({})
    const refused = await startCli(project, ['report', 'rebuild', project])
    expect(refused.exitCode).toBe(1)
    expect(refused.stderr).toContain('RUN_FILE_UNREADABLE')
  })
})
