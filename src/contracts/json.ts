// Plain JSON values: the only thing that may enter a digest or cross a stage boundary.
import { EvalChecksError } from './errors.js'

/** A JSON primitive. Numbers must be finite. */
export type JsonPrimitive = string | number | boolean | null
/** Any JSON value. */
export type Json = JsonPrimitive | readonly Json[] | { readonly [key: string]: Json }
/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/**
 * Copies `value` into plain JSON, dropping properties that are `undefined`.
 *
 * @throws {EvalChecksError} `NOT_PLAIN_JSON` for accessors, symbols, sparse arrays, cycles, class instances,
 * functions, numbers that are not finite and strings with lone surrogates; the message names the path.
 */
export function snapshotJson(value: unknown, path = '$'): Json {
  return copy(value, path, new Set())
}

function copy(value: unknown, path: string, ancestors: Set<object>): Json {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw refuse(path, 'a lone surrogate')
      return value
    case 'boolean':
      return value
    case 'number':
      if (!Number.isFinite(value)) throw refuse(path, `the number ${value}`)
      return value
    case 'object':
      return value === null ? null : copyObject(value, path, ancestors)
    default:
      throw refuse(path, `a ${typeof value}`)
  }
}

function copyObject(value: object, path: string, ancestors: Set<object>): Json {
  if (ancestors.has(value)) throw refuse(path, 'a cycle')
  ancestors.add(value)
  const result = Array.isArray(value) ? copyArray(value, path, ancestors) : copyRecord(value, path, ancestors)
  ancestors.delete(value)
  return result
}

function copyArray(value: unknown[], path: string, ancestors: Set<object>): Json[] {
  const result: Json[] = []
  for (let i = 0; i < value.length; i++) {
    if (!Object.hasOwn(value, i)) throw refuse(`${path}[${i}]`, 'a hole in an array')
    result.push(copy(value[i], `${path}[${i}]`, ancestors))
  }
  return result
}

function copyRecord(value: object, path: string, ancestors: Set<object>): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw refuse(path, 'an instance of a class')
  if (Object.getOwnPropertySymbols(value).length > 0) throw refuse(path, 'a symbol key')
  const result: { [key: string]: Json } = {}
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (!('value' in property)) throw refuse(`${path}.${key}`, 'an accessor')
    if (!key.isWellFormed()) throw refuse(path, 'a key with a lone surrogate')
    if (property.value === undefined) continue
    const item = copy(property.value, `${path}.${key}`, ancestors)
    // A key such as "__proto__" must become an own property, never a prototype.
    Object.defineProperty(result, key, { value: item, enumerable: true, configurable: true, writable: true })
  }
  return result
}

function refuse(path: string, what: string): EvalChecksError {
  return new EvalChecksError('NOT_PLAIN_JSON', `${path} is not plain JSON: found ${what}`)
}
