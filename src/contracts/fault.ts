// A fault of one input file: what is wrong, where, what was expected and how to mend it.

/** Codes of faults in check files. They are stable: tests and tools match on them, never on sentences. */
export type FaultCode =
  | 'unreadable'
  | 'dangling-link'
  | 'encoding'
  | 'control-character'
  | 'yaml-syntax'
  | 'yaml-directive'
  | 'yaml-warning'
  | 'multiple-documents'
  | 'duplicate-key'
  | 'key-not-string'
  | 'unknown-tag'
  | 'unknown-alias'
  | 'alias-cycle'
  | 'alias-bomb'
  | 'too-deep'
  | 'environment-comment'
  | 'not-a-mapping'
  | 'missing-field'
  | 'unknown-field'
  | 'removed-field'
  | 'wrong-type'
  | 'invalid-value'
  | 'renamed-type'
  | 'unknown-type'
  | 'exclusive-fields'
  | 'duplicate-id'
  | 'blank-script'
  | 'upper-case-extension'

/** One fault or warning of one file. `line` and `column` count from 1. */
export interface LoadFault {
  /** Absolute path. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly code: FaultCode
  /** The key at fault, or `YAML`, `top`, `file`, or `script/script_path` where both are meant. */
  readonly field: string
  /** One sentence; holds the original tool's phrase where that has one. */
  readonly message: string
  readonly expected?: string
  readonly found?: string
  /** The nearest known key or value. */
  readonly suggestion?: string
  readonly severity: 'error' | 'warning'
  /** The lines around the fault with a caret, for terminals; stripped of control characters. */
  readonly frame?: string
}
