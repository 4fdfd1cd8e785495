// The top-level mapping of a check file as the field rules see it.
import type { AliasTargets } from './describe.js'
import type { MappingEntry } from './mapping-keys.js'
import type { AnyPair } from './top-level.js'

/** The top-level mapping as far as it can be read. */
export interface CheckMapping {
  /** The entries whose keys can be trusted. */
  readonly entries: ReadonlyMap<string, MappingEntry>
  /** Pairs whose values must not be judged. */
  readonly unreadable: ReadonlySet<AnyPair>
  /** False when keys may be there that could not be read: then nothing is called missing. */
  readonly complete: boolean
  /** Offset at which a missing field is shown. */
  readonly start: number
  readonly aliases: AliasTargets
}

/** A field's entry; `unknown` when it is there but unreadable, or may be there and could not be seen. */
export function lookUp(mapping: CheckMapping, name: string): MappingEntry | 'absent' | 'unknown' {
  const entry = mapping.entries.get(name)
  if (entry) return mapping.unreadable.has(entry.pair) ? 'unknown' : entry
  return mapping.complete ? 'absent' : 'unknown'
}
