// Agreement of any number of raters, some of whose ratings may be missing.

import { EvalChecksError } from '../contracts/errors.js'
import { type Estimate, type Undefined, undefinedResult } from './outcomes.js'

/** One rating; null is missing. */
export type Rating = number | string | boolean | null

/** How far two ratings are apart: 0 or 1 for categories, the squared difference for grades. */
export type RatingScale = 'nominal' | 'interval'

/** The disagreement in a set of ratings. */
export interface Disagreement {
  /** Of each unit with two ratings or more: the sum over pairs of its ratings, divided by its ratings less one. */
  readonly units: readonly { readonly size: number; readonly within: number }[]
  /** Pairable ratings. */
  readonly values: number
  /** Mean distance of two ratings drawn from all units. */
  readonly expected: number
}

/**
 * `1 - observed / expected disagreement`: distances within units against distances between any two ratings. Units with
 * fewer than two ratings do not count. Krippendorff, Content Analysis (2004), chapter 11. Undefined with fewer than 2
 * pairable ratings, and when all of them are equal. `n` counts the units.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a rating that is no finite number on the interval scale
 */
export function krippendorffAlpha(
  units: readonly (readonly Rating[])[],
  scale: RatingScale,
): Estimate | Undefined {
  const method = `krippendorff-alpha-${scale}`
  const { units: pairable, values, expected } = measureDisagreement(units, scale)
  const n = pairable.length
  if (n === 0) return undefinedResult(method, n, 'too-few-pairable-values')
  if (expected === 0) return undefinedResult(method, n, 'no-expected-disagreement')
  const observed = pairable.reduce((sum, { within }) => sum + within, 0) / values
  return { kind: 'estimate', method, n, value: 1 - observed / expected }
}

/** The parts of {@link krippendorffAlpha}; linear in the ratings. */
export function measureDisagreement(units: readonly (readonly Rating[])[], scale: RatingScale): Disagreement {
  const rated = units
    .map((unit) => unit.filter((rating) => rating !== null))
    .filter((unit) => unit.length > 1)
  const all = rated.flat()
  const distances = scale === 'nominal' ? countDistances : squareDistances
  return {
    units: rated.map((unit) => ({ size: unit.length, within: distances(unit) / (unit.length - 1) })),
    values: all.length,
    expected: all.length === 0 ? 0 : distances(all) / (all.length * (all.length - 1)),
  }
}

// Sum of the distances of all ordered pairs: m^2 less the pairs within each category.
function countDistances(ratings: readonly Rating[]): number {
  const counts = new Map<Rating, number>()
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1)
  let same = 0
  for (const count of counts.values()) same += count * count
  return ratings.length ** 2 - same
}

// Sum of (a - b)^2 over all ordered pairs = 2 m sum of (a - mean)^2.
function squareDistances(ratings: readonly Rating[]): number {
  const first = requireNumber(ratings[0] ?? null)
  let sum = 0
  let squares = 0
  // Relative to the first rating, so that equal ratings give exactly 0.
  for (const rating of ratings) {
    const offset = requireNumber(rating) - first
    sum += offset
    squares += offset * offset
  }
  return 2 * Math.max(0, ratings.length * squares - sum * sum)
}

function requireNumber(rating: Rating): number {
  if (typeof rating === 'number' && Number.isFinite(rating)) return rating
  throw new EvalChecksError('STATISTICS_ARGUMENT_INVALID', `a rating is ${String(rating)}`, {
    expected: 'finite numbers on the interval scale',
    fix: 'use the nominal scale for categories',
  })
}
