// Finds the JSON in what an agent printed: one document, or a line per event, with other lines in between. Pure.
import type { Json, JsonObject } from '../../../src/contracts/json.js'
import { asObject, asObjects } from './json-fields.js'

/** Parses strictly; undefined when the text is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The events of an output: the objects with a text `type`, whether they stand in one list, each on its line, or alone.
 * Lines that are no JSON, or cut off, are left out.
 */
export function readEvents(stdout: string): readonly JsonObject[] {
  const whole = parseJson(stdout)
  if (Array.isArray(whole)) return asObjects(whole).filter(isEvent)
  return (whole === undefined ? readLines(stdout) : [asObject(whole)]).filter(isEvent)
}

function readLines(text: string): (JsonObject | null)[] {
  return text.split('\n').map((line) => (line.trimStart().startsWith('{') ? asObject(parseJson(line)) : null))
}

/** The object that ends a text, with anything on the lines before it; null when no object ends it. */
export function readLastObject(text: string): JsonObject | null {
  const trimmed = text.trim()
  if (!trimmed.endsWith('}')) return null
  for (let at = trimmed.startsWith('{') ? 0 : next(trimmed, 0); at >= 0; at = next(trimmed, at)) {
    const found = asObject(parseJson(trimmed.slice(at)))
    if (found !== null) return found
  }
  return null
}

/** Where the next line that starts with a brace begins; -1 when none does. */
function next(text: string, from: number): number {
  const at = text.indexOf('\n{', from)
  return at < 0 ? -1 : at + 1
}

function isEvent(value: JsonObject | null): value is JsonObject {
  return typeof value?.type === 'string'
}
