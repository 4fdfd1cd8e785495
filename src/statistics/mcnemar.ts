// Is a change of paired pass rates real? McNemar's test, from the discordant pairs alone.
import { binomialCdf } from './distributions.js'
import type { PValue } from './outcomes.js'
import { requireCount } from './require-arguments.js'

/** Both p-values of {@link testMcNemar}; `n` counts the discordant pairs. */
export interface McNemarTest {
  readonly exact: PValue
  readonly midP: PValue
}

/**
 * Two-sided test that `b` and `c`, the pairs that changed in one way and in the other, are equally likely:
 * `2 sum(i <= min(b, c)) C(n, i) / 2^n` with n = b + c, at most 1. The mid-p counts the observed table half (Fagerland,
 * Lydersen & Laake, BMC Med. Res. Methodol. 13 (2013) 91) and is less conservative. Without discordant pairs both are 1.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a count that is not whole or negative
 */
export function testMcNemar(b: number, c: number): McNemarTest {
  requireCount('b', b)
  requireCount('c', c)
  const n = b + c
  const least = Math.min(b, c)
  const upTo = binomialCdf(least, n, 0.5)
  const below = least === 0 ? 0 : binomialCdf(least - 1, n, 0.5)
  return {
    exact: { kind: 'p-value', method: 'mcnemar-exact', n, p: Math.min(1, 2 * upTo) },
    midP: { kind: 'p-value', method: 'mcnemar-mid-p', n, p: Math.min(1, upTo + below) },
  }
}
