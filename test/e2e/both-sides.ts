// Runs one project without and with the plugin and takes apart what the user sees of their own tests, so that the two
// can be compared. Left out is what may differ: times, and the totals, from which the checks are subtracted.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, linkHost, makeProject, startVitest } from './host.js'
import {
  type Counts,
  cutChecks,
  isCheckFile,
  type JsonReport,
  readTotals,
  usersSuites,
  withoutTimes,
} from './users-part.js'

/** One way to start Vitest on a fixture. */
export interface Scenario {
  /** Folder below fixtures/; absent: `users-side`. */
  fixture?: string
  args: readonly string[]
  env?: Record<string, string>
  /** Options of `test` in the config. */
  options?: Record<string, unknown>
  /** Files added to the fixture. */
  files?: Record<string, string>
  /** False: the project has no check files. */
  checks?: false
}

/** What the user sees of their own part of a run. */
export interface UsersPart {
  exitCode: number | undefined
  /** Lines of standard output and standard error, sorted. */
  console: string[]
  /** Test files and tests by state, as the console counts them. */
  totals: Record<'files' | 'tests', Counts>
  /** Test files of the JSON report. */
  json: JsonReport['testResults']
  snapshot: unknown
  success: unknown
  /** Suites of the JUnit report. */
  junit: string[]
  /** How often config, servers, set-up files and global set-up came to be. */
  counters: Counts
  /** Every other file of the project after the run, such as snapshots and the coverage summary. */
  files: Record<string, string>
}

/** What is there only because of the checks. */
export interface ChecksPart {
  /** Statuses of the check tests in the JSON report, by name. */
  statuses: Record<string, string>
  /** Lines of the summary. */
  summary: string[]
  /** True when a run was stored. */
  stored: boolean
}

/** Runs both sides at once. */
export async function runBothSides(scenario: Scenario) {
  const [without, withPlugin] = await Promise.all([runSide(scenario, false), runSide(scenario, true)])
  return { without: without.user, withPlugin: withPlugin.user, checks: withPlugin.checks }
}

async function runSide(scenario: Scenario, plugin: boolean) {
  const project = makeProject(scenario.files ?? {}, { fixture: scenario.fixture ?? 'users-side' })
  if (scenario.checks === false) {
    for (const folder of ['eval_checks', 'docs']) rmSync(join(project, folder), { recursive: true })
  }
  linkHost(project)
  const ended = await startVitest(project, [...scenario.args], {
    env: {
      ...scenario.env,
      ...(plugin ? { PLUGIN: '1' } : {}),
      ...(scenario.options ? { TEST_OPTIONS: JSON.stringify(scenario.options) } : {}),
    },
  })
  const { exitCode, stdout, stderr } = ended
  const output = { exitCode, stdout: anonymous(stdout, project), stderr: anonymous(stderr, project) }
  return takeApart(output, readProject(project))
}

function takeApart(ended: Ended, files: Record<string, string>): { user: UsersPart; checks: ChecksPart } {
  const { 'report.json': json, 'junit.xml': junit, ...others } = files
  const report: JsonReport = JSON.parse(json ?? '{ "testResults": [] }')
  const ours = report.testResults.filter(({ name }) => isCheckFile(name))
  const output = `${ended.stdout}\n${ended.stderr}`.split('\n')
  const { lines, summary } = cutChecks(output)
  const counters = Object.entries(others).filter(([file]) => file.startsWith('counters/'))
  const left = Object.entries(others).filter(([file]) => !/^(?:counters|\.eval-banana)\//.test(file))
  return {
    user: {
      exitCode: ended.exitCode,
      console: lines.sort(),
      totals: readTotals(output, ours),
      json: withoutTimes(report.testResults.filter(({ name }) => !isCheckFile(name))),
      snapshot: report.snapshot,
      success: report.success,
      junit: usersSuites(junit ?? ''),
      counters: Object.fromEntries(counters.map(([file, marks]) => [file, marks.length])),
      files: Object.fromEntries(left),
    },
    checks: {
      statuses: Object.fromEntries(
        ours.flatMap(({ assertionResults }) => assertionResults.map(({ title, status }) => [title, status])),
      ),
      summary,
      stored: Object.keys(others).some((file) => file.startsWith('.eval-banana/')),
    },
  }
}

/** The texts of a project by path, without installed packages; its own path is written `<root>`. */
function readProject(project: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const entry of readdirSync(project, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const relative = file.slice(project.length + 1)
    if (!entry.isFile() || relative.startsWith('node_modules/')) continue
    files[relative] = anonymous(readFileSync(file, 'utf8'), project)
  }
  return files
}

function anonymous(text: string, project: string): string {
  return text.replaceAll(project, '<root>')
}
