// Reads fields of JSON that others wrote: a field of another type counts as missing. Pure.
import { isJsonObject } from '../../../src/contracts/is-json.js'
import type { Json, JsonObject } from '../../../src/contracts/json.js'

/** The object itself, or null for anything else. */
export function asObject(value: Json | undefined): JsonObject | null {
  return isJsonObject(value) ? value : null
}

/** The objects of a list; empty for anything else. */
export function asObjects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item: Json): item is JsonObject => isJsonObject(item)) : []
}

/** A text, well-formed; null for anything else. */
export function asText(value: Json | undefined): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null
}

/** A number that can be a count, an amount or a status: finite and not negative; null for anything else. */
export function asAmount(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
