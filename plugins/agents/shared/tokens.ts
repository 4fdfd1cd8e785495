// Adds up tokens: what is not said stays unknown, and unknown is not zero. Pure.
import type { AgentUsage } from '../../../src/contracts/agent.js'

/** No token is known of. */
export const unknownUsage: AgentUsage = { inputTokens: null, cachedInputTokens: null, outputTokens: null }

/** The sum of what is known; null when nothing is. */
export function sumTold(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
}

/** The usage of several parts of one call. */
export function sumUsage(parts: readonly AgentUsage[]): AgentUsage {
  return {
    inputTokens: sumTold(parts.map(({ inputTokens }) => inputTokens)),
    cachedInputTokens: sumTold(parts.map(({ cachedInputTokens }) => cachedInputTokens)),
    outputTokens: sumTold(parts.map(({ outputTokens }) => outputTokens)),
  }
}

/** A cost that can be told: nothing for tokens that were used means that their price is not known, not that they are free. */
export function knownCost(costUsd: number | null, { inputTokens, outputTokens }: AgentUsage): number | null {
  return costUsd === 0 && ((inputTokens ?? 0) > 0 || (outputTokens ?? 0) > 0) ? null : costUsd
}
