// Reads what pi printed: its last message, which must have ended by itself.
import type { AgentOutput, AgentReading, AgentTrouble, AgentUsage } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { asAmount, asObject, asObjects, asText } from '../shared/json-fields.js'
import { readEvents } from '../shared/json-output.js'
import { knownCost, sumTold, sumUsage } from '../shared/tokens.js'
import { troubleOf, troubleOfExit, troubleOfMessage } from '../shared/trouble.js'

/** Reads the output of `--mode json`, and plain output, which is the last message alone. */
export function read(output: AgentOutput): AgentReading {
  const events = readEvents(output.stdout)
  const messages = events
    .filter(({ type }) => type === 'message_end')
    .map(({ message }) => asObject(message) ?? {})
  const answers = messages.filter(({ role }) => role === 'assistant')
  const last = answers.at(-1)
  const trouble = troubleOfLast(last) ?? troubleOfExit(output) ?? troubleOfSilence(events, last)
  const text = events.length === 0 ? output.stdout : textOf(last)
  const usage = sumUsage(answers.map(usageOf))
  return {
    trouble,
    answer: trouble === null && text.trim() !== '' ? { text, conflict: 'refuse' } : null,
    usage,
    costUsd: knownCost(sumTold(answers.map(costOf)), usage),
    model: asText(last?.model),
    sessionId: asText(events.find(({ type }) => type === 'session')?.id),
  }
}

/** It exits with 0 also when its last message failed, so that the reason of the message decides. */
function troubleOfLast(last: JsonObject | undefined): AgentTrouble | null {
  const words = asText(last?.errorMessage) ?? ''
  switch (last?.stopReason) {
    case undefined:
    case 'stop':
      return null
    case 'length':
      return troubleOf('max-tokens', words || 'the answer was cut at the limit of tokens')
    case 'error':
      return /refusal|content.?filter|safety/i.test(words)
        ? troubleOf('agent-refused', words)
        : troubleOfMessage(words, 'agent-failed')
    default:
      return troubleOf('agent-failed', words || `it ended with ${asText(last?.stopReason) ?? 'no reason'}`)
  }
}

function troubleOfSilence(events: readonly JsonObject[], last: JsonObject | undefined): AgentTrouble | null {
  if (events.length === 0 || last?.stopReason === 'stop') return null
  return troubleOf('agent-failed', 'it ended without an answer')
}

function textOf(message: JsonObject | undefined): string {
  return asObjects(message?.content)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => asText(text) ?? '')
    .join('')
}

function usageOf(message: JsonObject): AgentUsage {
  const usage = asObject(message.usage)
  return {
    inputTokens: sumTold([asAmount(usage?.input), asAmount(usage?.cacheRead), asAmount(usage?.cacheWrite)]),
    cachedInputTokens: asAmount(usage?.cacheRead),
    outputTokens: asAmount(usage?.output),
  }
}

function costOf(message: JsonObject): number | null {
  return asAmount(asObject(asObject(message.usage)?.cost)?.total)
}
