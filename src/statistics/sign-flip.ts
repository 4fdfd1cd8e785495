// Is the mean of paired differences real? If it were not, every difference could as well have the other sign.
import { DECISION_SEED, mulberry32 } from './mulberry32.js'
import { type PValue, type Undefined, undefinedResult } from './outcomes.js'
import { requireCount, requireFinite } from './require-arguments.js'

/** Up to this many non-zero differences all sign patterns are counted. */
export const EXACT_SIGN_FLIPS = 20

/** Settings of {@link testSignFlip} beyond {@link EXACT_SIGN_FLIPS} differences. */
export interface SignFlipOptions {
  /** Random sign patterns; 9999. */
  readonly draws?: number
  readonly seed?: number
}

/**
 * Two-sided sign-flip (Fisher-Pitman) test of paired differences: the share of sign patterns whose sum is at least as
 * far from 0 as the observed one. Zeros do not move the sum and are left out. With more than 20 others, random patterns
 * are drawn and p = (k + 1) / (B + 1) (Phipson & Smyth 2010). Fisher, Design of Experiments (1935), section 21.
 * Undefined without differences; 1 when all of them are 0.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a value that is not finite or a count that is not whole
 */
export function testSignFlip(
  differences: readonly number[],
  { draws = 9999, seed = DECISION_SEED }: SignFlipOptions = {},
): PValue | Undefined {
  requireFinite('differences', differences)
  requireCount('draws', draws, 1)
  const n = differences.length
  const sizes = Float64Array.from(differences.map(Math.abs).filter((size) => size > 0))
  const exact = sizes.length <= EXACT_SIGN_FLIPS
  const method = exact ? 'sign-flip-exact' : 'sign-flip-monte-carlo'
  if (n === 0) return undefinedResult(method, n, 'no-observations')
  const sum = Math.abs(differences.reduce((total, difference) => total + difference, 0))
  // Sums of the same numbers in another order differ by rounding: a tie must count as one.
  const bound = sum - 1e-12 * sizes.reduce((total, size) => total + size, 0)
  if (exact) return { kind: 'p-value', method, n, p: countPatterns(sizes, bound) / 2 ** sizes.length }
  const extreme = drawPatterns(sizes, bound, draws, seed)
  return { kind: 'p-value', method, n, p: (extreme + 1) / (draws + 1), seed, draws }
}

// Depth first, so that each sum takes one addition and no rounding piles up over patterns.
function countPatterns(sizes: Float64Array, bound: number): number {
  const visit = (index: number, sum: number): number => {
    const size = sizes[index]
    if (size === undefined) return Math.abs(sum) >= bound ? 1 : 0
    return visit(index + 1, sum + size) + visit(index + 1, sum - size)
  }
  return visit(0, 0)
}

function drawPatterns(sizes: Float64Array, bound: number, draws: number, seed: number): number {
  const random = mulberry32(seed)
  let extreme = 0
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    let bits = 0
    for (let i = 0; i < sizes.length; i++) {
      if (i % 32 === 0) bits = random()
      sum += (bits & 1) === 1 ? (sizes[i] ?? 0) : -(sizes[i] ?? 0)
      bits >>>= 1
    }
    if (Math.abs(sum) >= bound) extreme++
  }
  return extreme
}
