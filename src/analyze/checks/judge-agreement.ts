// How far the votes of checks with several judges agree. Pure.
import type { JudgeAgreement } from '../../contracts/judging-summary.js'
import type { VoteRecord } from '../../contracts/vote-record.js'
import { gwetAC1OfRatings } from '../../statistics/gwet-ac1-many.js'

/** Sums up the votes of each check; null when no check has two votes that were cast. */
export function summarizeAgreement(votesByCheck: readonly (readonly VoteRecord[])[]): JudgeAgreement | null {
  const cast = votesByCheck.map((votes) => votes.filter(({ status }) => status !== 'error'))
  const several = cast.filter((votes) => votes.length >= 2)
  if (several.length === 0) return null
  const ac1 = gwetAC1OfRatings(several.map(countSides))
  return {
    checks: several.length,
    unanimous: several.filter(([first, ...rest]) => rest.every(({ status }) => status === first?.status))
      .length,
    gwet_ac1: ac1.kind === 'estimate' ? ac1.value : null,
    undefined_because: ac1.kind === 'estimate' ? null : ac1.reason,
  }
}

function countSides(votes: readonly VoteRecord[]): readonly [passed: number, failed: number] {
  const passed = votes.filter(({ status }) => status === 'passed').length
  return [passed, votes.length - passed]
}
