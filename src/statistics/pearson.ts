// Linear correlation.
import { meanOf, varies } from './moments.js'
import { type Estimate, type Undefined, undefinedResult } from './outcomes.js'
import { refuse, requireFinite } from './require-arguments.js'

/**
 * `sum dx dy / sqrt(sum dx^2 sum dy^2)`, d the deviations from the means (Pearson 1895). Undefined with fewer than 2 pairs
 * and when one side does not vary.
 * @throws {EvalChecksError} `STATISTICS_LENGTHS_DIFFER`, or `STATISTICS_ARGUMENT_INVALID` for a value that is not finite
 */
export function pearson(first: readonly number[], second: readonly number[]): Estimate | Undefined {
  const method = 'pearson'
  requireFinite('first', first)
  requireFinite('second', second)
  const n = first.length
  if (second.length !== n) {
    throw refuse('STATISTICS_LENGTHS_DIFFER', `${n} and ${second.length} values`, 'give one pair per sample')
  }
  if (n < 2) return undefinedResult(method, n, n === 0 ? 'no-observations' : 'too-few-observations')
  if (!varies(first) || !varies(second)) return undefinedResult(method, n, 'no-variation')
  const [meanFirst, meanSecond] = [meanOf(first), meanOf(second)]
  let both = 0
  let squaresFirst = 0
  let squaresSecond = 0
  for (const [index, value] of first.entries()) {
    const dx = value - meanFirst
    const dy = (second[index] ?? 0) - meanSecond
    both += dx * dy
    squaresFirst += dx * dx
    squaresSecond += dy * dy
  }
  const value = both / (Math.sqrt(squaresFirst) * Math.sqrt(squaresSecond))
  return { kind: 'estimate', method, n, value: Math.min(1, Math.max(-1, value)) }
}
