// Reads JSON text strictly: a key that stands twice in an object has two meanings, so it is refused.
import { EvalChecksError } from '../contracts/errors.js'
import type { Json } from '../contracts/json.js'

/**
 * Parses JSON text. Linear in its length.
 * @throws {EvalChecksError} `PLAN_DOCUMENT_INVALID` for a text that is not JSON or repeats a key
 */
export function parseUniqueJson(text: string): unknown {
  const value = parse(text)
  // A repeated key is in the text but not in the value.
  if (countKeysInText(text) === countKeys(value)) return value
  throw new EvalChecksError('PLAN_DOCUMENT_INVALID', 'not usable as JSON: an object has the same key twice')
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EvalChecksError('PLAN_DOCUMENT_INVALID', 'not JSON', { cause })
  }
}

// The text is valid JSON here: outside of strings every colon follows a key, one per key.
function countKeysInText(text: string): number {
  let keys = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === ':') keys++
    else if (character === '"') i = endOfString(text, i)
  }
  return keys
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  const items: readonly Json[] = Object.values(value)
  const own = Array.isArray(value) ? 0 : items.length
  return items.reduce<number>((sum, item) => sum + countKeys(item), own)
}
