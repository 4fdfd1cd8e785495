// Tells faults of transport and of login from the words that servers, their libraries and agents use. Pure.
import type { AgentTroubleCode } from '../../../src/contracts/agent.js'

/** Characters of a message that are looked at. */
const LONGEST = 16_384

/** What the status of an HTTP response means; null when it says nothing of the kind. */
export function classifyStatus(status: number | null): AgentTroubleCode | null {
  if (status === null) return null
  if (status === 401 || status === 403) return 'not-logged-in'
  if (status === 429) return 'rate-limited'
  if (status === 408) return 'connection-lost'
  return status >= 500 && status <= 599 ? 'overloaded' : null
}

/** What a message means; null when it says nothing of the kind. */
export function classifyMessage(message: string): AgentTroubleCode | null {
  const text = clip(message)
  const status = statusPatterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
  const byStatus = classifyStatus(status === undefined ? null : Number(status))
  return byStatus ?? words.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** Seconds that a message asks to wait; null when it asks for none. */
export function readRetryAfter(message: string): number | null {
  const text = clip(message)
  for (const pattern of waits) {
    const { minutes, amount, unit = 's' } = pattern.exec(text)?.groups ?? {}
    if (amount === undefined) continue
    const seconds = Number(amount) * (unitSeconds[unit.toLowerCase()] ?? 1) + Number(minutes ?? 0) * 60
    if (Number.isFinite(seconds)) return seconds
  }
  return null
}

// A number alone is no status: it could be a line or a count.
const statusPatterns = [
  /\berror\b[^\d\n]{0,40}\(([45]\d\d)\)/i,
  /^([45]\d\d): /,
  /\b(?:status|code|http(?:\/[\d.]+)?|error)\b[^\d\n]{0,16}([45]\d\d)\b/i,
  /(?:^|[\s[(])([45]\d\d) (?:too many|unauthorized|forbidden|service|internal server|bad gateway|gateway|overloaded)/i,
]

// From the most to the least telling: a lost connection often is named together with its cause.
const words: readonly (readonly [AgentTroubleCode, RegExp])[] = [
  [
    'rate-limited',
    /rate[-_ ]?limit|too many requests|resource[_ ]exhausted|quota|(?:usage|session|weekly) limit|hit your limit/i,
  ],
  [
    'overloaded',
    /overloaded|service[_ ]unavailable|internal server error|bad gateway|gateway time-?out|at capacity|high demand/i,
  ],
  [
    'not-logged-in',
    /not logged in|not authenticated|\/login\b|log ?in again|unauthori[sz]ed|(?:invalid|incorrect|missing|no|expired)(?: \S{1,12})? (?:api|auth)[-_ ]?(?:key|token)|authentication[_ ](?:error|failed|required)|permission[_ ](?:error|denied_error)|invalid_grant|token (?:has )?expired|(?:GEMINI|OPENAI|ANTHROPIC|CODEX|LLM|GOOGLE)_API_KEY|invalid auth method|auth method/i,
  ],
  [
    'connection-lost',
    /\bE(?:CONN(?:RESET|REFUSED|ABORTED)|TIMEDOUT|PIPE|AI_AGAIN|NOTFOUND|HOSTUNREACH|NETUNREACH)\b|UND_ERR|socket hang up|socket connection|fetch failed|network error|connection (?:error|reset|refused|closed|lost|aborted|terminated|timed out|interrupted)|(?:unable|failed) to connect|stream (?:disconnected|closed|ended|error|was cut)|stream[ _]?truncated|premature close|incomplete (?:json|chunked)|other side closed|time(?:d)?[ -]?out|error sending request|(?:^|: )terminated\s*$/im,
  ],
]

const waits = [
  /retry[-_ ]after(?:[-_ ](?<unit>ms))?["':=\s]{1,4}(?<amount>\d+(?:\.\d+)?)/i,
  /(?:try again|retry|retry ?delay["':=\s]{0,4})(?: in)? ?(?:(?<minutes>\d+)m)?(?<amount>\d+(?:\.\d+)?) ?(?<unit>ms|s|m)\b/i,
  /(?:try again|retry) in (?<amount>\d+(?:\.\d+)?) (?<unit>second|minute)s?\b/i,
]

const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, second: 1, m: 60, minute: 60 }

function clip(message: string): string {
  return message.length > LONGEST ? message.slice(-LONGEST) : message
}
