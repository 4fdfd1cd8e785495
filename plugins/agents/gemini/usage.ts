// What a call of Gemini CLI used, over all models that took part.
import type { AgentUsage } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { asAmount, asObject } from '../shared/json-fields.js'
import { sumTold, sumUsage } from '../shared/tokens.js'

/** Tokens from the `stats` of a document or of a result event; thoughts count as output. */
export function readUsage(stats: JsonObject): AgentUsage {
  const models = modelsOf(stats).map(([, model]) => usageOf(asObject(model.tokens) ?? model))
  return models.length > 0 ? sumUsage(models) : usageOf(stats)
}

/** The model that answered, not one that only chose it; else the one that wrote most. Null when no model is named. */
export function mainModel(stats: JsonObject | null): string | null {
  const models = modelsOf(stats)
  const answering = models.filter(([, model]) => asObject(model.roles)?.main !== undefined)
  const byOutput = (answering.length > 0 ? answering : models).sort(
    ([, a], [, b]) => outputOf(b) - outputOf(a),
  )
  return byOutput[0]?.[0].toWellFormed() ?? null
}

function outputOf(model: JsonObject): number {
  return usageOf(asObject(model.tokens) ?? model).outputTokens ?? 0
}

function usageOf(tokens: JsonObject): AgentUsage {
  return {
    inputTokens: asAmount(tokens.prompt) ?? asAmount(tokens.input_tokens),
    cachedInputTokens: asAmount(tokens.cached),
    outputTokens:
      sumTold([asAmount(tokens.candidates), asAmount(tokens.thoughts)]) ?? asAmount(tokens.output_tokens),
  }
}

function modelsOf(stats: JsonObject | null): [string, JsonObject][] {
  return Object.entries(asObject(stats?.models) ?? {}).flatMap(([name, value]) => {
    const model = asObject(value)
    return model === null ? [] : [[name, model] satisfies [string, JsonObject]]
  })
}
