// A check as execution sees it: what the sealed plan says, and where its files lie on this machine.
import type { CheckType } from '../contracts/check-type.js'
import type { Digest } from '../contracts/digest.js'
import type { JsonObject } from '../contracts/json.js'

/** One check of a sealed plan. Everything but the paths and the code of the type comes from the plan. */
export interface SealedCheck {
  readonly checkId: string
  readonly stem: string
  readonly description: string
  readonly type: CheckType
  readonly tags: readonly string[]
  readonly timeoutSeconds: number | null
  readonly skip: string | null
  readonly definitionSha256: Digest
  /** See `CompiledCheck.runtimeKind`. */
  readonly runtimeKind: string
  /** The type's own sealed configuration. */
  readonly config: JsonObject
  /** Digest of each resource by role. */
  readonly resources: ReadonlyMap<string, Digest>
  /** Absolute path of the real YAML file. */
  readonly sourcePath: string
  /** Absolute path of a referenced file by resource role. */
  readonly originalPaths: ReadonlyMap<string, string>
}
