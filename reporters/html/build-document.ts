// Builds the document of a page from the end of a run and what was gathered beside it. Pure.
import { compareWithPast } from '../../src/analyze/checks/compare-with-past.js'
import { estimatePassRate } from '../../src/analyze/checks/pass-rate.js'
import type { CheckResult, CheckStatus } from '../../src/contracts/check-result.js'
import type { EvalReport } from '../../src/contracts/eval-report.js'
import type { PastRun } from '../../src/contracts/past-run.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { cutText, headLines, oneLine } from '../shared/display.js'
import { describeJudging } from '../shared/judging.js'
import { describePassRate } from '../shared/pass-rate.js'
import { pathFrom } from '../shared/paths.js'
import { Allowance, describeCheck } from './describe-check.js'
import { type Gathered, PAGE_FILE } from './gather.js'
import { nextSteps } from './next-steps.js'
import type { PageCheck, PageDocument, PageRun } from './page-document.js'

/** UTF-16 units of streams and prompts that a page holds; a browser reads so much at once without a pause. */
const MOST_LONG_TEXT = 12_000_000
const MOST_NAMED = 10_000
const MOST_AGENTS = 50

/** Those in need of a look get the room first. */
const need: Readonly<Record<CheckStatus, number>> = { failed: 0, error: 0, passed: 1 }

/** See the file's head. */
export function buildPageDocument(run: RunEnd, gathered: Gathered): PageDocument {
  const { report, decision } = run
  const past = compareWithPast(report.checks, gathered.past)
  const { checks, leftOut } = describeChecks(report, past, gathered)
  return {
    page_version: 1,
    run: {
      run_id: short(report.run_id, 200),
      project: short(report.project_root.split(/[\\/]/).findLast((part) => part !== '') ?? '', 200),
      started_at: report.started_at,
      completed_at: report.completed_at,
      duration_ms: report.duration_ms,
      status: report.run_status,
      decision: decision.status,
      sentence: short(decision.sentence, 1000),
      threshold: report.pass_threshold,
      plan_sha256: report.plan_sha256,
      shard: report.shard === undefined ? null : short(report.shard, 40),
      watch: report.watch === true,
    },
    steps: nextSteps(run, past),
    totals: {
      total: report.total_checks,
      passed: report.passed_checks,
      failed: report.failed_checks,
      errored: report.errored_checks,
      not_run: report.not_run.length,
      skipped: report.skipped.length,
      load_errors: report.load_errors.length,
    },
    pass_rate: report.pass_rate,
    pass_rate_words: describePassRate(report),
    judging_words: report.judging === undefined ? [] : describeJudging(report.judging).slice(0, MOST_AGENTS),
    checks,
    load_errors: report.load_errors
      .slice(0, MOST_NAMED)
      .map(({ file, line, column, field, message, code }) => ({
        place: `${short(pathFrom(report.project_root, file), 500)}:${line}:${column}`,
        field: short(field, 200),
        message: headLines(message, 40, 4000),
        code: short(code, 100),
      })),
    not_run: report.not_run.slice(0, MOST_NAMED).map((id) => short(id, 300)),
    skipped: report.skipped
      .slice(0, MOST_NAMED)
      .map(({ id, reason }) => ({ id: short(id, 300), reason: headLines(reason, 10, 1000) })),
    history: [
      ...gathered.past.map((each) => describePast(each, gathered.hasPage(each.run_id))),
      describeNow(report),
    ],
    left_out: leftOut,
  }
}

function describeChecks(
  report: EvalReport,
  past: ReturnType<typeof compareWithPast>,
  gathered: Gathered,
): { checks: PageCheck[]; leftOut: number } {
  const allowance = new Allowance(MOST_LONG_TEXT)
  const described = new Map<CheckResult, PageCheck>()
  for (const result of report.checks.toSorted((a, b) => need[a.status] - need[b.status])) {
    const { check_id } = result
    described.set(result, describeCheck(result, report.project_root, past.get(check_id), gathered, allowance))
  }
  return { checks: report.checks.flatMap((result) => described.get(result) ?? []), leftOut: allowance.denied }
}

function describePast(run: PastRun, hasPage: boolean): PageRun {
  return {
    run_id: run.run_id,
    started_at: run.started_at,
    duration_ms: run.duration_ms,
    total: run.total_checks,
    passed: run.passed_checks,
    failed: run.failed_checks,
    errored: run.errored_checks,
    run_passed: run.run_passed,
    interval: estimatePassRate(run.passed_checks, run.failed_checks).interval,
    judged: run.judging !== undefined,
    cost_usd: run.judging?.cost_usd ?? null,
    // A run id is digits, hex and underscores: nothing in it leads anywhere else.
    href: hasPage ? `../${run.run_id}/${PAGE_FILE}` : null,
  }
}

function describeNow(report: EvalReport): PageRun {
  return {
    run_id: short(report.run_id, 200),
    started_at: report.started_at,
    duration_ms: report.duration_ms,
    total: report.total_checks,
    passed: report.passed_checks,
    failed: report.failed_checks,
    errored: report.errored_checks,
    run_passed: report.run_passed,
    interval: report.pass_rate.interval,
    judged: report.judging !== undefined,
    cost_usd: report.judging?.cost_usd ?? null,
    href: null,
  }
}

function short(text: string, longest: number): string {
  return cutText(oneLine(text), longest)
}
