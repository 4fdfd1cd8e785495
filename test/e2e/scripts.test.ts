// What a script may do and what comes of it: the rows of fixtures/scripts/cases.yaml in one real Vitest run.
import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ended, linkHost, makeProject, startVitest } from './host.js'
import { python, readLatestRun } from './run-folders.js'
import { compareRow, type ScriptRun } from './script-comparison.js'
import { placeValues, readScriptTable, writeRow } from './script-table.js'

const key = 'sk-live-0123456789abcdef'
const config = `import { evalChecks } from 'vitest-eval-checks'
export default { plugins: [evalChecks({ maxParallelChecks: 2 })] }
`
const rows = readScriptTable('scripts')
const surroundings = { umask: String(process.umask()), descriptors: listOpenDescriptors() }
describe.each(['fork', 'spawn'] as const)('with python_start = "%s",', (start) => {
  const daemons: number[] = []
  let project: string
  let run: ScriptRun & Ended

  beforeAll(async () => {
    const name = "pröject with spaces & 'quotes'"
    project = join(makeProject({ [`${name}/vitest.config.mjs`]: config }), name)
    for (const row of rows) writeRow(project, row)
    linkHost(project)
    const ended = await startVitest(project, ['run'], {
      env: { MY_API_KEY: key, EVAL_BANANA_PYTHON: python, EVAL_BANANA_PYTHON_START: start },
    })
    run = { ...ended, ...readLatestRun(project), project, values: { ...surroundings, key } }
  }, 300_000)

  afterAll(() => {
    for (const daemon of daemons) process.kill(daemon, 'SIGKILL')
  })

  describe('a script check:', () => {
    test.for(rows.map((row) => [row.states, row] as const))('%s', async ([, row]) => {
      const result = run.report.checks.find(({ check_id }) => check_id === row.id)
      if (!result) throw new Error(`the report has no ${row.id}; Vitest said:\n${run.stdout}\n${run.stderr}`)
      daemons.push(...(await compareRow(row, result, run)))
    })
  })

  test('every row has one result and its own file, and the run says what became of it', () => {
    const { report, folder } = run
    const ids = rows.map(({ id }) => id).sort()
    expect(report.checks.map(({ check_id }) => check_id).sort()).toEqual(ids)
    expect(report).toMatchObject({ run_status: 'complete', run_passed: false, not_run: [], load_errors: [] })
    expect(report.errored_checks).toBe(rows.filter((row) => row.expect.status === 'error').length)
    expect(report.failed_checks).toBe(rows.filter((row) => row.expect.status === 'failed').length)
    expect(run.exitCode).toBe(1)
    for (const result of report.checks) {
      const { stem } = placeValues(result.check_id, { project, folder })
      expect(JSON.parse(readFileSync(join(folder, 'checks', `${stem}.json`), 'utf8'))).toEqual(result)
    }
  })

  test('a secret is in no rendered text: reports, journal, results, console', () => {
    const { folder, stdout, stderr } = run
    const raw = /\.(?:stdout|stderr)\.txt$/
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const files = entries.filter((name) => lstatSync(join(folder, name)).isFile())
    const holding = files.filter((name) => readFileSync(join(folder, name)).includes(key))
    expect(holding.filter((name) => !raw.test(name))).toEqual([])
    expect(holding.length).toBeGreaterThan(0)
    expect(stdout + stderr).not.toContain(key)
    expect(stdout + stderr).toContain('[REDACTED]')
  })

  test('what a check leaves in the run folder is readable by its owner alone', () => {
    const checks = join(run.folder, 'checks')
    const files = readdirSync(checks).filter((name) => lstatSync(join(checks, name)).isFile())
    const open = files.filter((name) => (statSync(join(checks, name)).mode & 0o777) !== 0o600)
    expect(open).toEqual([])
  })

  test('scripts are forked but for those that ask for an interpreter of their own', () => {
    const plain = run.report.checks.filter(({ details }) => 'plain_start' in details)
    if (start === 'spawn') expect(plain).toEqual([])
    else expect(plain.length).toBeLessThan(rows.length / 10)
  })
})

// A shell or a supervisor may leave files open for everything that it starts; the row's own script lists them.
function listOpenDescriptors(): string {
  const script = rows.find(({ id }) => id === 'descriptors')?.script ?? ''
  return execFileSync(python, ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
