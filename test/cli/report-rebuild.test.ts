// `eval-checks report rebuild`: what it exits with, for the records of runs that ended in all ways.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CheckResult } from '../../src/contracts/check-result.js'
import { evalReportSchema, type RunHeader } from '../../src/contracts/eval-report.js'
import { Journal } from '../../src/store/journal.js'
import { writeSelection } from '../../src/store/run-documents.js'
import { makeProject, startCli } from '../e2e/host.js'
import { loadError, makeHeader, makeResult } from '../support/results.js'

/** The records of a run in a new project, as they are there after a kill. */
function writeRun(
  selected: readonly string[],
  results: readonly CheckResult[],
  changes: Partial<RunHeader> = {},
): { readonly project: string; readonly folder: string } {
  const project = makeProject({})
  const folder = join(project, 'runs/one')
  mkdirSync(join(folder, 'checks'), { recursive: true })
  writeSelection(folder, makeHeader(selected, changes))
  const journal = Journal.open(join(folder, 'results.jsonl'))
  for (const result of results) journal.append(result)
  journal.close()
  return { project, folder }
}

const passed = makeResult('a', 'passed')
const failed = makeResult('b', 'failed')

describe('rebuilding', () => {
  test('a passed run exits 0, writes its reports and shows its summary', async () => {
    const { project, folder } = writeRun(['a'], [passed])
    const { exitCode, stdout, stderr } = await startCli(project, ['report', 'rebuild', 'runs/one'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toContain('1 of 1 check passed')
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['report.json', 'report.md']))
    const report = evalReportSchema.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')))
    expect(report).toMatchObject({ run_passed: true, run_status: 'complete', checks: [{ check_id: 'a' }] })
  })

  test.each<[string, string[], CheckResult[], Partial<RunHeader>, object]>([
    ['has a failed check', ['a', 'b'], [passed, failed], {}, { run_passed: false, failed_checks: 1 }],
    ['has an errored check', ['a'], [makeResult('a', 'error')], { pass_threshold: 0 }, { errored_checks: 1 }],
    [
      'was killed',
      ['a', 'b'],
      [passed],
      { pass_threshold: 0.5 },
      { run_status: 'interrupted', not_run: ['b'] },
    ],
    ['was killed before its first check', ['a'], [], {}, { run_status: 'interrupted', not_run: ['a'] }],
    ['has a broken file', ['a'], [passed], { load_errors: [loadError] }, { run_passed: false }],
    ['is one shard', ['a'], [passed], { shard: '1/2' }, { run_passed: null, shard: '1/2' }],
  ])('a run that %s exits 1', async (_, selected, results, changes, expected) => {
    const { project, folder } = writeRun(selected, results, changes)
    expect(await startCli(project, ['report', 'rebuild', folder])).toMatchObject({ exitCode: 1, stderr: '' })
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject(expected)
  })

  test('a run whose failed checks its threshold allows exits 0', async () => {
    const { project, folder } = writeRun(['a', 'b'], [passed, failed], { pass_threshold: 0.5 })
    expect(await startCli(project, ['report', 'rebuild', folder])).toMatchObject({ exitCode: 0 })
  })

  test('counts a check that ran again by its last result', async () => {
    const again = makeResult('b', 'passed')
    const { project, folder } = writeRun(['b'], [failed, again])
    expect(await startCli(project, ['report', 'rebuild', folder])).toMatchObject({ exitCode: 0 })
  })
})

describe('what cannot be rebuilt exits 1 and says why on standard error', () => {
  test('a folder that is not there', async () => {
    const { exitCode, stdout, stderr } = await startCli(makeProject({}), ['report', 'rebuild', 'absent'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toMatch(/^eval-checks: .*selection\.json.*\[RUN_FILE_UNREADABLE\]/)
  })

  test('records that are damaged', async () => {
    const { project, folder } = writeRun(['a'], [passed])
    writeFileSync(join(folder, 'selection.json'), '{"schema_version": 1}')
    const { exitCode, stdout, stderr } = await startCli(project, ['report', 'rebuild', folder])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toContain('[RUN_FILE_INVALID]')
  })
})
