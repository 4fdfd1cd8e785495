// Reads a part of a JSON value by pointer (RFC 6901).
import { isJsonObject } from '../contracts/is-json.js'
import type { Json } from '../contracts/json.js'

/** The value at `pointer`, or undefined when there is none. Only own keys and existing array items count. */
export function resolvePointer(document: Json, pointer: string): Json | undefined {
  let value: Json | undefined = document
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (isJsonObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined
    else if (isList(value)) value = /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined
    else return undefined
  }
  return value
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
