// How several votes become one verdict. Pure. A vote that failed to be cast never counts for either side: the verdict is
// one that would be the same whatever the missing votes were, or there is none.
import type { JudgeVote } from '../../../src/contracts/judging.js'
import type { JudgeConfig } from './config.js'

/** What the votes come to. */
export type Agreement =
  | { readonly kind: 'verdict'; readonly score: 0 | 1 }
  | { readonly kind: 'tie'; readonly passed: number; readonly failed: number }
  /** Too many votes are missing to decide. */
  | { readonly kind: 'undecided'; readonly missing: JudgeVote }

/** Decides by a rule over at least one vote. `majority` is more than half of all votes, cast or not. */
export function agree(votes: readonly JudgeVote[], rule: JudgeConfig['agreement']): Agreement {
  const passed = votes.filter(({ status }) => status === 'passed').length
  const failed = votes.filter(({ status }) => status === 'failed').length
  const missing = votes.find(({ status }) => status === 'error')
  const needed = { majority: Math.floor(votes.length / 2) + 1, all: votes.length, any: 1 }[rule]
  if (passed >= needed) return { kind: 'verdict', score: 1 }
  if (rule === 'majority') {
    if (failed >= needed) return { kind: 'verdict', score: 0 }
    return missing ? { kind: 'undecided', missing } : { kind: 'tie', passed, failed }
  }
  // Not even all missing votes could bring it to the number that is needed.
  if (votes.length - failed < needed) return { kind: 'verdict', score: 0 }
  return missing ? { kind: 'undecided', missing } : { kind: 'verdict', score: 0 }
}
