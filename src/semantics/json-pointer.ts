// Reads a part of a JSON value by pointer (RFC 6901).
import { isJsonObject } from '../contracts/is-json.js'
import type { Json } from '../contracts/json.js'

/** The value at `pointer`, or undefined when there is none. Only own keys and existing array items count. */
export function resolvePointer(document: Json, pointer: string): Json | undefined {
  return pointer === '' ? document : compilePointer(pointer)(document)
}

/** A function that reads the value at `pointer`: for those who read the same part of many documents. */
export function compilePointer(pointer: string): (document: Json) => Json | undefined {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  return (document) => {
    let value: Json | undefined = document
    for (const key of keys) {
      if (isJsonObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined
      else if (isList(value)) value = /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined
      else return undefined
    }
    return value
  }
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}
