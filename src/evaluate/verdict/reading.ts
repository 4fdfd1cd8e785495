// What reading a judge's answer comes to.

/** Why an answer gives no verdict. The codes are stable. */
export type VerdictCode =
  | 'no-verdict'
  | 'invalid-score'
  | 'invalid-reason'
  | 'answered-twice'
  | 'broken-verdict'

/**
 * A verdict, or why there is none. The reason is as the judge gave it, null when absent or null. A refusal's message is
 * one sentence that says what was wrong and what to do.
 */
export type VerdictReading =
  | { readonly kind: 'verdict'; readonly score: 0 | 1; readonly reason: string | null }
  | { readonly kind: 'refused'; readonly code: VerdictCode; readonly message: string }

/** A reading that refuses. */
export function refuse(code: VerdictCode, message: string): VerdictReading {
  return { kind: 'refused', code, message }
}
