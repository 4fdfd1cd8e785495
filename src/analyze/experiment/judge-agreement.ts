// How well the judges of one dimension agree with each other in one arm.
import type { JudgeEnsembleTable, JudgePair } from '../../contracts/experiment/analysis-tables.js'
import { krippendorffAlpha } from '../../statistics/krippendorff-alpha.js'
import { meanOf } from '../../statistics/moments.js'
import { pearson } from '../../statistics/pearson.js'
import { roundTo } from './round.js'

/** The scores that the judges gave one trial, by judge; null is none. */
export type JudgedUnit = ReadonlyMap<string, number | null>

/** Pearson's correlation of each pair of judges, their mean, and Krippendorff's alpha. What is undefined is null, never 0. */
export function agreeInArm(
  memberIds: readonly string[],
  units: readonly JudgedUnit[],
): Omit<JudgeEnsembleTable['agreement'][number], 'targetId'> {
  const pairs = memberIds.flatMap((first, at) =>
    memberIds.slice(at + 1).map((second) => comparePair(first, second, units)),
  )
  const correlations = pairs.flatMap(({ correlation }) => (correlation === null ? [] : [correlation]))
  const ratings = units.map((unit) => memberIds.map((id) => unit.get(id) ?? null))
  const alpha = krippendorffAlpha(ratings, 'interval')
  return {
    alpha: alpha.kind === 'undefined' ? null : roundTo(alpha.value, 4),
    meanCorrelation:
      pairs.length === 0 || correlations.length < pairs.length ? null : roundTo(meanOf(correlations), 4),
    pairs,
    plannedMembers: memberIds.length,
    plannedUnits: units.length,
  }
}

function comparePair(firstMemberId: string, secondMemberId: string, units: readonly JudgedUnit[]): JudgePair {
  const both = units.flatMap((unit) => {
    const [first, second] = [unit.get(firstMemberId) ?? null, unit.get(secondMemberId) ?? null]
    return first === null || second === null ? [] : [{ first, second }]
  })
  const distances = both.map(({ first, second }) => Math.abs(first - second))
  return {
    correlation: correlate(both),
    firstMemberId,
    meanAbsoluteDifference: both.length === 0 ? null : roundTo(meanOf(distances), 3),
    secondMemberId,
    units: both.length,
  }
}

/** Judges that never differ agree, also where all readings are alike and a correlation is undefined. */
function correlate(pairs: readonly { readonly first: number; readonly second: number }[]): number | null {
  if (pairs.length < 2) return null
  if (pairs.every(({ first, second }) => first === second)) return 1
  const result = pearson(
    pairs.map(({ first }) => first),
    pairs.map(({ second }) => second),
  )
  return result.kind === 'undefined' ? null : roundTo(result.value, 4)
}
