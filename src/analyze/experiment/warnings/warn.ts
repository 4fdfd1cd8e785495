// Makes a warning, or none.
import type { PlanWarning } from '../../../contracts/experiment/plan-summary.js'

/** Subjects that are named; how many there are is in the message. */
const MOST_SUBJECTS = 20

/** One warning about `subjects`; none without any. */
export function warn(
  code: string,
  subjects: readonly string[],
  message: (count: number) => string,
): readonly PlanWarning[] {
  if (subjects.length === 0) return []
  return [{ code, message: message(subjects.length), subjects: subjects.slice(0, MOST_SUBJECTS) }]
}

/** `1 sample`, `2 samples`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
