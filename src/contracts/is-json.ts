// Recognises plain JSON without copying it; `snapshotJson` is the stricter door at which foreign values enter.
import type { Json, JsonObject } from './json.js'

/** Whether `value` is plain JSON: finite numbers, well-formed texts, arrays and plain objects only. */
export function isJson(value: unknown): value is Json {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed()
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return value === null || (Array.isArray(value) ? value.every(isJson) : isPlainRecord(value))
    default:
      return false
  }
}

/** Whether a JSON value is an object (neither an array nor null). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPlainRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isJson(item))
}
