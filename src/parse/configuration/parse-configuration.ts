// From what flags, options, environment and file say to one resolved configuration.
import {
  type Configuration,
  type ConfigurationWarning,
  configurationSchema,
  type Provenance,
} from '../../contracts/configuration.js'
import { camelCase, configurationKeys, type SourcedDefaults } from '../../contracts/configuration-keys.js'
import { deepFreeze } from '../../contracts/deep-freeze.js'
import { EvalChecksErrors } from '../../contracts/errors.js'
import type { Json } from '../../contracts/json.js'
import { optionDialect } from './dialect.js'
import { emptyLayer, type Layer, mergeLayers } from './layer.js'
import { findMisspeltVariables, readEnvironment, readFlags } from './read-text.js'
import { readToml, type TomlSource } from './read-toml.js'
import { readTree } from './tree-reader.js'

/** Everything that can set a key, as it was found. */
export interface ConfigurationSources {
  /** The plugin's options; those of `HostOptions` are passed over. */
  readonly options?: unknown
  /** Values of flags by name in camel case (`harnessAgent`), as text or typed; others are passed over. */
  readonly flags?: Readonly<Record<string, unknown>>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly toml?: TomlSource
  readonly defaults: SourcedDefaults
}

/** A configuration with the origin of every value. Deeply frozen. */
export interface ParsedConfiguration {
  readonly configuration: Configuration
  readonly provenance: Provenance
  readonly warnings: readonly ConfigurationWarning[]
}

/**
 * Resolves every key; flags stand above options, those above the environment, then the file, then defaults.
 * @throws {EvalChecksErrors} with every fault of every source, also of values that a higher source replaces
 */
export function parseConfiguration(sources: ConfigurationSources): ParsedConfiguration {
  const { options = {}, flags = {}, environment, toml, defaults } = sources
  const { values, origins, faults } = mergeLayers([
    readDefaults(defaults),
    ...(toml === undefined ? [] : [readToml(toml)]),
    readEnvironment(environment),
    readTree(optionDialect, options),
    readFlags(flags),
  ])
  if (faults.length > 0) throw new EvalChecksErrors(faults)
  return deepFreeze({
    configuration: configurationSchema.parse(nest(values)),
    provenance: Object.fromEntries(origins),
    warnings: findMisspeltVariables(environment),
  })
}

function readDefaults(defaults: SourcedDefaults): Layer {
  const layer = emptyLayer()
  for (const { path, default: unset } of configurationKeys) {
    const sourced = unset.kind === 'sourced' ? defaults[unset.from] : null
    layer.values.set(path, unset.kind === 'value' ? unset.value : sourced)
    layer.origins.set(path, { source: 'default', name: 'default' })
  }
  return layer
}

// Every TOML path has one or two keys; in camel case they are the path in the configuration.
function nest(values: ReadonlyMap<string, Json>): unknown {
  const root = new Map<string, unknown>()
  const sections = new Map<string, Map<string, Json>>()
  for (const [path, value] of values) {
    const [section = '', key] = path.split('.')
    if (key === undefined) root.set(section, value)
    else sections.set(section, (sections.get(section) ?? new Map()).set(camelCase(key), value))
  }
  for (const [section, entries] of sections) root.set(section, Object.fromEntries(entries))
  return Object.fromEntries(root)
}
