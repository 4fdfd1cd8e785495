// The pass rate of a run of checks, with the uncertainty that its number of checks leaves.
import type { PassRate } from '../../contracts/eval-report.js'
import { wilsonInterval } from '../../statistics/wilson.js'

/** Confidence level of the intervals in reports of checks. */
const LEVEL = 0.95

/**
 * The share of passed checks among those that were decided, passed or failed, with its Wilson 95 % interval. Undefined when
 * none was.
 */
export function estimatePassRate(passed: number, failed: number): PassRate {
  const decided = passed + failed
  const interval = wilsonInterval(passed, decided, LEVEL)
  return {
    passed,
    decided,
    interval:
      interval.kind === 'interval'
        ? { ...interval, method: 'wilson' }
        : { kind: 'undefined', method: 'wilson', n: 0, reason: 'no-observations' },
  }
}
