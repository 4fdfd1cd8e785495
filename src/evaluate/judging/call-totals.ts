// What all attempts of one call have used together. Pure. A sum is unknown as soon as one of its parts is.
import type { AgentUsage } from '../../contracts/agent.js'
import { sumKnown } from '../../contracts/sum-known.js'

/** What one attempt has used; null where its agent does not say. */
export interface AttemptUse {
  readonly usage: AgentUsage
  /** US dollars. */
  readonly costUsd: number | null
}

/** Sums up at least one attempt. */
export function sumAttempts(attempts: readonly AttemptUse[]): AttemptUse {
  const tokens = (name: keyof AgentUsage) => sumKnown(attempts.map(({ usage }) => usage[name]))
  return {
    usage: {
      inputTokens: tokens('inputTokens'),
      cachedInputTokens: tokens('cachedInputTokens'),
      outputTokens: tokens('outputTokens'),
    },
    costUsd: sumKnown(attempts.map(({ costUsd }) => costUsd)),
  }
}
