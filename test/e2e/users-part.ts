// Takes the user's part out of what Vitest prints and writes: without the lines of check files, without times.

/** Counts by name. */
export type Counts = Record<string, number>

/** The parts of Vitest's JSON report that are read here. */
export interface JsonReport {
  testResults: {
    name: string
    status: string
    message: string
    startTime?: number
    endTime?: number
    assertionResults: { title: string; status: string; duration?: number; [key: string]: unknown }[]
  }[]
  [total: string]: unknown
}

/** True for the path of a check file. */
export function isCheckFile(file: string): boolean {
  return /\.ya?ml$/.test(file)
}

/** Divides the lines of the console into the user's own and the summary of the checks. */
export function cutChecks(lines: readonly string[]): { lines: string[]; summary: string[] } {
  const users: string[] = []
  const summary: string[] = []
  let inside: 'user' | 'summary' | 'tap' = 'user'
  for (const line of lines) {
    if (/^Run \d{8}_\d{6}_/.test(line)) inside = 'summary'
    if (/^(?:not )?ok \d+ - \S+\.yaml .*\{$/.test(line)) inside = 'tap'
    if (inside === 'summary') summary.push(line)
    else if (inside === 'user' && isUsers(line)) users.push(withoutTime(line))
    if (/^Report /.test(line) || line === '}') inside = 'user'
  }
  return { lines: users, summary }
}

// Totals are compared elsewhere; Vitest 5 gives hints where something took a large part of the time.
const LEFT_OUT = [
  /^$/,
  /\.yaml\b/,
  /^ +(?:Test Files|Tests|Start at|Duration) /,
  /^ *(?:Environment|Import|Transform|Isolate) .* (?:of tracked time|startup each)/,
  /^ +(?:at least )?~.* faster /,
  /^ +(?:create it once per worker|persist transforms|on CI this only|learn more: https:\/\/vitest\.dev\/guide\/improving)/,
  /^1\.\.\d+$/,
]

function isUsers(line: string): boolean {
  return !LEFT_OUT.some((pattern) => pattern.test(line))
}

function withoutTime(line: string): string {
  return (
    line
      .replaceAll(/\b\d+(?:\.\d+)?m?s\b/g, '<time>')
      .replace(/(Affected +\d+ of) \d+ test files/, '$1 all')
      // Where no test is found, the globs are shown.
      .replace(', **/eval_checks/**/*.{yaml,yml}', '')
      .replace(', **/{eval,*.eval}.{yaml,yml,json}', '')
      .replace(/^((?:not )?ok) \d+/, '$1')
      .replace(/^[·x*-]+(?=$|std)/, '')
  )
}

/**
 * The totals of the console by state, without those of the given test files. The sums in parentheses are left out:
 * they hold the files that a run with `--bail` did not come to.
 */
export function readTotals(
  lines: readonly string[],
  ours: JsonReport['testResults'],
): Record<'files' | 'tests', Counts> {
  const read = (label: string, states: readonly string[]) => {
    const line = lines.find((candidate) => candidate.trimStart().startsWith(`${label}  `))
    return line === undefined ? {} : subtract(readCounts(line), states)
  }
  const reached = ours.filter(({ assertionResults }) => assertionResults.length > 0)
  const tests = reached.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  return { files: read('Test Files', reached.map(stateOfFile)), tests: read('Tests', tests) }
}

function readCounts(line: string): Counts {
  const counts: Counts = {}
  for (const [, count, state] of line.matchAll(/(\d+) (failed|passed|skipped|todo)/g)) {
    if (state) counts[state] = Number(count)
  }
  return counts
}

function subtract(counts: Counts, states: readonly string[]): Counts {
  const left = { ...counts }
  for (const state of states) left[state] = (left[state] ?? 0) - 1
  return Object.fromEntries(Object.entries(left).filter(([, count]) => count !== 0))
}

// The JSON report calls a file without a test that ran `passed`.
function stateOfFile({ status, assertionResults }: JsonReport['testResults'][number]): string {
  const ran = assertionResults.some((test) => test.status !== 'skipped')
  return status === 'passed' && !ran ? 'skipped' : status
}

/** Test files of a JSON report by name, without times: a shuffled order depends on the number of files. */
export function withoutTimes(files: JsonReport['testResults']): JsonReport['testResults'] {
  return files
    .map(({ startTime: _start, endTime: _end, assertionResults, ...file }) => ({
      ...file,
      assertionResults: assertionResults.map(({ duration: _duration, ...test }) => test),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The suites of a JUnit report but those of check files, without times. */
export function usersSuites(xml: string): string[] {
  const suites = xml.match(/<testsuite .*?<\/testsuite>/gs) ?? []
  return suites
    .filter((suite) => !/^<testsuite name="[^"]*\.yaml"/.test(suite))
    .map((suite) => suite.replaceAll(/ (?:time|timestamp)="[^"]*"/g, ''))
}
