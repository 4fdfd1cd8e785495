// Check files on their way from disk to the plan: found, loaded, and with everything they refer to frozen.
import type { ParsedCheck } from './check-definition.js'
import type { CheckType, CompiledCheck, FrozenFile } from './check-type.js'
import type { Digest } from './digest.js'
import type { LoadFault } from './fault.js'

/** A check file that discovery found. */
export interface DiscoveredFile {
  /** Absolute path of the real file; a linked file is known by what it links to. */
  readonly file: string
  /** Absolute path where it was found; differs from `file` for a linked file. */
  readonly foundAt: string
  /** `file` relative to the project root, with `/`. */
  readonly relativePath: string
}

/** What discovery brings back. */
export interface Discovery {
  /** In code-point order of the path at which they were found. */
  readonly files: readonly DiscoveredFile[]
  readonly faults: readonly LoadFault[]
}

/** A check file that was read and parsed without a fault. */
export interface LoadedCheck {
  readonly source: DiscoveredFile
  readonly bytes: Uint8Array
  /** How many lines the file has. */
  readonly lines: number
  readonly parsed: ParsedCheck
}

/** All check files of a project, good and bad. */
export interface LoadedChecks {
  readonly discovered: readonly DiscoveredFile[]
  readonly checks: readonly LoadedCheck[]
  /** Faults of severity `error`: their files hold no check. */
  readonly faults: readonly LoadFault[]
  readonly warnings: readonly LoadFault[]
}

/** A loaded check with its referenced files frozen and its type's part of the plan compiled. */
export interface FrozenCheck {
  readonly loaded: LoadedCheck
  readonly type: CheckType
  readonly files: readonly FrozenFile[]
  readonly compiled: CompiledCheck
  /** `check_definition_sha256`. */
  readonly definitionSha256: Digest
}
