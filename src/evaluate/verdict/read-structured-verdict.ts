// Reads the verdict in an agent's structured answer.
import { describeValue, refuseReason, refuseScore, refuseStructured } from './faults.js'
import type { VerdictReading } from './reading.js'

/** Reads a structured field, which is then the only candidate. `value` is parsed JSON; whatever it is, nothing is thrown. */
export function readStructuredVerdict(value: unknown): VerdictReading {
  if (value === undefined) return refuseStructured('missing')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuseStructured(describeValue(value))
  const score = ownValue(value, 'score')
  if (score === undefined) return refuseStructured('an object without "score"')
  if (score !== 0 && score !== 1) return refuseScore(describeValue(score))
  const reason = ownValue(value, 'reason') ?? null
  if (reason !== null && typeof reason !== 'string') return refuseReason(describeValue(reason))
  return { kind: 'verdict', score: score === 0 ? 0 : 1, reason }
}

function ownValue(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value
}
