// Builds `report.json` from the records of a run: the same records always give the same report.
import { summarizeJudging } from '../../analyze/checks/judging-summary.js'
import { tallyChecks } from '../../analyze/checks/tally.js'
import type { CheckResult } from '../../contracts/check-result.js'
import type { Decision } from '../../contracts/decision.js'
import { EvalChecksError } from '../../contracts/errors.js'
import {
  type EvalReport,
  evalReportSchema,
  type RunHeader,
  type RunStatus,
} from '../../contracts/eval-report.js'
import { decideRun, meetsThreshold, settleStatus } from './decide-run.js'

/** How and when a run ended. */
export interface RunEnding {
  /** ISO 8601 in UTC. */
  readonly completedAt: string
  readonly runStatus: RunStatus
}

/** `run_passed` for each status of a decision. */
const runPassed: Readonly<Record<Decision['status'], boolean | null>> = {
  passed: true,
  'not-passed': false,
  undecided: null,
}

/**
 * Builds the report of a run, validated, with its keys in the documented order.
 * @throws {EvalChecksError} `REPORT_INVALID` when the records do not make a valid report
 */
export function buildReport(
  header: RunHeader,
  results: readonly CheckResult[],
  ending: RunEnding,
): EvalReport {
  const tally = tallyChecks(header, results)
  const decision = decideRun(tally, header, ending.runStatus)
  const judging = summarizeJudging(tally.results)
  const report = {
    schema_version: 1,
    run_id: header.run_id,
    project_root: header.project_root,
    output_dir: header.output_dir,
    started_at: header.started_at,
    completed_at: ending.completedAt,
    duration_ms: Math.max(0, Date.parse(ending.completedAt) - Date.parse(header.started_at)),
    total_checks: tally.total,
    passed_checks: tally.passed,
    failed_checks: tally.failed,
    errored_checks: tally.errored,
    points_earned: tally.points,
    total_points: tally.total,
    percentage: tally.percentage,
    pass_threshold: header.pass_threshold,
    meets_threshold: meetsThreshold(tally, header.pass_threshold),
    run_passed: runPassed[decision.status],
    run_status: settleStatus(tally, ending.runStatus),
    not_run: tally.notRun,
    skipped: header.skipped,
    load_errors: header.load_errors,
    plan_sha256: header.plan_sha256,
    pass_rate: tally.passRate,
    ...(judging === null ? {} : { judging }),
    ...(header.shard === undefined ? {} : { shard: header.shard }),
    ...(header.watch === undefined ? {} : { watch: header.watch }),
    checks: tally.results,
  }
  const checked = evalReportSchema.safeParse(report)
  if (checked.success) return checked.data
  const { path, message } = checked.error.issues[0] ?? { path: [], message: 'unknown fault' }
  throw new EvalChecksError(
    'REPORT_INVALID',
    `the report of run ${header.run_id} is invalid at ${path.join('.')}: ${message}`,
    {
      fix: 'a check type or a reporter handed over a value that no report may hold; report it to its author',
      cause: checked.error,
    },
  )
}
