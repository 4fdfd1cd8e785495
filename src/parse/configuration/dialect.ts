// The two spellings of the same tree of settings: `config.toml` and the plugin's options.
import {
  type ConfigurationKey,
  camelCase,
  configurationKeys,
  type TableField,
} from '../../contracts/configuration-keys.js'
import type { ErrorLocation } from '../../contracts/errors.js'
import { hostOptionNames } from './host-options.js'
import { type KeyPath, showPath } from './key-path.js'
import { locateTomlKeys } from './toml-positions.js'

/** How a tree of settings is spelt, and how its faults are told. */
export interface Dialect {
  readonly source: 'file' | 'option'
  readonly codes: { readonly unknown: string; readonly type: string; readonly range: string }
  /** A key's path in this spelling. */
  readonly pathOf: (key: ConfigurationKey) => string
  readonly fieldOf: (field: TableField) => string
  /** Keys that are known and mean nothing here, by path. */
  readonly ignored: ReadonlySet<string>
  /** Names at the top that are known beside the registry's. */
  readonly otherNames: readonly string[]
  /** Keys that are gone, by path, each with what to do instead. */
  readonly legacy: ReadonlyMap<string, string>
  /** Whether a `number` was written as a float, whole numbers being `bigint`. */
  readonly marksFloats: boolean
  readonly locate: (path: KeyPath) => ErrorLocation | undefined
  /** Name of the place for the provenance of a value. */
  readonly originOf: (path: KeyPath) => string
}

const legacyTomlKeys: ReadonlyMap<string, string> = new Map([
  [
    'llm',
    'delete the [llm] section; describe the judge in [harness] (agent, model) and, for an agent of your own, in [agents.NAME]',
  ],
  [
    'harness.skip',
    'delete the key; write `skip: "reason"` in the check files that must not run, leave checks out with --tag or --check-id, or set harness.run = "selected"',
  ],
])

/** The spelling of `config.toml`, with the positions of keys in `text`. */
export function tomlDialect(file: string, text: string): Dialect {
  const position = locateTomlKeys(text)
  const locate = (path: KeyPath): ErrorLocation => ({ file, ...position(path) })
  return {
    source: 'file',
    codes: { unknown: 'CONFIG_UNKNOWN_KEY', type: 'CONFIG_WRONG_TYPE', range: 'CONFIG_OUT_OF_RANGE' },
    pathOf: (key) => key.path,
    fieldOf: (field) => field.key,
    ignored: new Set(['harness.skills_dir']),
    otherNames: [],
    legacy: legacyTomlKeys,
    marksFloats: true,
    locate,
    originOf: (path) => [file, locate(path).line ?? []].flat().join(':'),
  }
}

/** The spelling of the plugin's options. */
export const optionDialect: Dialect = {
  source: 'option',
  codes: { unknown: 'OPTION_UNKNOWN', type: 'OPTION_WRONG_TYPE', range: 'OPTION_OUT_OF_RANGE' },
  pathOf: (key) => key.option,
  fieldOf: (field) => camelCase(field.key),
  ignored: hostOptionNames,
  otherNames: [...hostOptionNames],
  legacy: new Map(),
  marksFloats: false,
  locate: () => undefined,
  originOf: showPath,
}

/** The keys of the configuration as the tree in which a dialect nests them. */
export type KeyTree = ReadonlyMap<string, KeyTree | ConfigurationKey>

/** Builds the {@link KeyTree} of a dialect. */
export function keyTree(dialect: Dialect): KeyTree {
  type Growing = Map<string, Growing | ConfigurationKey>
  const root: Growing = new Map()
  for (const key of configurationKeys) {
    const segments = dialect.pathOf(key).split('.')
    const last = segments.pop() ?? ''
    let table = root
    for (const segment of segments) {
      const next = table.get(segment) ?? new Map()
      if (!(next instanceof Map)) throw new TypeError(`${key.path} lies inside another key`)
      table.set(segment, next)
      table = next
    }
    table.set(last, key)
  }
  return root
}
