// What one source of settings says, and how several of them become one: the higher replaces, tables merge.
import type { ValueOrigin } from '../../contracts/configuration.js'
import type { EvalChecksError } from '../../contracts/errors.js'
import type { Json, JsonObject } from '../../contracts/json.js'

/** What one source says. Both maps go by TOML path; tables inside values have camel case keys. */
export interface Layer {
  readonly values: Map<string, Json>
  readonly origins: Map<string, ValueOrigin>
  readonly faults: EvalChecksError[]
}

/** A layer that says nothing. */
export function emptyLayer(): Layer {
  return { values: new Map(), origins: new Map(), faults: [] }
}

/** Merges layers, the lowest first. */
export function mergeLayers(layers: readonly Layer[]): Layer {
  const merged = emptyLayer()
  for (const { values, origins, faults } of layers) {
    for (const [path, value] of values) {
      const below = merged.values.get(path)
      merged.values.set(path, below === undefined ? value : mergeValues(below, value))
    }
    for (const [path, origin] of origins) merged.origins.set(path, origin)
    // Of faults, those of the highest layer come first.
    merged.faults.unshift(...faults)
  }
  return merged
}

function mergeValues(low: Json, high: Json): Json {
  if (!isObject(low) || !isObject(high)) return high
  const merged = new Map(Object.entries(low))
  for (const [key, value] of Object.entries(high)) {
    const below = merged.get(key)
    merged.set(key, below === undefined ? value : mergeValues(below, value))
  }
  return Object.fromEntries(merged)
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
