// Reads what Claude Code printed: its `result` event, whether it came alone, in a list or as the last of many lines.
import type { AgentAnswer, AgentOutput, AgentReading, AgentTrouble } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { asAmount, asObjects, asText } from '../shared/json-fields.js'
import { readEvents } from '../shared/json-output.js'
import { unknownUsage } from '../shared/tokens.js'
import { classifyStatus } from '../shared/transport.js'
import { troubleOf, troubleOfExit, troubleOfMessage } from '../shared/trouble.js'
import { mainModel, readUsage } from './usage.js'

/** Reads the output of `--output-format json`, `stream-json` or `text`. */
export function read(output: AgentOutput): AgentReading {
  const events = readEvents(output.stdout)
  const result = events.findLast(({ type }) => type === 'result')
  const trouble = findTrouble(events, result, output)
  return {
    trouble,
    answer: trouble === null ? readAnswer(result, output) : null,
    usage: result ? readUsage(result) : unknownUsage,
    costUsd: asAmount(result?.total_cost_usd),
    model: asText(events.find(({ subtype }) => subtype === 'init')?.model) ?? mainModel(result),
    sessionId: asText((result ?? events.find(({ session_id: id }) => id !== undefined))?.session_id),
  }
}

function findTrouble(
  events: readonly JsonObject[],
  result: JsonObject | undefined,
  output: AgentOutput,
): AgentTrouble | null {
  if (result === undefined) {
    const ended = troubleOfExit(output)
    if (ended !== null) return withStatus(ended, events)
    return events.length === 0 ? null : troubleOf('agent-failed', 'it ended without a result')
  }
  const stop = stopTrouble(result)
  if (result.is_error === true || (asText(result.subtype) ?? 'success') !== 'success') {
    const words = wordsOf(result)
    const code = classifyStatus(asAmount(result.api_error_status))
    if (code !== null) return troubleOf(code, words)
    return stop ?? readWords(words)
  }
  return troubleOfExit(output) ?? (hasStructured(result) ? null : stop)
}

/** Why the model stopped, where that is no answer. */
function stopTrouble(result: JsonObject): AgentTrouble | null {
  switch (result.stop_reason) {
    case 'max_tokens':
      return troubleOf('max-tokens', wordsOf(result))
    case 'refusal':
      return troubleOf('agent-refused', wordsOf(result))
    default:
      return null
  }
}

function readWords(words: string): AgentTrouble {
  if (/output token maximum|max_tokens/i.test(words)) return troubleOf('max-tokens', words)
  if (/usage policy|safeguards flagged|\brefusal\b/i.test(words)) return troubleOf('agent-refused', words)
  return troubleOfMessage(words, 'agent-failed')
}

/** The last failed request that it told of stands in for words that say nothing. */
function withStatus(trouble: AgentTrouble, events: readonly JsonObject[]): AgentTrouble {
  if (trouble.code !== 'exit-nonzero') return trouble
  const retry = events.findLast(({ subtype }) => subtype === 'api_retry')
  const code = classifyStatus(asAmount(retry?.error_status))
  return code === null ? trouble : { ...trouble, code }
}

function wordsOf(result: JsonObject): string {
  const { errors } = result
  const listed = Array.isArray(errors) ? errors.filter((item) => typeof item === 'string') : []
  const named = asObjects(errors).flatMap(({ message }) => asText(message) ?? [])
  const said = [...listed, ...named].join('; ') || asText(result.result)
  return said || asText(result.subtype) || 'it reports an error'
}

function readAnswer(result: JsonObject | undefined, { stdout }: AgentOutput): AgentAnswer | null {
  if (result === undefined) return stdout.trim() === '' ? null : { text: stdout, conflict: 'refuse' }
  const text = asText(result.result)
  const structured = result.structured_output
  if (structured !== undefined && structured !== null) {
    return { structured, text: text ?? '', conflict: 'refuse' }
  }
  return text === null ? null : { text, conflict: 'refuse' }
}

function hasStructured({ structured_output: structured }: JsonObject): boolean {
  return structured !== undefined && structured !== null
}
