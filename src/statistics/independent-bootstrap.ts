// The percentile bootstrap of two arms that share no samples.
import { meanOf } from './moments.js'
import { DECISION_SEED, mulberry32, type RandomSource } from './mulberry32.js'
import { type Undefined, undefinedResult } from './outcomes.js'
import {
  type BootstrapOptions,
  DECISION_ALPHA,
  DECISION_DRAWS,
  type DifferenceInterval,
  excludesZero,
  roundFigure,
} from './percentile-bootstrap.js'
import { requireCount, requireFinite, requireOpenShare } from './require-arguments.js'
import { sortedQuantile } from './sorted-quantile.js'

const method = 'independent-percentile-bootstrap'

/**
 * Percentile interval of `mean(treatment) - mean(control)`; in each draw the control is resampled first, then the
 * treatment. `n` counts the units of the smaller arm. Undefined when an arm is empty.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a value that is not finite, or bad options
 */
export function bootstrapIndependentDifference(
  control: readonly number[],
  treatment: readonly number[],
  { alpha = DECISION_ALPHA, draws = DECISION_DRAWS, seed = DECISION_SEED }: BootstrapOptions = {},
): DifferenceInterval | Undefined {
  requireFinite('control', control)
  requireFinite('treatment', treatment)
  requireOpenShare('alpha', alpha)
  requireCount('draws', draws, 1)
  const n = Math.min(control.length, treatment.length)
  if (n === 0) return undefinedResult(method, n, 'no-observations')
  const [first, second] = [Float64Array.from(control), Float64Array.from(treatment)]
  const random = mulberry32(seed)
  const differences = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw++) {
    const ofControl = resampledMean(first, random)
    differences[draw] = resampledMean(second, random) - ofControl
  }
  differences.sort()
  const bounds = {
    lower: roundFigure(sortedQuantile(differences, alpha / 2)),
    upper: roundFigure(sortedQuantile(differences, 1 - alpha / 2)),
  }
  const estimate = roundFigure(meanOf(second) - meanOf(first))
  const significant = excludesZero(bounds)
  return { kind: 'interval', method, level: 1 - alpha, n, seed, draws, estimate, ...bounds, significant }
}

function resampledMean(values: Float64Array, random: RandomSource): number {
  const scale = values.length / 4294967296
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * scale)] ?? 0
  return sum / values.length
}
