// Wilson's score interval: the interval shown beside every pass rate.
import { normalCritical } from './distributions.js'
import { type Interval, type Undefined, undefinedResult } from './outcomes.js'
import { requireCount, requireOpenShare } from './require-arguments.js'

/**
 * Interval of the rate `k / n`: with p = k/n, `(p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)`.
 * Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212. Undefined without observations.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless 0 <= k <= n are whole and 0 < level < 1
 */
export function wilsonInterval(k: number, n: number, level = 0.95): Interval | Undefined {
  requireCount('n', n)
  requireCount('k', k, 0, n)
  requireOpenShare('level', level)
  if (n === 0) return undefinedResult('wilson', n, 'no-observations')
  const z = normalCritical(level)
  const p = k / n
  const shrink = 1 + (z * z) / n
  const center = (p + (z * z) / (2 * n)) / shrink
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / shrink
  return {
    kind: 'interval',
    method: 'wilson',
    level,
    n,
    estimate: p,
    // At the ends the formula gives exactly 0 and 1; rounding must not move them.
    lower: k === 0 ? 0 : Math.max(0, center - half),
    upper: k === n ? 1 : Math.min(1, center + half),
  }
}
