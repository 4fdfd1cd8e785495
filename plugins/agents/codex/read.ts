// Reads what Codex printed: the last message of a turn that was completed.
import type { AgentOutput, AgentReading, AgentTrouble } from '../../../src/contracts/agent.js'
import { readEvents } from '../shared/json-output.js'
import { lastWords, troubleOf, troubleOfExit, troubleOfMessage } from '../shared/trouble.js'
import { readTurn, type Turn } from './turn.js'

/** Reads `codex exec --json`, and plain output, which is the last message alone. */
export function read(output: AgentOutput): AgentReading {
  const events = readEvents(output.stdout)
  const turn = readTurn(events)
  const trouble = events.length === 0 ? troubleOfExit(output) : findTrouble(turn, output)
  const text =
    events.length === 0 ? (output.answerFile ?? output.stdout) : (turn.message ?? output.answerFile)
  const answered = trouble === null && text !== null && text.trim() !== ''
  return {
    trouble,
    answer: answered ? { text, conflict: 'refuse' } : null,
    usage: turn.usage,
    costUsd: null,
    model: null,
    sessionId: turn.sessionId,
  }
}

/** A message counts only when its turn was completed: one that is cut off is printed as a whole one. */
function findTrouble(turn: Turn, output: AgentOutput): AgentTrouble | null {
  if (turn.state === 'completed') return troubleOfExit(output)
  const words = turn.fault ?? lastWords(output)
  // The key of a provider of the user's own, by the name of its variable.
  if (/missing environment variable/i.test(words)) return troubleOf('not-logged-in', words)
  if (/max_output_tokens|maximum output|token limit reached/i.test(words))
    return troubleOf('max-tokens', words)
  if (/content_filter|\brefusal\b|usage policy|flagged/i.test(words)) return troubleOf('agent-refused', words)
  if (turn.fault !== null) return troubleOfMessage(words, 'agent-failed')
  return troubleOfExit(output) ?? troubleOf('agent-failed', 'it ended before its turn was completed')
}
