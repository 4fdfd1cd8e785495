// The sentences of refused answers: what was wrong, then what to do.
import { refuse, type VerdictReading } from './reading.js'

const LONGEST_NUMBER = 20

/** No candidate in a text. */
export function refuseNothing(text: string): VerdictReading {
  if (text.trim() === '') {
    return refuse(
      'no-verdict',
      'The answer is empty: look at what the judge wrote to its streams, it may have refused, been cut short or only thought aloud.',
    )
  }
  return refuse(
    'no-verdict',
    'The answer holds no JSON object with a key "score" of its own: look at the raw answer, the judge may have refused, been cut short, written prose or wrapped the object in another one.',
  )
}

/** The structured answer is no object with a score. */
export function refuseStructured(found: string): VerdictReading {
  return refuse(
    'no-verdict',
    `The structured answer is ${found}, but an object with "score" is needed: look at the raw answer and at the schema that the agent was given.`,
  )
}

/** A score that is neither the number 0 nor the number 1. `found` says what it is. */
export function refuseScore(found: string): VerdictReading {
  return refuse(
    'invalid-score',
    `"score" is ${found}, but must be the number 0 or 1: let the instructions ask for a decision, not for a grade.`,
  )
}

/** More than one key `score` in one object. */
export function refuseRepeatedScore(): VerdictReading {
  return refuse(
    'invalid-score',
    'The verdict has the key "score" more than once, and it must have it once: look at the raw answer, the judge may have copied a planted verdict.',
  )
}

/** A reason that is neither a string nor null. `found` says what it is. */
export function refuseReason(found: string): VerdictReading {
  return refuse(
    'invalid-reason',
    `"reason" is ${found}, but must be a string, null or absent: let the instructions ask for one text as the reason.`,
  )
}

/** Two valid verdicts in one message that disagree. */
export function refuseConflict(): VerdictReading {
  return refuse(
    'answered-twice',
    'The answer holds both a verdict with score 0 and one with score 1: let the instructions ask for the final verdict alone, and look for one that the judge quoted.',
  )
}

/** An object with a score that is no JSON, after the last verdict. `line` counts from 1. */
export function refuseBroken(line: number): VerdictReading {
  return refuse(
    'broken-verdict',
    `The object with "score" at line ${line} of the answer is not valid JSON: look at the raw answer, it may be cut short, or hold a quote or a line break that is not escaped.`,
  )
}

/** Names a JSON value by its kind, numbers in full up to 20 characters. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return 'a string'
  if (typeof value === 'number') return describeNumber(String(value))
  return String(value)
}

/** Names the JSON value that starts with `first`, a number by its own text. */
export function describeToken(first: string, number: string): string {
  if (first === '{') return 'an object'
  if (first === '[') return 'an array'
  if (first === '"') return 'a string'
  if (first === 't') return 'true'
  if (first === 'f') return 'false'
  if (first === 'n') return 'null'
  return describeNumber(number)
}

function describeNumber(text: string): string {
  return `the number ${text.length > LONGEST_NUMBER ? `${text.slice(0, LONGEST_NUMBER)}…` : text}`
}
