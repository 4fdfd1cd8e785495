// What a call of Claude Code used, over all models that took part.
import type { AgentUsage } from '../../../src/contracts/agent.js'
import type { Json, JsonObject } from '../../../src/contracts/json.js'
import { asAmount, asObject } from '../shared/json-fields.js'
import { sumTold, sumUsage } from '../shared/tokens.js'

/** Tokens by `modelUsage`, which counts everything; by `usage` where a version has no `modelUsage`. */
export function readUsage(result: JsonObject): AgentUsage {
  const models = modelsOf(result)
  if (models.length === 0) return readAnthropicUsage(result.usage)
  return sumUsage(
    models.map(([, used]) => ({
      inputTokens: sumTold([
        asAmount(used.inputTokens),
        asAmount(used.cacheReadInputTokens),
        asAmount(used.cacheCreationInputTokens),
      ]),
      cachedInputTokens: asAmount(used.cacheReadInputTokens),
      outputTokens: asAmount(used.outputTokens),
    })),
  )
}

/** The model that wrote most; null when no model is named. */
export function mainModel(result: JsonObject | undefined): string | null {
  const byOutput = modelsOf(result).sort(([, a], [, b]) => outputOf(b) - outputOf(a))
  return byOutput[0]?.[0].toWellFormed() ?? null
}

function readAnthropicUsage(value: Json | undefined): AgentUsage {
  const usage = asObject(value)
  return {
    inputTokens: sumTold([
      asAmount(usage?.input_tokens),
      asAmount(usage?.cache_read_input_tokens),
      asAmount(usage?.cache_creation_input_tokens),
    ]),
    cachedInputTokens: asAmount(usage?.cache_read_input_tokens),
    outputTokens: asAmount(usage?.output_tokens),
  }
}

function modelsOf(result: JsonObject | undefined): [string, JsonObject][] {
  return Object.entries(asObject(result?.modelUsage) ?? {}).flatMap(([name, value]) => {
    const used = asObject(value)
    return used === null ? [] : [[name, used] satisfies [string, JsonObject]]
  })
}

function outputOf(used: JsonObject): number {
  return asAmount(used.outputTokens) ?? 0
}
