// The error of a command line that cannot be meant: exit status 2.

/** Wrong usage; the message says what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
