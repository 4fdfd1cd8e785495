// The exact interval of a rate: never covers less than its level, and is wider than Wilson's.
import { betaQuantile } from './distributions.js'
import { type Interval, type Undefined, undefinedResult } from './outcomes.js'
import { requireCount, requireOpenShare } from './require-arguments.js'

/**
 * Interval of the rate `k / n`: the a/2 quantile of Beta(k, n-k+1) and the 1-a/2 quantile of Beta(k+1, n-k).
 * Clopper & Pearson, Biometrika 26 (1934) 404-413. Undefined without observations.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless 0 <= k <= n are whole and 0 < level < 1
 */
export function clopperPearsonInterval(k: number, n: number, level = 0.95): Interval | Undefined {
  requireCount('n', n)
  requireCount('k', k, 0, n)
  requireOpenShare('level', level)
  if (n === 0) return undefinedResult('clopper-pearson', n, 'no-observations')
  const tail = (1 - level) / 2
  return {
    kind: 'interval',
    method: 'clopper-pearson',
    level,
    n,
    estimate: k / n,
    lower: k === 0 ? 0 : betaQuantile(tail, k, n - k + 1),
    upper: k === n ? 1 : betaQuantile(1 - tail, k + 1, n - k),
  }
}
