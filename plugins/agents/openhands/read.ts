// Reads what OpenHands printed: a mark and a JSON document per event, with other lines in between.
import type { AgentOutput, AgentReading, AgentTrouble } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { asObject, asObjects, asText } from '../shared/json-fields.js'
import { parseJson } from '../shared/json-output.js'
import { unknownUsage } from '../shared/tokens.js'
import { troubleOf, troubleOfExit, troubleOfMessage } from '../shared/trouble.js'

const MARK = '--JSON Event--'

/** Reads the output of `--headless --json`. Its other output is made for people and holds no final answer of its own. */
export function read(output: AgentOutput): AgentReading {
  const events = readMarked(output.stdout)
  const trouble = findTrouble(events, output)
  const text = trouble === null ? readFinal(events) : null
  return {
    trouble,
    answer: text === null || text.trim() === '' ? null : { text, conflict: 'refuse' },
    usage: unknownUsage,
    costUsd: null,
    model: null,
    sessionId: null,
  }
}

/** Only a brace in the first column ends an event: in texts, new lines are escaped. */
function readMarked(stdout: string): readonly JsonObject[] {
  return stdout
    .replaceAll('\r\n', '\n')
    .split(MARK)
    .slice(1)
    .map(readEvent)
    .filter((event) => event !== null)
}

function readEvent(part: string): JsonObject | null {
  const start = part.indexOf('{')
  const end = part.indexOf('\n}', start)
  return start < 0 ? null : asObject(parseJson(part.slice(start, end < 0 ? undefined : end + 2)))
}

function findTrouble(events: readonly JsonObject[], output: AgentOutput): AgentTrouble | null {
  const error = events.findLast(({ kind }) => kind === 'ConversationErrorEvent')
  if (error !== undefined) {
    const words = asText(error.detail) ?? asText(error.message) ?? asText(error.code) ?? 'it reports an error'
    return troubleOfMessage(words, 'agent-failed')
  }
  const ended = troubleOfExit(output)
  return ended ?? (events.length === 0 ? troubleOf('agent-failed', 'it ended without an event') : null)
}

/** The last that the agent said or handed in; what it said before it went on to act does not count. */
function readFinal(events: readonly JsonObject[]): string | null {
  const last = events.findLast(
    ({ kind, source }) => source === 'agent' && (kind === 'MessageEvent' || kind === 'ActionEvent'),
  )
  if (last?.kind === 'MessageEvent') {
    return asObjects(asObject(last.llm_message)?.content)
      .map(({ text }) => asText(text) ?? '')
      .join('')
  }
  return last?.tool_name === 'finish' ? asText(asObject(last.action)?.message) : null
}
