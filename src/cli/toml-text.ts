// Values as they are written in a TOML file.
import type { ValueType } from '../contracts/configuration-keys.js'
import type { Json } from '../contracts/json.js'

/** A value as TOML, without its key; null, which TOML does not have, gives an empty string. */
export function tomlText(value: Json): string {
  if (value === null) return '""'
  if (typeof value === 'string') return tomlString(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map((item: Json) => tomlText(item)).join(', ')}]`
  const entries = Object.entries(value).map(([key, item]) => `${tomlKey(key)} = ${tomlText(item)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** A value of a key: a share is written as a decimal, so that nobody takes it for a percentage. */
export function tomlValue(type: ValueType, value: Json): string {
  const share = type.kind === 'ratio' && typeof value === 'number' && Number.isInteger(value)
  return share ? `${value}.0` : tomlText(value)
}

/** A key as TOML, in quotes where it needs them. */
export function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlString(key)
}

// JSON's escapes are TOML's too; DEL is the one control character that JSON lets pass.
function tomlString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\u007f', '\\u007f')
}
