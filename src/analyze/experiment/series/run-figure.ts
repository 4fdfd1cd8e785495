// How much a figure differs from run to run: one value for each run, whatever it was computed from.
import type { RunFigure } from '../../../contracts/experiment/series-analysis.js'
import { meanOf, sampleVariance } from '../../../statistics/moments.js'
import { roundTo } from '../round.js'

/** Mean, standard deviation (n - 1) and range over runs; nothing of it with fewer than `minimum` runs. */
export function describeRuns(runs: RunFigure['runs'], minimum: number): RunFigure {
  const values = runs.flatMap(({ value }) => (value === null ? [] : [value]))
  const few = values.length < Math.max(1, minimum)
  const mean = few ? null : meanOf(values)
  const deviation = few || values.length < 2 ? null : Math.sqrt(sampleVariance(values))
  return {
    runs,
    observedRuns: values.length,
    mean: mean === null ? null : roundTo(mean, 4),
    standardDeviation: deviation === null ? null : roundTo(deviation, 4),
    minimum: few ? null : Math.min(...values),
    maximum: few ? null : Math.max(...values),
    coefficientOfVariation:
      mean === null || deviation === null || mean === 0 ? null : roundTo(deviation / Math.abs(mean), 4),
  }
}
