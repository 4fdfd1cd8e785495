// Mean and standard error of paired differences.
import { meanOf, sampleVariance } from './moments.js'
import { type Undefined, undefinedResult } from './outcomes.js'
import { requireCount, requireFinite } from './require-arguments.js'

/** A mean with its standard error. */
export interface MeanWithError {
  readonly kind: 'mean'
  readonly method: string
  readonly n: number
  readonly mean: number
  /** Standard error, in the unit of the differences. */
  readonly se: number
}

/**
 * Mean of the differences and `sqrt(s^2 / n)`, s^2 with n - 1 (Miller, arXiv 2411.00640, section 4.1). Undefined with
 * fewer than 2 differences, which say nothing about their spread.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a value that is not finite
 */
export function pairedDifference(differences: readonly number[]): MeanWithError | Undefined {
  const method = 'paired-difference'
  requireFinite('differences', differences)
  const n = differences.length
  if (n < 2) return undefinedResult(method, n, n === 0 ? 'no-observations' : 'too-few-observations')
  return {
    kind: 'mean',
    method,
    n,
    mean: meanOf(differences),
    se: Math.sqrt(sampleVariance(differences) / n),
  }
}

/**
 * The same for pass or fail: of `pairs` samples `wins` passed in the treatment alone and `losses` in the control alone.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless all are whole and wins + losses <= pairs
 */
export function pairedRateDifference(pairs: number, wins: number, losses: number): MeanWithError | Undefined {
  requireCount('pairs', pairs)
  requireCount('wins', wins, 0, pairs)
  requireCount('losses', losses, 0, pairs - wins)
  const repeat = (count: number, value: number) => Array.from({ length: count }, () => value)
  return pairedDifference([...repeat(wins, 1), ...repeat(losses, -1), ...repeat(pairs - wins - losses, 0)])
}
