// The one error class of the project: every error that a user can meet has a stable code and says what to do.

/** Where a user finds the cause of an error. Lines and columns count from 1. */
export interface ErrorLocation {
  readonly file: string
  readonly line?: number
  readonly column?: number
}

/** What an {@link EvalChecksError} carries besides its code and sentence. */
export interface ErrorDetails {
  readonly location?: ErrorLocation
  /** What would have been right. */
  readonly expected?: string
  /** What the user can do about it, as a sentence. */
  readonly fix?: string
  readonly cause?: unknown
}

/** An error with a stable `code`, a sentence for people, and where known a location and a fix. */
export class EvalChecksError extends Error {
  override readonly name: string = 'EvalChecksError'
  readonly code: string
  readonly location: ErrorLocation | undefined
  readonly expected: string | undefined
  readonly fix: string | undefined

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.location = details.location
    this.expected = details.expected
    this.fix = details.fix
  }
}

/** Several errors that belong to one step and are reported together. */
export class EvalChecksErrors extends Error {
  override readonly name = 'EvalChecksErrors'
  readonly errors: readonly EvalChecksError[]

  constructor(errors: readonly EvalChecksError[]) {
    super(errors.map((error) => describeError(error)).join('\n\n'))
    this.errors = errors
  }
}

/** The whole message of an error for a terminal: place, sentence, what was expected, what to do. */
export function describeError(error: EvalChecksError): string {
  const { location, expected, fix } = error
  const place = location
    ? `${[location.file, location.line, location.column].filter((part) => part !== undefined).join(':')}: `
    : ''
  return [
    `${place}${error.message} [${error.code}]`,
    ...(expected === undefined ? [] : [`  expected: ${expected}`]),
    ...(fix === undefined ? [] : [`  fix: ${fix}`]),
  ].join('\n')
}
