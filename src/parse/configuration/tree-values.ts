// Reads the values of a tree of settings by their type: single values, lists, tables and tables of tables.
import { camelCase, type TableField, type ValueType } from '../../contracts/configuration-keys.js'
import type { Json } from '../../contracts/json.js'
import { checkLeaf, describeFound, describeType, isLeaf, suggestFix } from './leaf-values.js'
import { isTable, type Place, type Reading, refuseKey, refuseRange, refuseType } from './reading.js'

/** A name that an agent may have in `[agents.NAME]`. */
export const agentName = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** Reads one value. Faults are noted in `reading`, and then undefined or what is left of the value comes back. */
export function readValue(reading: Reading, type: ValueType, raw: unknown, place: Place): Json | undefined {
  if (isLeaf(type)) return readLeaf(reading, type, raw, place)
  switch (type.kind) {
    case 'string-list':
      return readStrings(reading, type, raw, place)
    case 'command':
      return readCommand(reading, type, raw, place)
    case 'string-table':
      return readStringTable(reading, type, raw, place)
    case 'table-list':
      return readTableList(reading, type, raw, place)
    case 'agents-table':
      return readAgents(reading, type, raw, place)
  }
}

type Kind<K extends ValueType['kind']> = Extract<ValueType, { readonly kind: K }>

function readLeaf(
  reading: Reading,
  type: Parameters<typeof checkLeaf>[0],
  raw: unknown,
  { path }: Place,
): Json | undefined {
  const floating = type.kind === 'integer' && reading.dialect.marksFloats && typeof raw === 'number'
  const checked = checkLeaf(type, typeof raw === 'bigint' ? Number(raw) : raw)
  if ('value' in checked && !floating) return checked.value
  const fix = 'value' in checked ? `use ${checked.value}` : checked.fix
  if (floating || !('problem' in checked) || checked.problem === 'type') {
    refuseType(reading, path, raw, describeType(type), { fix })
  } else refuseRange(reading, path, `is out of range: ${describeFound(raw)}`, describeType(type), fix)
  return undefined
}

function readStrings(reading: Reading, type: ValueType, raw: unknown, { path }: Place): string[] | undefined {
  if (!Array.isArray(raw)) {
    refuseType(reading, path, raw, describeType(type), { fix: suggestFix(type, raw) })
    return undefined
  }
  const items: string[] = []
  for (const [index, item] of raw.entries()) {
    if (typeof item !== 'string') {
      refuseType(reading, [...path, index], item, 'a string', { fix: suggestFix({ kind: 'string' }, item) })
    } else if (item.includes('\0'))
      refuseRange(reading, [...path, index], 'holds a NUL character', 'a string')
    else items.push(item)
  }
  return items
}

function readCommand(reading: Reading, type: ValueType, raw: unknown, place: Place): Json | undefined {
  const faultsBefore = reading.faults.length
  const command = readStrings(reading, type, raw, place)
  if (command === undefined || reading.faults.length > faultsBefore) return undefined
  if (command[0]?.trim()) return command
  refuseRange(reading, place.path, 'names no program', describeType(type), 'name the program first')
  return undefined
}

function readStringTable(reading: Reading, type: ValueType, raw: unknown, place: Place): Json | undefined {
  if (!isTable(raw)) {
    refuseType(reading, place.path, raw, describeType(type))
    return undefined
  }
  const entries: [string, string][] = []
  for (const [name, value] of Object.entries(raw)) {
    const here = enter(place, name, name)
    if (value === undefined) continue
    if (name === '' || name === '__proto__' || /[=\0]/u.test(name)) {
      refuseRange(reading, here.path, 'cannot be set', 'the name of an environment variable')
    } else if (typeof value !== 'string') {
      refuseType(reading, here.path, value, 'a string', { fix: 'put quotes around the value', secret: true })
    } else if (value.includes('\0')) refuseRange(reading, here.path, 'holds a NUL character', 'a string')
    else {
      noteOrigin(reading, here)
      entries.push([name, value])
    }
  }
  return Object.fromEntries(entries)
}

function readTableList(
  reading: Reading,
  type: Kind<'table-list'>,
  raw: unknown,
  place: Place,
): Json | undefined {
  if (!Array.isArray(raw)) {
    refuseType(reading, place.path, raw, describeType(type))
    return undefined
  }
  const seen = new Set<string>()
  return raw.flatMap((item: unknown, index) => {
    const path = [...place.path, index]
    const fields = typeof item === 'string' ? { [type.shorthand]: item } : item
    const table = readFields(reading, type.fields, fields, { path, toml: `${place.toml}[${index}]` })
    if (table === undefined) return []
    const entries = type.fields.map(({ key }): [string, Json] => [
      camelCase(key),
      table[camelCase(key)] ?? null,
    ])
    const id = JSON.stringify(entries)
    if (seen.has(id)) refuseRange(reading, path, 'is there twice', 'no two alike', 'use harness.replicates')
    seen.add(id)
    return [Object.fromEntries(entries)]
  })
}

function readAgents(
  reading: Reading,
  type: Kind<'agents-table'>,
  raw: unknown,
  place: Place,
): Json | undefined {
  if (!isTable(raw)) {
    refuseType(reading, place.path, raw, describeType(type))
    return undefined
  }
  const agents: [string, Json][] = []
  for (const [name, settings] of Object.entries(raw)) {
    const here = enter(place, name, name)
    if (settings === undefined) continue
    if (!agentName.test(name) || name in Object.prototype) {
      refuseRange(reading, here.path, 'cannot be an agent', 'a name of letters, digits, ".", "_" and "-"')
      continue
    }
    const fields = readFields(reading, type.fields, settings, here)
    if (fields !== undefined) agents.push([name, fields])
  }
  return Object.fromEntries(agents)
}

function readFields(
  reading: Reading,
  fields: readonly TableField[],
  raw: unknown,
  place: Place,
): Readonly<Record<string, Json>> | undefined {
  const { fieldOf } = reading.dialect
  if (!isTable(raw)) {
    refuseType(reading, place.path, raw, 'a table')
    return undefined
  }
  const table: [string, Json][] = []
  for (const [name, item] of Object.entries(raw)) {
    if (item === undefined) continue
    const field = fields.find((candidate) => fieldOf(candidate) === name)
    const here = enter(place, name, field?.key ?? name)
    if (field === undefined) {
      refuseKey(reading, here.path, fields.map(fieldOf))
      continue
    }
    noteOrigin(reading, here)
    const value = readValue(reading, field.type, item, here)
    if (value !== undefined) table.push([camelCase(field.key), value])
  }
  for (const field of fields.filter(({ required }) => required)) {
    const given = Object.hasOwn(raw, fieldOf(field)) ? raw[fieldOf(field)] : undefined
    if (given !== undefined && given !== '') continue
    refuseRange(reading, place.path, `lacks ${fieldOf(field)}`, describeType(field.type))
  }
  return Object.fromEntries(table)
}

function enter(place: Place, name: string, tomlName: string): Place {
  return { path: [...place.path, name], toml: `${place.toml}.${tomlName}` }
}

function noteOrigin({ dialect, origins }: Reading, { path, toml }: Place): void {
  origins.set(toml, { source: dialect.source, name: dialect.originOf(path) })
}
