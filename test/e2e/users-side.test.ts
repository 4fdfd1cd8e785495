// The plugin leaves the user's side alone: the same project, run without and with it, shows and leaves behind the same
// but for times, totals and what the checks themselves say.
import { expect, test } from 'vitest'
import { runBothSides, type Scenario } from './both-sides.js'

/** A scenario with the outcome that both sides have in common. */
interface Row extends Scenario {
  title: string
  /** `any`: both sides have the same, but the versions of Vitest differ. */
  exitCode?: number | 'any'
  /** Statuses of the checks, both passed where absent; null: nothing is run and nothing said. */
  checks?: never
  statuses?: Record<string, string> | null
}

const toFile = ['--reporter=json', '--outputFile.json=report.json']
const run = ['run', '--reporter=default', ...toFile]
/** Without the file that needs jsdom, which takes most of the time. */
const runFast = [...run, '--exclude=test/page.test.ts']
const ran = { readable: 'passed', sources: 'passed' }

const rows: Row[] = [
  {
    title: 'reports and coverage',
    args: [...run, '--reporter=junit', '--outputFile.junit=junit.xml', '--coverage'],
  },
  {
    title: 'coverage below a threshold',
    args: [...runFast, '--coverage', '--coverage.thresholds.lines=100'],
    exitCode: 1,
  },
  { title: 'a failing test', args: runFast, env: { FAIL: '1' }, exitCode: 1 },
  { title: '--bail', args: [...runFast, '--bail=1'], env: { FAIL: '1' }, exitCode: 1, statuses: {} },
  { title: 'a run of everything, verbose', args: ['run', '--reporter=verbose', ...toFile] },
  { title: 'the dot reporter', args: ['run', '--exclude=test/page.test.ts', '--reporter=dot', ...toFile] },
  { title: 'the tap reporter', args: ['run', '--exclude=test/page.test.ts', '--reporter=tap', ...toFile] },
  {
    title: 'a named project, chosen by --project',
    args: [...runFast, '--project=mine'],
    options: { name: 'mine' },
  },
  {
    title: '--project with another name',
    args: ['run', '--project=other'],
    options: { name: 'mine' },
    exitCode: 1,
    statuses: null,
  },
  { title: 'jsdom everywhere', args: run, options: { environment: 'jsdom' } },
  { title: 'no isolation', args: runFast, options: { isolate: false } },
  { title: 'no isolation and one worker', args: runFast, options: { isolate: false, maxWorkers: 1 } },
  { title: 'one file after the other', args: runFast, options: { fileParallelism: false } },
  { title: 'threads', args: [...runFast, '--pool=threads'] },
  { title: 'vmThreads', args: [...runFast, '--pool=vmThreads'] },
  { title: 'a pool and a reporter of their own', args: ['run'], env: { OWN: '1' } },
  { title: 'a path filter', args: [...run, 'math'], statuses: null },
  { title: 'a line', args: [...run, 'test/sometimes.test.ts:7'], statuses: null },
  {
    title: '-t',
    args: [...runFast, '-t', 'adds'],
    statuses: { readable: 'skipped', sources: 'skipped' },
  },
  { title: 'shuffled tests', args: [...runFast, '--sequence.shuffle', '--sequence.seed=7'] },
  {
    title: '-u',
    args: [...runFast, '-u'],
    files: {
      'test/more.test.ts':
        "it('is written', () => {\n  expect('new').toMatchSnapshot()\n  expect(1).toMatchInlineSnapshot(`2`)\n})\n",
      'test/__snapshots__/gone.test.ts.snap': 'exports[`gone 1`] = `1`;\n',
    },
  },
  { title: 'list', args: ['list'], statuses: null },
  {
    title: 'related',
    args: ['related', 'src/math.ts', '--run', '--reporter=default', ...toFile],
    statuses: null,
  },
  { title: '--changed outside of git', args: ['run', '--changed'], exitCode: 'any', statuses: null },
]

test.for(rows)('$title', async ({ title: _title, exitCode = 0, statuses = ran, ...scenario }) => {
  const { without, withPlugin, checks } = await runBothSides(scenario)
  expect(withPlugin).toEqual(without)
  if (scenario.env?.OWN) expect(without.files['own-report.json']).toContain('"pool": "own-pool"')
  if (exitCode !== 'any') expect(without.exitCode).toBe(exitCode)
  expect(checks.statuses).toEqual(statuses ?? {})
  const said = Object.values(checks.statuses).includes('passed') || scenario.args.includes('--bail=1')
  expect({ summary: checks.summary.length > 0, stored: checks.stored }).toEqual({
    summary: said,
    stored: said,
  })
})

test('coverage of a folder that holds checks', async () => {
  const files = {
    'src/eval_checks/near.yaml':
      'schema_version: 1\nid: near\ntype: deterministic\ndescription: No JavaScript\n',
  }
  const { without, withPlugin } = await runBothSides({ args: ['run', 'math', '--coverage'], files })
  expect(without.console.join('\n')).toContain('PARSE_ERROR')
  expect(withPlugin.console.join('\n')).not.toContain('PARSE_ERROR')
  expect(withPlugin.files['coverage/coverage-summary.json']).toBe(
    without.files['coverage/coverage-summary.json'],
  )
})

test('list --json into a file', async () => {
  const { without, withPlugin } = await runBothSides({ args: ['list', '--json=list.json'] })
  const users = ({ files }: typeof without): unknown[] => JSON.parse(files['list.json'] ?? '')
  const isCheck = (entry: unknown) => JSON.stringify(entry).includes('.yaml')
  expect(users(withPlugin).filter((entry) => !isCheck(entry))).toEqual(users(without))
  expect(users(withPlugin).filter(isCheck)).toHaveLength(2)
})

test('both shards together', async () => {
  const shard = (n: number) => runBothSides({ args: [...runFast, `--shard=${n}/2`] })
  const [first, second] = [await shard(1), await shard(2)]
  const all = (side: 'without' | 'withPlugin') =>
    [...first[side].json, ...second[side].json].sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(all('withPlugin')).toEqual(all('without'))
  expect({ ...first.checks.statuses, ...second.checks.statuses }).toEqual(ran)
  expect([first, second].map(({ withPlugin }) => withPlugin.exitCode)).toEqual([0, 0])
})

test.for([
  { title: 'a run with coverage', args: [...run, '--coverage'] },
  { title: 'list', args: ['list'] },
  { title: 'nothing found', args: ['run', 'nowhere'] },
])('a project without checks: $title', async ({ args }) => {
  const { without, withPlugin, checks } = await runBothSides({ args, checks: false })
  expect(withPlugin).toEqual(without)
  expect(checks).toEqual({ statuses: {}, summary: [], stored: false })
})
