// Scalars that stand on one line, typed as YAML's core schema types them.
import type { JsonPrimitive } from '../../../contracts/json.js'
import { notPlain } from './not-plain.js'

/** A scalar and where what follows it starts. */
export interface ReadScalar {
  readonly value: JsonPrimitive
  readonly end: number
}

const double = /"(?:[^"\\\n]|\\[\\"/bfnrt]|\\u[0-9a-fA-F]{4})*"/y
const single = /'(?:[^'\n]|'')*'/y
/** Starts like an indicator of YAML, or may be taken for one. */
const indicator = /^[-?:,[\]{}#&*!|>'"%@`=<~]/
const decimal = /^(?:0|-?[1-9][0-9]{0,14}|-?(?:0|[1-9][0-9]{0,7})\.[0-9]{0,6}[1-9])$/
/** All other numbers of the core schema. */
const number = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$|^0[ox]|^[-+]?\.(?:inf|nan)$/i
const word = /^(?:true|false|null)$/i
const words: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** The text in quotes that starts at `at`. Escapes are those that JSON has too. */
export function readQuoted(text: string, at: number): ReadScalar {
  const pattern = text.charCodeAt(at) === 0x22 ? double : single
  pattern.lastIndex = at
  const source = pattern.exec(text)?.[0]
  if (source === undefined) throw notPlain
  const end = at + source.length
  if (pattern === single) return { value: source.slice(1, -1).replaceAll("''", "'"), end }
  const value: unknown = source.includes('\\') ? JSON.parse(source) : source.slice(1, -1)
  if (typeof value !== 'string') throw notPlain
  return { value, end }
}

/** The value of a text without quotes and without outer spaces. */
export function readWord(source: string): JsonPrimitive {
  if (decimal.test(source)) return Number(source)
  if (source === '' || indicator.test(source) || number.test(source)) throw notPlain
  if (!word.test(source)) return source
  const value = words.get(source)
  if (value === undefined) throw notPlain
  return value
}
