// Counts a run of checks from its records alone.
import type { CheckResult } from '../../contracts/check-result.js'
import type { PassRate, RunHeader } from '../../contracts/eval-report.js'
import { estimatePassRate } from './pass-rate.js'

/** What a run of checks amounts to. One check is one point. */
export interface Tally {
  /** Selected checks, whether they ran or not. */
  readonly total: number
  readonly passed: number
  readonly failed: number
  /** Checks that could not be judged; they earn nothing and are never counted as failed. */
  readonly errored: number
  readonly points: number
  /** `points / total` in percent, rounded to one decimal; 0 when nothing was selected. */
  readonly percentage: number
  /** Passed of decided checks, with its interval. */
  readonly passRate: PassRate
  /** One result per finished check, in plan order. */
  readonly results: readonly CheckResult[]
  /** Ids of selected checks without a result, in plan order. */
  readonly notRun: readonly string[]
}

/**
 * Tallies `results` over the checks that `header` selected. Of several results of one check the last counts; results of
 * checks that were not selected are ignored.
 */
export function tallyChecks(header: RunHeader, results: readonly CheckResult[]): Tally {
  const selected = [...new Set(header.selected)]
  const latest = new Map(results.map((result) => [result.check_id, result]))
  const finished = selected.flatMap((id) => latest.get(id) ?? [])
  const countOf = (status: CheckResult['status']) =>
    finished.reduce((count, result) => (result.status === status ? count + 1 : count), 0)
  const passed = countOf('passed')
  const failed = countOf('failed')
  return {
    total: selected.length,
    passed,
    failed,
    errored: countOf('error'),
    points: passed,
    percentage: selected.length === 0 ? 0 : Math.round((1000 * passed) / selected.length) / 10,
    passRate: estimatePassRate(passed, failed),
    results: finished,
    notRun: selected.filter((id) => !latest.has(id)),
  }
}
