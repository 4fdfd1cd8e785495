// Interval of the difference of two pass rates over the same samples.
import { type Interval, type Undefined, undefinedResult } from './outcomes.js'
import { countPairs, type PairedTable } from './paired-table.js'
import { requireOpenShare } from './require-arguments.js'
import { wilsonInterval } from './wilson.js'

const method = 'newcombe-paired-10'

/**
 * Interval of `rate(first) - rate(second)`: the Wilson intervals of both rates, joined with their correlation phi, which
 * is corrected for continuity when it is positive. Method 10 of Newcombe, Statist. Med. 17 (1998) 2635-2650. Undefined
 * without samples.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a count that is not whole or negative
 */
export function newcombePairedInterval(table: PairedTable, level = 0.95): Interval | Undefined {
  const n = countPairs(table)
  requireOpenShare('level', level)
  const first = wilsonInterval(table.both + table.firstOnly, n, level)
  const second = wilsonInterval(table.both + table.secondOnly, n, level)
  if (first.kind === 'undefined' || second.kind === 'undefined') {
    return undefinedResult(method, n, 'no-observations')
  }
  const phi = correlate(table, n)
  const join = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b))
  const estimate = (table.firstOnly - table.secondOnly) / n
  const below = join(first.estimate - first.lower, second.upper - second.estimate)
  const above = join(first.upper - first.estimate, second.estimate - second.lower)
  return {
    kind: 'interval',
    method,
    level,
    n,
    estimate,
    lower: Math.max(-1, estimate - below),
    upper: Math.min(1, estimate + above),
  }
}

// 0 when a margin is empty: then one of the rates does not vary and there is no correlation.
function correlate({ both, firstOnly, secondOnly, neither }: PairedTable, n: number): number {
  const margins = (both + firstOnly) * (secondOnly + neither) * (both + secondOnly) * (firstOnly + neither)
  if (margins === 0) return 0
  const product = both * neither - firstOnly * secondOnly
  const corrected = product > 0 ? Math.max(product - n / 2, 0) : product
  return corrected / Math.sqrt(margins)
}
