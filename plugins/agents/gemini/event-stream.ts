// Follows the events of `--output-format stream-json` to the final answer.
import type { JsonObject } from '../../../src/contracts/json.js'
import { asText } from '../shared/json-fields.js'

/** What a stream of events came to. */
export interface EventStream {
  readonly init: JsonObject | null
  readonly result: JsonObject | null
  /** The last error event; a stream that succeeds may hold some. */
  readonly error: JsonObject | null
  /** The parts of the assistant's last message, joined. */
  readonly answer: string | null
}

/** Reads all events. The prompt, which comes first, and what was said before a tool was used do not count. */
export function readEventStream(events: readonly JsonObject[]): EventStream {
  let init: JsonObject | null = null
  let result: JsonObject | null = null
  let error: JsonObject | null = null
  let parts: string[] = []
  for (const event of events) {
    switch (event.type) {
      case 'init':
        init = event
        break
      case 'message':
        if (event.role === 'assistant') {
          if (event.delta !== true) parts = []
          parts.push(asText(event.content) ?? '')
        } else parts = []
        break
      case 'tool_use':
      case 'tool_result':
        parts = []
        break
      case 'error':
        error = event
        break
      case 'result':
        result = event
        break
    }
  }
  return { init, result, error, answer: parts.length === 0 ? null : parts.join('') }
}
