// Standard error of a mean over samples that come in groups: several questions on one text, several turns of one chat.
import { studentCritical } from './distributions.js'
import { meanOf, sampleVariance } from './moments.js'
import { type Interval, type Undefined, undefinedResult } from './outcomes.js'
import { requireFinite, requireOpenShare } from './require-arguments.js'

/** A mean with both standard errors; the naive one treats the samples as independent. */
export interface ClusteredError {
  readonly kind: 'mean'
  readonly method: 'clustered-standard-error'
  /** Samples, over all clusters. */
  readonly n: number
  readonly clusters: number
  readonly mean: number
  readonly naive: number
  readonly clustered: number
}

const method = 'clustered-standard-error'

/**
 * `sqrt(sum over clusters of (sum of (x - mean))^2) / n`: samples of one cluster may depend on each other in any way.
 * Miller, arXiv 2411.00640 (2024), section 2.2. Undefined with fewer than 2 clusters.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a value that is not finite
 */
export function clusteredError(clusters: readonly (readonly number[])[]): ClusteredError | Undefined {
  const filled = clusters.filter((cluster) => cluster.length > 0)
  const values = filled.flat()
  requireFinite('clusters', values)
  const n = values.length
  if (filled.length < 2) return undefinedResult(method, n, n === 0 ? 'no-observations' : 'too-few-clusters')
  const mean = meanOf(values)
  const sums = filled.map((cluster) => cluster.reduce((sum, value) => sum + value - mean, 0))
  return {
    kind: 'mean',
    method,
    n,
    clusters: filled.length,
    mean,
    naive: Math.sqrt(sampleVariance(values) / n),
    clustered: Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0)) / n,
  }
}

/**
 * `mean -+ t * clustered`, t of Student with clusters - 1 degrees of freedom, which keeps few clusters from looking
 * precise (Cameron & Miller, J. Human Resources 50 (2015) 317-372, section VI). Undefined with fewer than 2 clusters.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a value that is not finite, or a bad level
 */
export function clusteredInterval(
  clusters: readonly (readonly number[])[],
  level = 0.95,
): Interval | Undefined {
  requireOpenShare('level', level)
  const error = clusteredError(clusters)
  if (error.kind === 'undefined') return undefinedResult('clustered-t', error.n, error.reason)
  const half = studentCritical(level, error.clusters - 1) * error.clustered
  const { n, mean } = error
  return {
    kind: 'interval',
    method: 'clustered-t',
    level,
    n,
    estimate: mean,
    lower: mean - half,
    upper: mean + half,
  }
}
