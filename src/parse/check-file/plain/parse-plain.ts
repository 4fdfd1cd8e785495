// The short way from the text of a check file to its check, for plain files without any fault or warning.
import type { CheckDefinition, ParsedCheck } from '../../../contracts/check-definition.js'
import type { CheckTypeSchema } from '../../../contracts/check-type.js'
import { deepFreeze } from '../../../contracts/deep-freeze.js'
import { EvalChecksError } from '../../../contracts/errors.js'
import { type Json, snapshotJson } from '../../../contracts/json.js'
import { acceptValue } from '../accept-value.js'
import { commonKeys, readCommonValues, toDefinition } from '../common-fields.js'
import type { PlainEntry } from './plain-entry.js'
import { readPlain } from './read-plain.js'

type Entries = ReadonlyMap<string, PlainEntry>

/**
 * The check of a plain file; null when the file is not plain, or when there is anything to say about it: then the whole
 * parser has to read it and find the words.
 */
export function parsePlain(text: string, types: ReadonlyMap<string, CheckTypeSchema>): ParsedCheck | null {
  const entries = readPlain(text)
  const definition = entries && defineCheck(entries, types)
  return entries && definition && { definition: deepFreeze(definition), positions: positionsOf(entries) }
}

function defineCheck(entries: Entries, types: ReadonlyMap<string, CheckTypeSchema>): CheckDefinition | null {
  const type = entries.get('type')?.value
  const schema = typeof type === 'string' ? types.get(type) : undefined
  if (typeof type !== 'string' || !schema || entries.get('schema_version')?.value !== 1) return null
  for (const key of entries.keys())
    if (!commonKeys.has(key) && !Object.hasOwn(schema.fields, key)) return null
  const common = readCommonValues(valuesOf(entries))
  const fields = common && acceptAll(schema.fields, entries)
  if (!common || !fields || (schema.crossCheck?.(fields) ?? []).length > 0) return null
  return toDefinition(common, { type, fields })
}

function valuesOf(entries: Entries): Record<string, Json> {
  const values: Record<string, Json> = Object.create(null)
  for (const [key, { value }] of entries) values[key] = value
  return values
}

function acceptAll(schemas: CheckTypeSchema['fields'], entries: Entries): Record<string, Json> | null {
  const values: [string, Json][] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const accepted = acceptValue(schema, entries.get(name)?.value)
    const value = accepted && snapshotPlain(accepted.data)
    if (value === null) return null
    if (value !== undefined) values.push([name, value])
  }
  return Object.fromEntries(values)
}

// Null, from whatever a schema made, is read again by those who know what to say.
function snapshotPlain(data: unknown): Json | undefined {
  if (data === undefined) return undefined
  try {
    return snapshotJson(data)
  } catch (error) {
    if (error instanceof EvalChecksError) return null
    throw error
  }
}

// Like every record by key, without prototype: a key may be called `constructor`.
function positionsOf(entries: Entries): ParsedCheck['positions'] {
  const positions: Record<string, { line: number; column: number }> = Object.create(null)
  for (const [key, { line }] of entries) positions[key] = { line, column: 1 }
  return positions
}
