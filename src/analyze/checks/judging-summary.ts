// What the judges of a run were asked, what that has cost, and how far they agreed. Pure. Unknown stays unknown.
import type { CheckResult } from '../../contracts/check-result.js'
import type { AgentTotals, JudgingSummary } from '../../contracts/judging-summary.js'
import { sumKnown } from '../../contracts/sum-known.js'
import { type VoteRecord, votesOf } from '../../contracts/vote-record.js'
import { summarizeAgreement } from './judge-agreement.js'

/** Sums up the votes of all results; null when nobody was to be asked. */
export function summarizeJudging(results: readonly CheckResult[]): JudgingSummary | null {
  const votes = results.flatMap(votesOf)
  if (votes.length === 0) return null
  const names = [...new Set(votes.map(({ agent_type }) => agent_type))].sort()
  return {
    ...totalsOf(votes),
    replayed: votes.filter(({ replayed_from }) => replayed_from !== null).length,
    agents: names.map((agent) => ({
      agent,
      ...totalsOf(votes.filter(({ agent_type }) => agent_type === agent)),
    })),
    agreement: summarizeAgreement(results.map(votesOf)),
  }
}

function totalsOf(votes: readonly VoteRecord[]): Omit<AgentTotals, 'agent'> {
  const asked = votes.filter(({ attempts }) => attempts.length > 0)
  return {
    calls: asked.length,
    attempts: asked.reduce((sum, { attempts }) => sum + attempts.length, 0),
    errors: votes.filter(({ status }) => status === 'error').length,
    input_tokens: sumKnown(asked.map(({ usage }) => usage.input_tokens)),
    cached_input_tokens: sumKnown(asked.map(({ usage }) => usage.cached_input_tokens)),
    output_tokens: sumKnown(asked.map(({ usage }) => usage.output_tokens)),
    cost_usd: sumKnown(asked.map(({ cost_usd }) => cost_usd)),
    known_cost_usd: asked.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
  }
}
