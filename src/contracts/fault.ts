// A fault of one input file: what is wrong, where, what was expected and how to mend it.

/**
 * What each code of a fault in a check file means. Codes are stable: tests and tools match on them, never on sentences.
 */
export const faultCodes = {
  unreadable: 'The file or its folder cannot be read.',
  'dangling-link': 'The file is a link to nothing.',
  encoding: 'The bytes are not UTF-8.',
  'control-character': 'A raw control character stands in the text; write it as an escape in double quotes.',
  'yaml-syntax': 'The text is not YAML.',
  'yaml-directive': 'A `%YAML` directive asks for a version other than 1.2, or a directive is malformed.',
  'yaml-warning': 'The YAML parser is not sure what is meant.',
  'multiple-documents': 'The file holds more than one document; one file is one check.',
  'duplicate-key': 'A key stands twice in one mapping.',
  'key-not-string': 'A key is not a string.',
  'unknown-tag': 'A YAML tag is unknown or does not fit its value.',
  'unknown-alias': 'An alias names an anchor that does not exist.',
  'alias-cycle': 'An anchor contains an alias to itself.',
  'alias-bomb': 'Aliases would unfold to far more than the file holds.',
  'too-deep': 'The nesting is too deep.',
  'environment-comment':
    'The text holds `@vitest-environment` or `@jest-environment`, which Vitest would take for a setting.',
  'not-a-mapping': 'The document is not a mapping of fields.',
  'missing-field': 'A required field is missing.',
  'unknown-field': 'A key is no field of this type; the nearest one is named.',
  'removed-field': 'A field of earlier releases is gone; `eval-checks migrate` rewrites it.',
  'wrong-type': 'A value has the wrong type; values are never converted.',
  'invalid-value': 'A value has the right type and yet cannot be.',
  'renamed-type': 'The type has another name now; `eval-checks migrate` rewrites it.',
  'unknown-type': 'No check type has this name.',
  'exclusive-fields': 'Two fields exclude each other, or one of two is needed.',
  'duplicate-id': 'Two files have the same id: a fault of both.',
  'blank-script': 'The script has no statement, so the check always passes. A warning.',
  'upper-case-extension': 'The ending is not in lower case, so the file is not read. A warning.',
} as const

/** A code of {@link faultCodes}. */
export type FaultCode = keyof typeof faultCodes

/** One fault or warning of one file. `line` and `column` count from 1. */
export interface Fault<Code extends string> {
  /** Absolute path. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly code: Code
  /** The key at fault, or `YAML`, `top`, `file`, or `script/script_path` where both are meant. */
  readonly field: string
  /** One sentence; holds the original tool's phrase where that has one. */
  readonly message: string
  readonly expected?: string
  readonly found?: string
  /** The nearest known key or value. */
  readonly suggestion?: string
  /** What to do, as a sentence. */
  readonly fix?: string
  readonly severity: 'error' | 'warning'
  /** The lines around the fault with a caret, for terminals; stripped of control characters. */
  readonly frame?: string
}

/** A fault of a check file. */
export type LoadFault = Fault<FaultCode>
