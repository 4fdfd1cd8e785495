// What Vitest shows of check files that do not load.
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Ended, startVitest } from './host.js'
import { type FoundRun, readLatestRun } from './run-folders.js'
import { checkThat, configWith, expectAll, makeSmallProject, ordinaryTest } from './small-project.js'

const valid = checkThat('passed', 'CHECK')

/** One broken file, where its fault is and what Vitest says of it. */
interface Row {
  fault: string
  file: string
  text: string
  at: string
  code: string
  says: readonly string[]
}

const rows: Row[] = [
  {
    fault: 'a missing field',
    file: 'missing',
    text: valid.replace(/description: .*\n/, ''),
    at: '1:1',
    code: 'missing-field',
    says: ['description: Field required'],
  },
  {
    fault: 'an unknown key',
    file: 'unknown',
    text: `${valid}descripton: twice\n`,
    at: '6:1',
    code: 'unknown-field',
    says: ['Extra inputs are not permitted', 'description'],
  },
  {
    fault: 'two scripts',
    file: 'two-scripts',
    text: `${valid}script_path: a.py\n`,
    at: '6:1',
    code: 'exclusive-fields',
    says: ['script and script_path are mutually exclusive'],
  },
  {
    fault: 'a bad id',
    file: 'bad-id',
    text: valid.replace('CHECK', 'no spaces'),
    at: '2:5',
    code: 'invalid-value',
    says: ['id does not match pattern', 'no spaces'],
  },
  {
    fault: 'an id that stands in two files',
    file: 'duplicate-1',
    text: valid.replace('CHECK', 'twice'),
    at: '2:1',
    code: 'duplicate-id',
    says: ["Duplicate check id 'twice' found in:", 'duplicate-1.yaml', 'duplicate-2.yaml'],
  },
  {
    fault: 'the same id in the other file',
    file: 'duplicate-2',
    text: valid.replace('CHECK', 'twice'),
    at: '2:1',
    code: 'duplicate-id',
    says: ["Duplicate check id 'twice' found in:", 'duplicate-1.yaml', 'duplicate-2.yaml'],
  },
  {
    fault: 'invalid YAML',
    file: 'invalid',
    text: `${valid}tags: [open\n`,
    at: '7:1',
    code: 'yaml-syntax',
    says: ['YAML: Flow sequence', 'end with a ]'],
  },
]

const name = (row: Row) => `eval_checks/${row.file}.yaml`
let project = ''
let ended: Ended
let run: FoundRun

beforeAll(async () => {
  project = makeSmallProject({
    'vitest.config.ts': configWith('{ passThreshold: 0 }'),
    'eval_checks/good.yaml': checkThat('passed', 'good'),
    'plain.test.ts': ordinaryTest('plain'),
    ...Object.fromEntries(rows.map((row) => [name(row), row.text])),
  })
  ended = await startVitest(project, ['run'])
  run = readLatestRun(project)
})

/** What Vitest says of a failed file, from its name to the next line across the terminal. */
function sectionOf(file: string): string {
  const [, after = ''] = ended.stderr.split(`FAIL  ${file} [`)
  return after.split('⎯⎯⎯')[0] ?? ''
}

test.for(rows)('$fault fails its file and shows the place', (row) => {
  expectAll(sectionOf(name(row)), [...row.says, `❯ ${name(row)}:${row.at}`])
  const [line, column] = row.at.split(':').map(Number)
  expect(run.report.load_errors).toContainEqual(
    expect.objectContaining({ file: join(project, name(row)), line, column, code: row.code }),
  )
})

test('checks and tests of other files run', () => {
  expectAll(ended.stdout, ['✓ plain.test.ts', '✓ eval_checks/good.yaml'])
  expect(run.report.checks).toMatchObject([{ check_id: 'good', status: 'passed' }])
})

test('the run is not passed, whatever the threshold', () => {
  expect(ended.exitCode).toBe(1)
  expect(run.report).toMatchObject({ pass_threshold: 0, meets_threshold: true, run_passed: false })
})
