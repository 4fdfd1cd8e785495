// What resolving check files yields: everything that compiling needs, with all bytes read and digested.
import type { CheckDefinition } from './check-definition.js'
import type { CompiledCheck } from './check-type.js'
import type { Digest } from './digest.js'
import type { JsonObject } from './json.js'

/** One check, resolved. */
export interface ResolvedCheck {
  readonly definition: CheckDefinition
  /** Path of the YAML file from the project root, with slashes. */
  readonly relativePath: string
  /** See `checkDefinitionSha256`. */
  readonly definitionSha256: Digest
  /** What the check type made of definition and frozen files. */
  readonly compiled: CompiledCheck
  /** Version of the check type's behaviour. */
  readonly typeVersion: string
  /** Digest of the check type's code. */
  readonly typeFingerprint: Digest
}

/** All checks of a project, whatever is selected, in any order. */
export interface ResolvedCheckInput {
  /** 0 to 1. */
  readonly passThreshold: number
  /** Characters; 0 means no limit. */
  readonly llmMaxInputChars: number
  /** The harness settings that belong into the plan digest. */
  readonly harness: JsonObject
  readonly checks: readonly ResolvedCheck[]
}
