// Ends of runs for tests of reporters.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { tallyChecks } from '../../src/analyze/checks/tally.js'
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { RunHeader, RunStatus } from '../../src/contracts/eval-report.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { buildReport } from '../../src/decide/checks/build-report.js'
import { decideRun } from '../../src/decide/checks/decide-run.js'
import { makeFolder } from './runs.js'

/** The end of a run as reporters are told, stored in `folder` (a new one with a `checks` folder by default). */
export function makeRunEnd(
  header: RunHeader,
  results: readonly CheckResult[],
  { runStatus = 'complete', folder }: { runStatus?: RunStatus; folder?: string } = {},
): RunEnd {
  const path = folder ?? makeFolder()
  const checks = join(path, 'checks')
  if (folder === undefined) mkdirSync(checks)
  const report = buildReport(header, results, { completedAt: '2026-01-02T03:04:07.500Z', runStatus })
  const decision = decideRun(tallyChecks(header, results), header, report.run_status)
  return { header, places: { folder: path, checks }, report, decision }
}
