// What an assertion came to: a reading that counts, or a reason why there is none. Never a guess.

/** See the file's head. `missing` and `invalid` stay what they are under `not`. */
export type Reading =
  | { readonly status: 'observed'; readonly passed: boolean }
  /** What is asked about was not recorded. */
  | { readonly status: 'missing'; readonly reasonCode: MissingReason }
  /** The assertion itself could not be carried out. */
  | { readonly status: 'invalid'; readonly reasonCode: InvalidReason }

/** Why a reading is missing. */
export type MissingReason =
  | 'output-unavailable'
  | 'trace-unavailable'
  | 'tool-output-unavailable'
  | 'turns-unreported'
  | 'cost-unreported'
  | 'cost-partial'
  | 'cost-in-other-currency'
  | 'mocks-unobserved'

/** Why an assertion could not be carried out. */
export type InvalidReason = 'pattern-invalid' | 'schema-invalid' | 'time-limit'

/** A reading that counts. */
export function observed(passed: boolean): Reading {
  return { status: 'observed', passed }
}

/** No reading, for want of evidence. */
export function missing(reasonCode: MissingReason): Reading {
  return { status: 'missing', reasonCode }
}

/** No reading, for want of an assertion that can be carried out. */
export function invalid(reasonCode: InvalidReason): Reading {
  return { status: 'invalid', reasonCode }
}

/** The opposite of a reading that counts; anything else as it is. */
export function inverted(reading: Reading): Reading {
  return reading.status === 'observed' ? observed(!reading.passed) : reading
}
