// Single values: what each type accepts, how it is said in words, and the fix for the common mistakes.
import { z } from 'zod'
import type { LeafType, ValueType } from '../../contracts/configuration-keys.js'
import { nearestName } from './nearest-name.js'
import { splitCommand } from './split-command.js'

/** An accepted value (null: an empty string, which means "not set"), or why it is not accepted. */
export type CheckedLeaf =
  | { readonly value: string | number | null }
  | { readonly problem: 'type' | 'range'; readonly fix?: string }

const noNul = (value: string) => !value.includes('\0')

/** The schema of a single value. */
export function leafSchema(type: LeafType): z.ZodType<string | number> {
  switch (type.kind) {
    case 'path':
      return z.string().regex(/\S/).refine(noNul)
    case 'string':
      return z.string().regex(/^$|\S/).refine(noNul)
    case 'ratio':
      return z.number().min(0).max(1)
    case 'integer':
      return z.int().min(type.minimum)
    case 'positive-number':
      return z.number().positive()
    case 'enum':
      return z.string().refine((value) => type.values.includes(value))
  }
}

/** Whether a type is that of a single value. */
export function isLeaf(type: ValueType): type is LeafType {
  return ['path', 'ratio', 'integer', 'positive-number', 'string', 'enum'].includes(type.kind)
}

/** Checks one value and, where it can, says what was probably meant. */
export function checkLeaf(type: LeafType, value: unknown): CheckedLeaf {
  const checked = leafSchema(type).safeParse(value)
  if (checked.success) {
    if (typeof checked.data === 'number') return { value: Object.is(checked.data, -0) ? 0 : checked.data }
    return { value: type.kind === 'string' && checked.data === '' ? null : checked.data }
  }
  const infinite = typeof value === 'number' && !Number.isFinite(value)
  const problem = checked.error.issues[0]?.code === 'invalid_type' && !infinite ? 'type' : 'range'
  const fix = suggestFix(type, value)
  return { problem, ...(fix === undefined ? {} : { fix }) }
}

/** Says what was probably meant by a value that `type` does not accept. */
export function suggestFix(type: ValueType, value: unknown): string | undefined {
  switch (type.kind) {
    case 'ratio':
      if (typeof value === 'number' && value > 1 && value <= 100) return `use ${asShare(value)}`
      return unquoteFix(value)
    case 'integer':
    case 'positive-number':
      return unquoteFix(value)
    case 'enum': {
      const near = typeof value === 'string' ? nearestName(value, type.values) : undefined
      return near === undefined ? undefined : `use ${JSON.stringify(near)}`
    }
    case 'path':
    case 'string':
      return ['number', 'bigint', 'boolean'].includes(typeof value) ? `quote it: "${value}"` : undefined
    case 'string-list':
      return typeof value === 'string' ? `make it a list: ${asList([value])}` : undefined
    case 'command': {
      const parts = typeof value === 'string' ? splitCommand(value) : []
      return parts.length === 0 ? undefined : `make it a list: ${asList(parts)}`
    }
    default:
      return undefined
  }
}

/** Says in words what a type accepts. */
export function describeType(type: ValueType): string {
  switch (type.kind) {
    case 'path':
      return 'a path'
    case 'ratio':
      return 'a number from 0 to 1'
    case 'integer':
      return `a whole number, ${type.minimum} or more`
    case 'positive-number':
      return 'a number above 0'
    case 'string':
      return 'a string'
    case 'enum':
      return `one of ${type.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'string-list':
      return 'a list of strings'
    case 'command':
      return 'a list of strings: the program, then its arguments'
    case 'table-list':
      return 'a list of tables'
    case 'string-table':
      return 'a table of strings'
    case 'agents-table':
      return 'a table for each agent'
  }
}

/** Says in words what was found, at most 60 characters of it; `secret` withholds the value itself. */
export function describeFound(value: unknown, secret = false): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'a date'
  if (typeof value === 'object') return 'a table'
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return `a ${typeof value}`
  if (secret) return `a ${typeof value === 'bigint' ? 'number' : typeof value}`
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  const short = shown.length > 60 ? `${shown.slice(0, 60)}...` : shown
  return `the ${typeof value === 'bigint' ? 'number' : typeof value} ${short}`
}

function unquoteFix(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(value)) return undefined
  return `remove the quotes: ${value}`
}

function asShare(percent: number): number {
  return Number((percent / 100).toPrecision(12))
}

function asList(items: readonly string[]): string {
  return `[${items.map((item) => JSON.stringify(item)).join(', ')}]`
}
