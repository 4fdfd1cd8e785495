// The pass rate of a run in words: never without its interval, and never without what it leaves out.
import type { EvalReport } from '../../src/contracts/eval-report.js'

/**
 * `17/20 decided (85.0%), Wilson 95% interval 64.0% to 94.8%, n = 20; not counted: 1 error, 2 skipped`. What errored, was
 * skipped or did not run is named and is in no denominator.
 */
export function describePassRate(report: EvalReport): string {
  const { passed, decided, interval } = report.pass_rate
  const rate =
    interval.kind === 'undefined'
      ? 'none, no check was decided'
      : `${passed}/${decided} decided (${percent(interval.estimate)}), Wilson ${Number((interval.level * 100).toFixed(2))}% ` +
        `interval ${percent(interval.lower)} to ${percent(interval.upper)}, n = ${interval.n}`
  const left: [number, string][] = [
    [report.errored_checks, report.errored_checks === 1 ? 'error' : 'errors'],
    [report.skipped.length, 'skipped'],
    [report.not_run.length, 'not run'],
  ]
  const named = left.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`)
  return named.length === 0 ? rate : `${rate}; not counted: ${named.join(', ')}`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
