// Quantiles and distribution functions, all from one library.
//
// The library is `cephes` 2, the C code behind scipy.special, compiled to WebAssembly: one package of 1.5 MB without
// dependencies, right to 1e-13 where reports need 1e-4. The single packages of @stdlib are as exact and bring 236
// packages and 27 MB; jstat gives t quantiles to 6e-8 only. Version 3 compiles asynchronously when it is imported as
// an ES module, so that a pure function could not call it.
import cephes from 'cephes'
import { requireCount, requireOpenShare, requirePositive, requireShare } from './require-arguments.js'

/** The z with P(Z <= z) = `p` of a standard normal Z; 0 < p < 1. */
export function normalQuantile(p: number): number {
  requireOpenShare('p', p)
  return cephes.ndtri(p)
}

/** P(Z <= `z`) of a standard normal Z. */
export function normalCdf(z: number): number {
  return cephes.ndtr(z)
}

/** The z of a two-sided interval: 1.96 for the level 0.95. */
export function normalCritical(level: number): number {
  requireOpenShare('level', level)
  return -cephes.ndtri((1 - level) / 2)
}

/** The x with P(X <= x) = `p` of a beta distributed X; 0 <= p <= 1, both shapes above 0. */
export function betaQuantile(p: number, a: number, b: number): number {
  requireShare('p', p)
  requirePositive('a', a)
  requirePositive('b', b)
  return cephes.incbi(a, b, p)
}

/**
 * The t of a two-sided interval with `degrees` degrees of freedom: 2.045 for the level 0.95 and 29. From the beta
 * quantile: t^2 / (degrees + t^2) has the distribution Beta(1/2, degrees/2) (Abramowitz & Stegun 26.7.1, 26.5.27).
 */
export function studentCritical(level: number, degrees: number): number {
  requireOpenShare('level', level)
  requirePositive('degrees', degrees)
  const share = cephes.incbi(0.5, degrees / 2, level)
  return Math.sqrt((degrees * share) / (1 - share))
}

/** P(X <= `k`) of a binomial X with `n` trials of probability `p`. */
export function binomialCdf(k: number, n: number, p: number): number {
  requireCount('n', n)
  requireCount('k', k, 0, n)
  requireShare('p', p)
  return cephes.bdtr(k, n, p)
}
