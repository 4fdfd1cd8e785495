// Walks a tree of settings, from TOML or from options, and reads every key that the registry knows.
import type { ConfigurationKey } from '../../contracts/configuration-keys.js'
import { type Dialect, type KeyTree, keyTree } from './dialect.js'
import { type KeyPath, showPath } from './key-path.js'
import { emptyLayer, type Layer } from './layer.js'
import { isTable, type Reading, refuseKey, refuseLegacy, refuseType } from './reading.js'
import { readValue } from './tree-values.js'

/** Reads a whole tree. Faults are collected, none is thrown. */
export function readTree(dialect: Dialect, root: unknown): Layer {
  const reading: Reading = { dialect, ...emptyLayer() }
  readTable(reading, keyTree(dialect), [], root)
  return reading
}

function readTable(reading: Reading, keys: KeyTree, path: KeyPath, table: unknown): void {
  const { dialect } = reading
  if (!isTable(table)) {
    refuseType(reading, path, table, 'a table')
    return
  }
  for (const [name, value] of Object.entries(table)) {
    const here = [...path, name]
    const shown = showPath(here)
    const known = keys.get(name)
    const legacy = dialect.legacy.get(shown)
    if (value === undefined || dialect.ignored.has(shown)) continue
    if (legacy !== undefined) refuseLegacy(reading, here, legacy)
    else if (known === undefined) refuseKey(reading, here, [...keys.keys()])
    else if (known instanceof Map) readTable(reading, known, here, value)
    else if (isKey(known)) readKey(reading, known, here, value)
  }
}

function isKey(node: KeyTree | ConfigurationKey): node is ConfigurationKey {
  return 'digest' in node
}

function readKey(reading: Reading, key: ConfigurationKey, path: KeyPath, raw: unknown): void {
  const { dialect, values, origins } = reading
  origins.set(key.path, { source: dialect.source, name: dialect.originOf(path) })
  const value = readValue(reading, key.type, raw, { path, toml: key.path })
  if (value !== undefined) values.set(key.path, value)
}
