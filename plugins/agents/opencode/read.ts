// Reads what OpenCode printed: the text of its last step.
import type { AgentOutput, AgentReading, AgentTrouble } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { asAmount, asObject, asText } from '../shared/json-fields.js'
import { readEvents } from '../shared/json-output.js'
import { knownCost, sumTold, sumUsage } from '../shared/tokens.js'
import { troubleOfExit } from '../shared/trouble.js'
import { troubleOfError, troubleOfReason } from './failure.js'

/** Reads the output of `run --format json`, and plain output, which is the answer alone. */
export function read(output: AgentOutput): AgentReading {
  const events = readEvents(output.stdout)
  const steps = events.filter(({ type }) => type === 'step_finish').map(({ part }) => asObject(part) ?? {})
  const trouble = findTrouble(events, steps.at(-1), output)
  const text = events.length === 0 ? output.stdout : readLastStep(events)
  const usage = sumUsage(steps.map(usageOf))
  return {
    trouble,
    answer: trouble === null && text.trim() !== '' ? { text, conflict: 'refuse' } : null,
    usage,
    costUsd: knownCost(sumTold(steps.map(({ cost }) => asAmount(cost))), usage),
    model: null,
    sessionId: asText(events[0]?.sessionID),
  }
}

function findTrouble(
  events: readonly JsonObject[],
  last: JsonObject | undefined,
  output: AgentOutput,
): AgentTrouble | null {
  const error = asObject(events.findLast(({ type }) => type === 'error')?.error)
  if (error !== null) return troubleOfError(error)
  const ended = troubleOfExit(output)
  return ended ?? (events.length === 0 ? null : troubleOfReason(asText(last?.reason)))
}

/** What was said after the last tool was used, in the last step. */
function readLastStep(events: readonly JsonObject[]): string {
  const start = events.findLastIndex(({ type }) => type === 'step_start' || type === 'tool_use')
  return events
    .slice(start + 1)
    .filter(({ type }) => type === 'text')
    .map(({ part }) => asText(asObject(part)?.text) ?? '')
    .join('')
}

function usageOf({ tokens: value }: JsonObject) {
  const tokens = asObject(value)
  const cache = asObject(tokens?.cache)
  return {
    inputTokens: sumTold([asAmount(tokens?.input), asAmount(cache?.read), asAmount(cache?.write)]),
    cachedInputTokens: asAmount(cache?.read),
    outputTokens: sumTold([asAmount(tokens?.output), asAmount(tokens?.reasoning)]),
  }
}
