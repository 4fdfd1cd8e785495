// A resolved configuration as the TOML that would bring it about, one setting a line, without secrets.
import type { Configuration } from '../contracts/configuration.js'
import {
  type ConfigurationKey,
  camelCase,
  configurationKeys,
  type TableField,
  type ValueType,
} from '../contracts/configuration-keys.js'
import type { Json, JsonObject } from '../contracts/json.js'
import { snapshotJson } from '../contracts/json.js'
import { tomlKey } from './toml-text.js'

/** One setting; the entries of a table are settings of their own. */
export interface Setting {
  /** TOML path, the one under which the origin of the value is known. */
  readonly path: string
  /** The same with quotes where TOML wants them. */
  readonly shownPath: string
  readonly type: ValueType
  /** In TOML's spelling of keys. Null: not set. */
  readonly value: Json
  readonly key: ConfigurationKey
}

/** Lists every setting in the order of the registry. */
export function listSettings(configuration: Configuration): readonly Setting[] {
  return configurationKeys.flatMap((key) => {
    const value = readSetting(configuration, key)
    const start = { path: key.path, shownPath: key.path, type: key.type, value, key }
    return key.type.kind === 'string-table' || key.type.kind === 'agents-table' ? open(start) : [start]
  })
}

/** The value of a key in TOML's spelling; values of environment variables are hidden. */
export function readSetting(configuration: Configuration, { path, type }: ConfigurationKey): Json {
  const inside = path.split('.').map(camelCase)
  return spellToml(type, inside.reduce(enter, snapshotJson(configuration)))
}

function enter(value: Json, key: string): Json {
  return isObject(value) ? (value[key] ?? null) : null
}

function open(setting: Setting): readonly Setting[] {
  const { value, type, key } = setting
  const entries = isObject(value) ? Object.entries(value) : []
  if (entries.length === 0) return [setting]
  return entries.flatMap(([name, item]): readonly Setting[] => {
    const below = {
      path: `${setting.path}.${name}`,
      shownPath: `${setting.shownPath}.${tomlKey(name)}`,
      value: item,
      key,
    }
    if (type.kind !== 'agents-table') return [{ ...below, type: { kind: 'string' } }]
    return isObject(item) ? openFields(below, type.fields, item) : []
  })
}

function openFields(
  agent: Omit<Setting, 'type'>,
  fields: readonly TableField[],
  item: JsonObject,
): readonly Setting[] {
  return fields
    .filter((field) => item[field.key] !== undefined)
    .map((field) => ({
      path: `${agent.path}.${field.key}`,
      shownPath: `${agent.shownPath}.${field.key}`,
      type: field.type,
      value: item[field.key] ?? null,
      key: agent.key,
    }))
}

function spellToml(type: ValueType, value: Json): Json {
  if (type.kind === 'string-table' && isObject(value)) return mapEntries(value, hideSecret)
  if (type.kind === 'agents-table' && isObject(value)) {
    return mapEntries(value, (agent) => spellFields(type.fields, agent, true))
  }
  if (type.kind === 'table-list' && Array.isArray(value)) {
    return value.map((item: Json) => spellFields(type.fields, item, false))
  }
  return value
}

/** Null takes something away from an agent, and in a list of judges it says nothing. */
function spellFields(fields: readonly TableField[], item: Json, keepNull: boolean): Json {
  if (!isObject(item)) return item
  return Object.fromEntries(
    fields.flatMap(({ key, type }): [string, Json][] => {
      const value = item[camelCase(key)]
      return value === undefined || (value === null && !keepNull) ? [] : [[key, spellToml(type, value)]]
    }),
  )
}

/** Only placeholders are shown: they name where a value comes from. */
function hideSecret(value: Json): Json {
  return typeof value === 'string' && /^(?:\{env:[^}]+\})+$/.test(value) ? value : '[hidden]'
}

function mapEntries(value: JsonObject, change: (item: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]))
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
