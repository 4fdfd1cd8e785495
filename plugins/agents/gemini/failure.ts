// What Gemini CLI says went wrong: in its document, at the end of standard error, or by its exit status alone.
import type { AgentOutput, AgentTrouble, AgentTroubleCode } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { asAmount, asObject, asText } from '../shared/json-fields.js'
import { readLastObject } from '../shared/json-output.js'
import { classifyMessage, classifyStatus } from '../shared/transport.js'
import { troubleOf, troubleOfExit } from '../shared/trouble.js'

/** The trouble behind an error object `{type, message, code}`. */
export function troubleOfError(error: JsonObject): AgentTrouble {
  const words = asText(error.message) ?? asText(error.type) ?? 'it reports an error'
  const code = asAmount(error.code)
  const named = /auth/i.test(asText(error.type) ?? '') ? ('not-logged-in' as const) : null
  return troubleOf(
    classifyStatus(code) ?? classifyMessage(words) ?? named ?? classifyExit(code) ?? 'agent-failed',
    words,
  )
}

/** The trouble of an end with another status than 0; null for 0. Standard error may end in an error document. */
export function troubleOfEnd(output: AgentOutput): AgentTrouble | null {
  const ended = troubleOfExit(output)
  if (ended === null) return null
  const told = asObject(readLastObject(output.stderr)?.error)
  if (told !== null) return troubleOfError(told)
  const code = ended.code === 'exit-nonzero' ? classifyExit(output.exitCode) : null
  return code === null ? ended : { ...ended, code }
}

/** Exit statuses: some have a meaning, and the status of a response is cut to its last 8 bits. */
function classifyExit(exitCode: number | null): AgentTroubleCode | null {
  if (exitCode === null) return null
  if (exitCode === 41) return 'not-logged-in'
  return statuses.find(([status]) => (status & 255) === exitCode)?.[1] ?? null
}

const statuses: readonly (readonly [number, AgentTroubleCode])[] = [
  [401, 'not-logged-in'],
  [403, 'not-logged-in'],
  [429, 'rate-limited'],
  [500, 'overloaded'],
  [502, 'overloaded'],
  [503, 'overloaded'],
  [504, 'overloaded'],
  [529, 'overloaded'],
]
