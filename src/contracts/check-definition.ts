// What one check file says, after parsing: typed, with defaults applied, and where each field stands in the text.
import type { JsonObject } from './json.js'

/** A position in a text file; both count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The fields of a check file. `fields` holds what its check type defines (`script`, `instructions` ...). */
export interface CheckDefinition {
  readonly id: string
  readonly type: string
  readonly description: string
  readonly tags: readonly string[]
  /** Seconds; absent means no limit for scripts and the configured limit for judges. */
  readonly timeoutSeconds?: number
  /** Present: the check is skipped, for this reason. */
  readonly skip?: string
  /** Globs relative to the project root: what the check reads. */
  readonly paths?: readonly string[]
  readonly fields: JsonObject
}

/** A check definition with the positions of its top-level keys. */
export interface ParsedCheck {
  readonly definition: CheckDefinition
  /** Position of each top-level key by its name; `id` is always there. */
  readonly positions: Readonly<Record<string, Position>>
}
