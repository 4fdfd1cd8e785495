// What a script may do and what comes of it: the rows of fixtures/scripts/cases.yaml in one real Vitest run.
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckResult } from '../../src/contracts/check-result.js'
import { type Ended, linkHost, makeProject, startVitest } from './host.js'
import { expectGone, type FoundRun, isRunning, python, readLatestRun, readProcessIds } from './run-folders.js'
import { expectText, placeValues, readScriptTable, type ScriptRow, writeRow } from './script-table.js'

const key = 'sk-live-0123456789abcdef'
const config = `import { evalChecks } from 'vitest-eval-checks'
export default { plugins: [evalChecks({ maxParallelChecks: 2 })] }
`
const rows = readScriptTable()
const surroundings = { umask: String(process.umask()), descriptors: listOpenDescriptors() }
const daemons: number[] = []
let project: string
let run: FoundRun & Ended

beforeAll(async () => {
  const name = "pröject with spaces & 'quotes'"
  project = join(makeProject({ [`${name}/vitest.config.mjs`]: config }), name)
  for (const row of rows) writeRow(project, row)
  linkHost(project)
  const ended = await startVitest(project, ['run'], { env: { MY_API_KEY: key, EVAL_BANANA_PYTHON: python } })
  run = { ...ended, ...readLatestRun(project) }
}, 300_000)

afterAll(() => {
  for (const daemon of daemons) process.kill(daemon, 'SIGKILL')
})

describe('a script check:', () => {
  test.for(rows.map((row) => [row.states, row] as const))('%s', async ([, row]) => {
    const result = run.report.checks.find(({ check_id }) => check_id === row.id)
    if (!result) throw new Error(`the report has no ${row.id}; Vitest said:\n${run.stdout}\n${run.stderr}`)
    compareResult(row, result)
    compareFiles(row, result)
    await compareTraces(row)
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

// A shell or a supervisor may leave files open for everything that it starts; the row's own script lists them.
function listOpenDescriptors(): string {
  const script = rows.find(({ id }) => id === 'descriptors')?.script ?? ''
  return execFileSync(python, ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

function compareResult({ id, states, expect: expected, fields }: ScriptRow, result: CheckResult): void {
  const places = allPlaces(id)
  const { status, reason, error_code, error_detail, details } = expected
  const exitCode = expected.exit_code ?? (status === 'passed' ? 0 : null)
  expect(result, result.stderr).toMatchObject({ status, exit_code: exitCode, error_code, details })
  expect(result.score).toBe(status === 'passed' ? 1 : 0)
  expectText(result.reason, reason, places)
  expectText(result.error_detail, error_detail, places)
  expect(result.description).toBe(fields.description ?? states)
}

function compareFiles({ id, expect: expected }: ScriptRow, result: CheckResult): void {
  const places = allPlaces(id)
  for (const stream of ['stdout', 'stderr'] as const) {
    const path = join(run.folder, 'checks', `${places.stem}.${stream}.txt`)
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    expect(existsSync(path), `${stream} has a file if and only if it is not empty`).toBe(bytes.length > 0)
    expectText(result[stream], expected[stream], places, bytes)
    expectText(bytes.toString('utf8'), expected[`${stream}_file`] ?? expected[stream], places, bytes)
    const started = expected.error_code !== 'script-missing' || result.details.stdout_bytes !== undefined
    expect(result.details[`${stream}_bytes`]).toBe(started ? bytes.length : undefined)
  }
  const evidence = join(run.folder, 'checks', places.stem)
  const found = existsSync(evidence) ? readdirSync(evidence, { recursive: true, encoding: 'utf8' }) : []
  const files = found.filter((name) => lstatSync(join(evidence, name)).isFile())
  expect(files.sort()).toEqual(Object.keys(expected.evidence).sort())
  for (const [name, text] of Object.entries(expected.evidence)) {
    expectText(readFileSync(join(evidence, name), 'utf8'), text, places)
  }
}

/** Processes and private files that must be gone, and a daemon that must not. */
async function compareTraces({ id, expect: { gone, left, removed } }: ScriptRow): Promise<void> {
  const evidence = join(run.folder, 'checks', allPlaces(id).stem)
  if (gone !== undefined) await expectGone(readProcessIds(join(evidence, gone)))
  if (left !== undefined) {
    daemons.push(...readProcessIds(join(evidence, left)))
    expect(daemons.every(isRunning)).toBe(true)
  }
  if (removed === undefined) return
  const paths = readFileSync(join(evidence, removed), 'utf8').trim().split('\n')
  expect(paths.filter(existsSync)).toEqual([])
}

function allPlaces(id: string) {
  return { ...placeValues(id, { project, folder: run.folder }), ...surroundings, key }
}
