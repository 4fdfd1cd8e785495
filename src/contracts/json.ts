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
  if (Object.getPrototypeOf(value) !== Array.prototype) throw refuse(path, 'an instance of a class')
  // `length` is the one own property that an array has beside its items.
  if (Reflect.ownKeys(value).length > value.length + 1) throw refuse(path, 'an array with properties')
  const result: Json[] = []
  for (let i = 0; i < value.length; i++) {
    const property = Object.getOwnPropertyDescriptor(value, i)
    if (!property) throw refuse(`${path}[${i}]`, 'a hole in an array')
    if (!('value' in property)) throw refuse(`${path}[${i}]`, 'an accessor')
    result.push(copy(property.value, `${path}[${i}]`, ancestors))
  }
  return result
}

function copyRecord(value: object, path: string, ancestors: Set<object>): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw refuse(path, 'an instance of a class')
  if (Object.getOwnPropertySymbols(value).length > 0) throw refuse(path, 'a symbol key')
  const result: { [key: string]: Json } = {}
  for (const key of Object.getOwnPropertyNames(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key)
    if (!property || !('value' in property)) throw refuse(`${path}.${key}`, 'an accessor')
    if (!key.isWellFormed()) throw refuse(path, 'a key with a lone surrogate')
    if (property.value === undefined) continue
    const item = copy(property.value, `${path}.${key}`, ancestors)
    if (key !== '__proto__') result[key] = item
    // This key must become an own property, never a prototype.
    else
      Object.defineProperty(result, key, {
        value: item,
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return result
}

function refuse(path: string, what: string): EvalChecksError {
  return new EvalChecksError('NOT_PLAIN_JSON', `${path} is not plain JSON: found ${what}`)
}
