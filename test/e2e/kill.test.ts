// A run that is killed in the middle: nothing of it goes on, and what was done is not lost.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkStem } from '../../src/contracts/stem.js'
import { startCli } from './host.js'
import { readJournalIds, readReport } from './run-folders.js'
import { doors, expectNothingSurvives, makeStubbornProject, meetRunningScript } from './running-script.js'

describe.each(doors)('after kill -9 of $door', ({ spawn }) => {
  test('no process and no private folder survives, and the report can be made of what was done', async () => {
    const project = makeStubbornProject()
    const { child, folder } = await meetRunningScript(project, spawn)
    child.kill('SIGKILL')
    expect((await child).signal).toBe('SIGKILL')
    await expectNothingSurvives(project)

    expect(readJournalIds(folder)).toEqual(['first', 'second'])
    expect(existsSync(join(folder, 'report.json'))).toBe(false)
    const stdout = join(folder, 'checks', `${checkStem('stubborn')}.stdout.txt`)
    expect(readFileSync(stdout, 'utf8')).toBe('half way\n')

    const rebuilt = await startCli(project, ['report', 'rebuild', folder])
    expect(rebuilt.exitCode, rebuilt.stderr).toBe(1)
    const report = readReport(folder)
    expect(report).toMatchObject({
      run_status: 'interrupted',
      run_passed: false,
      total_points: 5,
      points_earned: 1,
      failed_checks: 1,
      not_run: ['last', 'later', 'stubborn'],
    })
    expect(report.checks.map(({ check_id, status }) => [check_id, status])).toEqual([
      ['first', 'passed'],
      ['second', 'failed'],
    ])
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('stubborn')
  })
})
