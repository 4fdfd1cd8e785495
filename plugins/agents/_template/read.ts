// What the output says. Pure, and never throws for what it holds.
import type { AgentOutput, AgentReading } from '../../../src/contracts/agent.js'
import { asAmount, asText } from '../shared/json-fields.js'
import { readEvents } from '../shared/json-output.js'
import { troubleOfExit, troubleOfMessage } from '../shared/trouble.js'

/** Reads `{"type":"answer","text":...}` and `{"type":"failed","message":...}`, an event per line. */
export function read(output: AgentOutput): AgentReading {
  const events = readEvents(output.stdout)
  const failed = events.findLast(({ type }) => type === 'failed')
  const answer = events.findLast(({ type }) => type === 'answer')
  const words = asText(failed?.message)
  // Its own account first, since it says more than an exit status. Only transport faults are tried again.
  const trouble = words === null ? troubleOfExit(output) : troubleOfMessage(words, 'agent-failed')
  const text = asText(answer?.text)
  return {
    trouble,
    answer: trouble === null && text !== null ? { text, conflict: 'refuse' } : null,
    // Null is unknown; zero is zero.
    usage: { inputTokens: null, cachedInputTokens: null, outputTokens: asAmount(answer?.tokens) },
    costUsd: null,
    model: asText(answer?.model),
    sessionId: null,
  }
}
