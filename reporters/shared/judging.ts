// What judges were asked and what it has cost, in words. Unknown is called unknown and never shown as 0. Whatever an agent
// said of itself is cut and on one line; escaping is left to each format.
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { AgentTotals, JudgeAgreement, JudgingSummary } from '../../src/contracts/judging-summary.js'
import { votesOf } from '../../src/contracts/vote-record.js'
import { cutText, oneLine } from './display.js'

const LONGEST_NAME = 80
const LONGEST_ISOLATION = 300

/** Lines about all judges of a run: totals, each agent where there are several, agreement where votes were compared. */
export function describeJudging(judging: JudgingSummary): string[] {
  const { agents, agreement, replayed } = judging
  const stored = replayed === 0 ? '' : `, ${count(replayed, 'verdict')} replayed from a stored run`
  return [
    `${describeTotals(judging)}${stored}`,
    ...(agents.length > 1
      ? agents.map((agent) => `${short(agent.agent, LONGEST_NAME)}: ${describeTotals(agent)}`)
      : []),
    ...(agreement === null ? [] : [describeAgreement(agreement)]),
  ]
}

/** `0.0123 USD`, or that nobody knows; `known` is what is known of an unknown sum. */
export function describeCost(costUsd: number | null, known = 0): string {
  if (costUsd !== null) return `cost ${dollars(costUsd)}`
  return known === 0 ? 'cost unknown' : `cost unknown (${dollars(known)} are known)`
}

/** Who judged a check, one phrase each: agent, model, isolation, cost, replay; none when nobody was asked. */
export function describeJudge(result: CheckResult): string[] {
  const votes = votesOf(result)
  if (votes.length === 0) return []
  const { details } = result
  const named = new Map(
    votes.map(({ agent_type, model }) => [JSON.stringify([agent_type, model]), { agent_type, model }]),
  )
  const judges = Array.from(named.values(), ({ agent_type, model }) => nameJudge(agent_type, model))
  const cost = typeof details.cost_usd === 'number' ? details.cost_usd : null
  const replayed = votes.find(({ replayed_from }) => replayed_from !== null)?.replayed_from ?? null
  const asked = votes.some(({ attempts }) => attempts.length > 0)
  return [
    `judge ${judges.join(', ')}`,
    ...(votes.length === 1 ? [] : [`${votes.length} votes`]),
    ...(typeof details.isolation === 'string'
      ? [`isolation ${short(details.isolation, LONGEST_ISOLATION)}`]
      : []),
    ...(replayed === null ? [] : [`replayed from ${short(replayed, LONGEST_NAME)}`]),
    ...(asked ? [describeCost(cost)] : replayed === null ? ['not asked'] : []),
  ]
}

function nameJudge(agent: string, model: string | null): string {
  const chosen = model === null ? 'model unknown' : short(model, LONGEST_NAME)
  return `${short(agent, LONGEST_NAME)} (${chosen})`
}

function describeTotals(totals: Omit<AgentTotals, 'agent'>): string {
  const { calls, attempts, errors } = totals
  const made = `${count(calls, 'call')}${attempts === calls ? '' : ` in ${count(attempts, 'attempt')}`}`
  const broken = errors === 0 ? '' : `, ${count(errors, 'error')}`
  return calls === 0
    ? `${made}${broken}`
    : `${made}${broken}, ${describeTokens(totals)}, ${describeCost(totals.cost_usd, totals.known_cost_usd)}`
}

function describeTokens({
  input_tokens,
  cached_input_tokens,
  output_tokens,
}: Omit<AgentTotals, 'agent'>): string {
  if (input_tokens === null && output_tokens === null) return 'tokens unknown'
  const cached = cached_input_tokens === null ? '' : ` (${cached_input_tokens} cached)`
  return `${input_tokens ?? 'unknown'} tokens in${cached}, ${output_tokens ?? 'unknown'} out`
}

function describeAgreement({ checks, unanimous, gwet_ac1, undefined_because }: JudgeAgreement): string {
  const ac1 = gwet_ac1 === null ? `not defined: ${undefined_because}` : gwet_ac1.toFixed(2)
  return `agreement: ${unanimous} of ${count(checks, 'check')} with several votes unanimous, Gwet's AC1 ${ac1}`
}

/** Small sums keep their first digits: rounding to 0 would say that it was free. */
function dollars(amount: number): string {
  const digits =
    amount === 0 || amount >= 0.01
      ? amount.toFixed(4)
      : Number(amount.toPrecision(2)).toFixed(8).replace(/0+$/, '')
  return amount > 0 && amount < 1e-8 ? 'under 0.00000001 USD' : `${digits} USD`
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`
}

function short(text: string, longest: number): string {
  return cutText(oneLine(text), longest)
}
