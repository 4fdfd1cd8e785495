// The pass rate behind a judge that errs: corrected with what a calibration set says of the judge.
import { normalCritical } from './distributions.js'
import type { Interval } from './outcomes.js'
import { refuse, requireCount, requireOpenShare, requireShare } from './require-arguments.js'

/** A judged run and the judge's calibration. */
export interface JudgedRate {
  /** Share of the `n` samples that the judge passed. */
  readonly p: number
  readonly n: number
  /** Specificity: share of the `m0` bad calibration samples that the judge failed. */
  readonly q0: number
  readonly m0: number
  /** Sensitivity: share of the `m1` good calibration samples that the judge passed. */
  readonly q1: number
  readonly m1: number
  readonly level?: number
}

/**
 * Estimate `(p + q0 - 1) / (q0 + q1 - 1)`, cut to 0..1. The interval takes in the uncertainty of the calibration: p is
 * shrunk as by Agresti-Coull, q0 and q1 by one success and one failure each, then
 * `theta + shift -+ z sqrt(p(1-p)/n + (1-theta)^2 q0(1-q0)/m0 + theta^2 q1(1-q1)/m1) / (q0+q1-1)` with
 * `shift = 2 z^2 (theta q1(1-q1)/m1 - (1-theta) q0(1-q0)/m0)`, cut to 0..1. Lee et al., arXiv 2511.21140 (2025).
 * @throws {EvalChecksError} `STATISTICS_JUDGE_UNINFORMATIVE` when q0 + q1 <= 1: such a judge is no better than a coin;
 * `STATISTICS_ARGUMENT_INVALID` for shares outside of 0..1 and counts below 1
 */
export function judgeCorrectedRate(judged: JudgedRate): Interval {
  const { p, n, q0, m0, q1, m1, level = 0.95 } = judged
  for (const [name, share] of Object.entries({ p, q0, q1 })) requireShare(name, share)
  for (const [name, count] of Object.entries({ n, m0, m1 })) requireCount(name, count, 1)
  requireOpenShare('level', level)
  const z = normalCritical(level)
  const shrunk = {
    p: (n * p + (z * z) / 2) / (n + z * z),
    q0: (m0 * q0 + 1) / (m0 + 2),
    q1: (m1 * q1 + 1) / (m1 + 2),
  }
  if (q0 + q1 <= 1 || shrunk.q0 + shrunk.q1 <= 1) {
    throw refuse(
      'STATISTICS_JUDGE_UNINFORMATIVE',
      `the judge's specificity ${q0} and sensitivity ${q1} do not add up to more than 1`,
      'improve the judge or calibrate it on more samples; its verdicts say nothing about the pass rate',
    )
  }
  const gain = shrunk.q0 + shrunk.q1 - 1
  const theta = (shrunk.p + shrunk.q0 - 1) / gain
  const of = (share: number, count: number) => (share * (1 - share)) / count
  const [v0, v1] = [of(shrunk.q0, m0 + 2), of(shrunk.q1, m1 + 2)]
  const shift = 2 * z * z * (theta * v1 - (1 - theta) * v0)
  const se = Math.sqrt(of(shrunk.p, n + z * z) + (1 - theta) ** 2 * v0 + theta ** 2 * v1) / gain
  return {
    kind: 'interval',
    method: 'judge-corrected',
    level,
    n,
    estimate: cut((p + q0 - 1) / (q0 + q1 - 1)),
    lower: cut(theta + shift - z * se),
    upper: cut(theta + shift + z * se),
  }
}

function cut(share: number): number {
  return Math.min(1, Math.max(0, share))
}
