// A small project as teams keep them, with checks of many kinds in many folders: both front doors find what is expected.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Ended, linkHost, makeProject, startCli, startVitest } from './host.js'
import { type FoundRun, python, readLatestRun } from './run-folders.js'
import { placeValues } from './script-table.js'

const fixture = new URL('../../fixtures/realistic/EXPECTED.json', import.meta.url)
const expected = z
  .record(z.string(), z.enum(['passed', 'failed', 'skipped']))
  .parse(JSON.parse(readFileSync(fixture, 'utf8')))
const checks = Object.keys(expected).length

describe.each([
  { command: 'vitest run', start: startVitest, runsTests: true },
  { command: 'eval-checks run', start: startCli, runsTests: false },
])('$command on a realistic project:', ({ start, runsTests }) => {
  let ended: Ended
  let run: FoundRun

  beforeAll(async () => {
    const project = makeProject({}, { fixture: 'realistic' })
    linkHost(project)
    ended = await start(project, ['run'], { env: { EVAL_BANANA_PYTHON: python } })
    run = readLatestRun(project)
  }, 300_000)

  const find = (id: string) => run.report.checks.find(({ check_id }) => check_id === id)
  const readEvidence = (id: string, name: string) => {
    const { stem } = placeValues(id, { project: run.report.project_root, folder: run.folder })
    return readFileSync(join(run.folder, 'checks', stem, name), 'utf8')
  }

  test(`${checks} of ${checks} checks end as EXPECTED.json says`, () => {
    const { report } = run
    const statuses = [
      ...report.checks.map(({ check_id, status }) => [check_id, status]),
      ...report.skipped.map(({ id }) => [id, 'skipped']),
    ]
    expect(statuses).toHaveLength(checks)
    expect(Object.fromEntries(statuses)).toEqual(expected)
    expect(report).toMatchObject({ run_status: 'complete', not_run: [], load_errors: [], errored_checks: 0 })
  })

  test('the failed checks say what is wrong and what to do, and fail the run', () => {
    expect(find('changelog_names_version')?.reason).toBe(
      "exit code 1: CHANGELOG.md begins with 1.4.0, package.json is at 1.5.0: add a section '## 1.5.0 - <date>'",
    )
    expect(find('endpoints_documented')?.reason).toBe(
      'exit code 1: docs/api.md does not document GET /v1/stations/{id}/extremes (High and low waters of a day): ' +
        "add a section '## GET /v1/stations/{id}/extremes'",
    )
    expect(run.report.run_passed).toBe(false)
    expect(ended.exitCode).toBe(1)
    expect(ended.stdout + ended.stderr).toContain(`Checks ${checks - 3} passed, 2 failed, 1 skipped`)
  })

  test('the skipped check says why', () => {
    expect(run.report.skipped).toEqual([
      { id: 'external_links', reason: 'needs the network; the nightly job runs it' },
    ])
  })

  test('evidence of Python and of JavaScript is kept', () => {
    expect(readEvidence('outputs_are_current', 'outputs.diff')).toContain('# summary.json is current')
    expect(readEvidence('golden_extremes', 'differences.csv')).toContain('brest,high,')
    expect(readEvidence('messages_are_complete', 'messages.txt')).toContain('Pleine mer')
    expect(readEvidence('prompts_render', 'tromso-no.txt')).toContain('Harbour: Tromsø')
  })

  test('ordinary tests of the project run beside the checks, or not at all', () => {
    expect(/ ✓ .*src\/web\/render\.test\.ts/.test(ended.stdout)).toBe(runsTests)
  })
})
