// Recognises plain JSON without copying it; `snapshotJson` is the stricter door at which foreign values enter.
import { EvalChecksError } from './errors.js'
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
      return value === null || (Array.isArray(value) ? value.every(isJson) : isJsonRecord(value))
    default:
      return false
  }
}

/** Whether a JSON value is an object (neither an array nor null). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The same object, known to be plain JSON: for documents that are made of literals.
 * @throws {EvalChecksError} `NOT_PLAIN_JSON`
 */
export function toJsonObject(value: object): JsonObject {
  if (isJson(value) && isJsonObject(value)) return value
  throw new EvalChecksError('NOT_PLAIN_JSON', 'expected a plain JSON object')
}

/** Whether `value` is an object by key: no array, no instance of a class, not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isJsonRecord(value: object): boolean {
  if (!isRecord(value)) return false
  for (const key of Object.keys(value)) if (!key.isWellFormed() || !isJson(value[key])) return false
  return true
}
