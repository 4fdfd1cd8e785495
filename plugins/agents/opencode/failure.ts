// What OpenCode says went wrong: in an error event, or in the reason for the end of a step. Pure.
import type { AgentTrouble } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { asAmount, asObject, asText } from '../shared/json-fields.js'
import { classifyStatus } from '../shared/transport.js'
import { troubleOf, troubleOfMessage } from '../shared/trouble.js'

/** The trouble behind the error of an error event `{name, data: {message, statusCode, responseHeaders}}`. */
export function troubleOfError(error: JsonObject): AgentTrouble {
  const data = asObject(error.data)
  const name = asText(error.name) ?? 'it reports an error'
  const words = asText(data?.message) ?? asText(error.message) ?? name
  const named = byName[name]
  if (named !== undefined) return troubleOf(named, words)
  const code = classifyStatus(asAmount(data?.statusCode))
  const trouble = code === null ? troubleOfMessage(words, 'agent-failed') : troubleOf(code, words)
  const wait = Number(asText(asObject(data?.responseHeaders)?.['retry-after']) ?? Number.NaN)
  return Number.isFinite(wait) && wait >= 0 ? { ...trouble, retryAfterSeconds: wait } : trouble
}

const byName: Readonly<Record<string, AgentTrouble['code'] | undefined>> = {
  ProviderAuthError: 'not-logged-in',
  MessageOutputLengthError: 'max-tokens',
}

/** The trouble behind the reason for the end of the last step; null when it ended with an answer. */
export function troubleOfReason(reason: string | null): AgentTrouble | null {
  switch (reason) {
    case 'stop':
      return null
    case 'length':
      return troubleOf('max-tokens', 'the answer was cut at the limit of tokens')
    case 'content-filter':
      return troubleOf('agent-refused', 'the answer was held back by a content filter')
    default:
      return troubleOf(
        'agent-failed',
        `it ended before its answer was complete (${reason ?? 'no step ended'})`,
      )
  }
}
