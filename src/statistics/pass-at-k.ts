// Repeats of one sample: can it be solved at all (pass@k), and is it solved every time (pass^k).
import { type Estimate, type Undefined, undefinedResult } from './outcomes.js'
import { requireCount } from './require-arguments.js'

/** The trials of one sample. */
export interface RepeatedSample {
  /** Trials that were judged. */
  readonly n: number
  /** Trials that passed. */
  readonly c: number
}

/** An average over samples. `n` counts the samples in it; `omitted` those with fewer than k trials. */
export interface RepeatEstimate extends Estimate {
  readonly k: number
  readonly omitted: number
}

/**
 * Probability that at least one of `k` trials passes, unbiased: `1 - C(n-c, k) / C(n, k)`. Chen et al., arXiv 2107.03374
 * (2021). The plug-in `1 - (1 - c/n)^k` is biased.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless 0 <= c <= n and 1 <= k <= n are whole
 */
export function passAtK({ n, c }: RepeatedSample, k: number): number {
  requireTrials(n, c, k)
  return 1 - chooseRatio(n - c, n, k)
}

/**
 * Probability that all of `k` trials pass, unbiased: `C(c, k) / C(n, k)`. Yao et al. (tau-bench), arXiv 2406.12045 (2024).
 * The plug-in `(c/n)^k` is biased.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless 0 <= c <= n and 1 <= k <= n are whole
 */
export function passHatK({ n, c }: RepeatedSample, k: number): number {
  requireTrials(n, c, k)
  return chooseRatio(c, n, k)
}

/** {@link passAtK} averaged over the samples with at least `k` trials; undefined when there is none. */
export function meanPassAtK(samples: readonly RepeatedSample[], k: number): RepeatEstimate | Undefined {
  return average('pass-at-k', samples, k, passAtK)
}

/** {@link passHatK} averaged over the samples with at least `k` trials; undefined when there is none. */
export function meanPassHatK(samples: readonly RepeatedSample[], k: number): RepeatEstimate | Undefined {
  return average('pass-hat-k', samples, k, passHatK)
}

function average(
  method: string,
  samples: readonly RepeatedSample[],
  k: number,
  figure: (sample: RepeatedSample, k: number) => number,
): RepeatEstimate | Undefined {
  requireCount('k', k, 1)
  const enough = samples.filter(({ n }) => n >= k)
  const n = enough.length
  if (n === 0)
    return undefinedResult(method, n, samples.length === 0 ? 'no-observations' : 'fewer-trials-than-k')
  const value = enough.reduce((sum, sample) => sum + figure(sample, k), 0) / n
  return { kind: 'estimate', method, n, value, k, omitted: samples.length - n }
}

function requireTrials(n: number, c: number, k: number): void {
  requireCount('n', n, 1)
  requireCount('c', c, 0, n)
  requireCount('k', k, 1, n)
}

// C(few, k) / C(all, k) as a product, which cannot overflow; 0 when few < k.
function chooseRatio(few: number, all: number, k: number): number {
  let ratio = 1
  for (let i = 0; i < k && ratio > 0; i++) ratio *= Math.max(0, few - i) / (all - i)
  return ratio
}
