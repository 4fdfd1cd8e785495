// Reads what Gemini CLI printed: one JSON document, a line per event, or text.
import type { AgentOutput, AgentReading, AgentTrouble } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { asObject, asText } from '../shared/json-fields.js'
import { readEvents, readLastObject } from '../shared/json-output.js'
import { unknownUsage } from '../shared/tokens.js'
import { readEventStream } from './event-stream.js'
import { troubleOfEnd, troubleOfError } from './failure.js'
import { mainModel, readUsage } from './usage.js'

/** Reads the output of `--output-format json`, `stream-json` or `text`. */
export function read(output: AgentOutput): AgentReading {
  const events = readEvents(output.stdout)
  if (events.some(({ type }) => type === 'init' || type === 'result')) return readStream(events, output)
  const document = readDocument(output.stdout)
  return document === null ? readText(output) : readJson(document, output)
}

/** The document of `--output-format json`: a verdict that was printed as text is none. */
function readDocument(stdout: string): JsonObject | null {
  const found = readLastObject(stdout)
  return found !== null && ('response' in found || 'stats' in found || 'error' in found) ? found : null
}

function readJson(document: JsonObject, output: AgentOutput): AgentReading {
  const error = asObject(document.error)
  const trouble = error === null ? troubleOfEnd(output) : troubleOfError(error)
  const stats = asObject(document.stats)
  return reading(trouble, asText(document.response), stats, mainModel(stats), asText(document.session_id))
}

function readStream(events: readonly JsonObject[], output: AgentOutput): AgentReading {
  const { init, result, answer, error } = readEventStream(events)
  const failed = result === null || result.status !== 'success'
  const told = asObject(result?.error) ?? (failed ? error : null)
  const trouble =
    told !== null
      ? troubleOfError(told)
      : (troubleOfEnd(output) ??
        (failed ? { code: 'agent-failed' as const, message: 'it ended without success' } : null))
  const stats = asObject(result?.stats)
  return reading(trouble, answer, stats, asText(init?.model) ?? mainModel(stats), asText(init?.session_id))
}

function readText(output: AgentOutput): AgentReading {
  return reading(troubleOfEnd(output), output.stdout, null, null, null)
}

function reading(
  trouble: AgentTrouble | null,
  text: string | null,
  stats: JsonObject | null,
  model: string | null,
  sessionId: string | null,
): AgentReading {
  const answered = trouble === null && text !== null && text.trim() !== ''
  return {
    trouble,
    answer: answered ? { text, conflict: 'refuse' } : null,
    usage: stats === null ? unknownUsage : readUsage(stats),
    costUsd: null,
    model,
    sessionId,
  }
}
