// Follows the events of `codex exec --json` to the end of the last turn.
import type { AgentUsage } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { asAmount, asObject, asText } from '../shared/json-fields.js'
import { unknownUsage } from '../shared/tokens.js'

/** Where a turn stands. */
export interface Turn {
  readonly state: 'open' | 'completed' | 'failed'
  /** The last message, unless the agent went on to use a tool after it. */
  readonly message: string | null
  /** What went wrong last, in the agent's words; a completed turn may have met faults on its way. */
  readonly fault: string | null
  readonly usage: AgentUsage
  readonly sessionId: string | null
}

/** No turn has begun. */
const nothing: Turn = { state: 'open', message: null, fault: null, usage: unknownUsage, sessionId: null }

/** The state after all events. Unknown events change nothing. */
export function readTurn(events: readonly JsonObject[]): Turn {
  return events.reduce(follow, nothing)
}

function follow(turn: Turn, event: JsonObject): Turn {
  switch (event.type) {
    case 'thread.started':
      return { ...turn, sessionId: asText(event.thread_id) }
    case 'turn.started':
      return { ...turn, state: 'open', message: null, fault: null }
    case 'item.started':
      return usesTool(event) ? { ...turn, message: null } : turn
    case 'item.completed':
      return followItem(turn, event)
    case 'turn.completed':
      return { ...turn, state: 'completed', usage: readUsage(event) }
    case 'turn.failed':
      return { ...turn, state: 'failed', fault: asText(asObject(event.error)?.message) ?? turn.fault }
    case 'error':
      return { ...turn, fault: asText(event.message) ?? turn.fault }
    default:
      return turn
  }
}

function followItem(turn: Turn, event: JsonObject): Turn {
  const item = asObject(event.item)
  // `item_type` and `assistant_message` are the words of the first versions with these events.
  const type = item?.type ?? item?.item_type
  if (type !== 'agent_message' && type !== 'assistant_message') return turn
  return { ...turn, message: asText(item?.text) }
}

function usesTool(event: JsonObject): boolean {
  const type = asText(asObject(event.item)?.type)
  return type !== null && TOOLS.has(type)
}

const TOOLS: ReadonlySet<string> = new Set([
  'command_execution',
  'mcp_tool_call',
  'web_search',
  'file_change',
])

function readUsage(event: JsonObject): AgentUsage {
  const usage = asObject(event.usage)
  return {
    inputTokens: asAmount(usage?.input_tokens),
    cachedInputTokens: asAmount(usage?.cached_input_tokens),
    outputTokens: asAmount(usage?.output_tokens),
  }
}
