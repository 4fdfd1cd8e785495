// The plugin leaves the user's side alone in a workspace too: the same one, run without and with it.
import { expect, test } from 'vitest'
import { runBothSides, type Scenario } from './both-sides.js'
import { host } from './host.js'

interface Row extends Scenario {
  title: string
  exitCode?: number
  /** Statuses of the checks, all passed where absent; null: nothing is run and nothing said. */
  checks?: never
  statuses?: Record<string, string> | null
}

const run = ['run', '--reporter=default', '--reporter=json', '--outputFile.json=report.json']
const ran = { 'at-root': 'passed', 'in-one': 'passed', 'in-two': 'passed' }
const config = (name: string, more: string) =>
  `import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: { name: '${name}', ${more} } })\n`

const ownPool = {
  'packages/two/vitest.config.ts': `import { ownPool } from '../../support/own.js'
export default { test: { name: 'two', pool: ownPool } }
`,
}

const rows: Row[] = [
  {
    title: 'reports and coverage',
    args: [...run, '--reporter=junit', '--outputFile.junit=junit.xml', '--coverage'],
  },
  {
    title: 'coverage below a threshold',
    args: [...run, '--coverage', '--coverage.thresholds.lines=100'],
    exitCode: 1,
  },
  { title: 'a failing test', args: run, env: { FAIL: '1' }, exitCode: 1 },
  { title: 'the verbose reporter', args: ['run', '--reporter=verbose', ...run.slice(2)] },
  { title: 'a project chosen by --project', args: [...run, '--project=two'], statuses: null },
  // Vitest 5 shows the list of projects, in which there is one more.
  ...(host().name === 'v4'
    ? [
        {
          title: '--project with an unknown name',
          args: [...run, '--project=three'],
          exitCode: 1,
          statuses: null,
        },
      ]
    : []),
  { title: 'a path filter', args: [...run, 'double'], statuses: null },
  { title: 'list', args: ['list'], statuses: null },
  { title: 'one file after the other', args: [...run, '--no-file-parallelism'] },
  { title: 'another pool, by the command line', args: [...run, '--pool=threads', '--no-isolate'] },
  { title: 'a pool and a reporter of their own', args: ['run'], env: { OWN: '1' }, files: ownPool },
  {
    title: 'a pool and a reporter of their own, one project',
    args: ['run', '--project=two'],
    env: { OWN: '1' },
    files: ownPool,
    statuses: null,
  },
  { title: 'related', args: ['related', 'packages/two/src/double.ts', ...run], statuses: null },
  {
    title: 'projects with group orders and workers of their own',
    args: run,
    files: {
      'packages/one/vitest.config.ts': config(
        'one',
        "environment: 'jsdom', globals: true, maxWorkers: 1, fileParallelism: false",
      ),
      'packages/two/vitest.config.ts': config('two', 'maxWorkers: 2, sequence: { groupOrder: 1 }'),
    },
  },
  {
    title: 'inline projects, named, one of which extends the root',
    args: [...run, '--coverage'],
    options: {
      projects: [
        {
          extends: true,
          test: { name: 'pages', environment: 'jsdom', globals: true, include: ['**/sum.test.ts'] },
        },
        { test: { name: 'others', include: ['**/double.test.ts'] } },
      ],
    },
  },
]

test.for(rows)('$title', async ({ title: _title, exitCode = 0, statuses = ran, ...scenario }) => {
  const { without, withPlugin, checks } = await runBothSides({ ...scenario, fixture: 'workspace' })
  expect(withPlugin).toEqual(without)
  if (scenario.env?.OWN) expect(without.files['own-report.json']).toContain('"pool": "own-pool"')
  expect(without.exitCode).toBe(exitCode)
  expect(checks.statuses).toEqual(statuses ?? {})
  const said = statuses !== null
  expect({ summary: checks.summary.length > 0, stored: checks.stored }).toEqual({
    summary: said,
    stored: said,
  })
})
