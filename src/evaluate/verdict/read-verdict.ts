// Reads the verdict in the final text of a judge.
import {
  describeToken,
  refuseBroken,
  refuseConflict,
  refuseNothing,
  refuseReason,
  refuseRepeatedScore,
  refuseScore,
} from './faults.js'
import { type Candidate, findCandidates } from './find-candidates.js'
import type { VerdictReading } from './reading.js'

const MINUS = 45
const ZERO = 48

/** What to do when valid verdicts disagree: `refuse` for one message of an agent, `last` for the output of a plain command. */
export interface VerdictOptions {
  readonly conflict: 'refuse' | 'last'
}

/**
 * Reads the final text of a judge. The last JSON object at the top level that has a key `score` of its own decides;
 * nothing is converted and nothing is guessed. Never throws; linear in the text.
 */
export function readVerdict(text: string, options: VerdictOptions): VerdictReading {
  const seen = { 0: false, 1: false }
  const { last, brokenAt } = findCandidates(text, (candidate) => {
    const score = readScore(text, candidate)
    if (score !== null && hasValidReason(text, candidate)) seen[score] = true
  })
  if (brokenAt !== null) return refuseBroken(lineOf(text, brokenAt))
  if (last === null) return refuseNothing(text)
  const reading = readCandidate(text, last)
  if (reading.kind === 'verdict' && options.conflict === 'refuse' && seen[0] && seen[1])
    return refuseConflict()
  return reading
}

function readCandidate(text: string, candidate: Candidate): VerdictReading {
  const { scores, scoreStart, scoreEnd, reasonStart, reasonEnd } = candidate
  if (scores > 1) return refuseRepeatedScore()
  const score = readScore(text, candidate)
  if (score === null)
    return refuseScore(describeToken(text.charAt(scoreStart), text.slice(scoreStart, scoreEnd)))
  if (!hasValidReason(text, candidate)) {
    return refuseReason(describeToken(text.charAt(reasonStart), text.slice(reasonStart, reasonEnd)))
  }
  const reason: unknown = reasonStart < 0 ? null : JSON.parse(text.slice(reasonStart, reasonEnd))
  return { kind: 'verdict', score, reason: typeof reason === 'string' ? reason : null }
}

/** The number 0 or 1 in any of JSON's spellings, otherwise null. */
function readScore(text: string, { scores, scoreStart, scoreEnd }: Candidate): 0 | 1 | null {
  if (scores > 1 || scoreEnd < 0) return null
  const first = text.charCodeAt(scoreStart)
  if (scoreEnd - scoreStart === 1) return first === ZERO ? 0 : first === ZERO + 1 ? 1 : null
  if (first !== MINUS && !(first >= ZERO && first <= ZERO + 9)) return null
  const score = Number(text.slice(scoreStart, scoreEnd))
  return score === 0 ? 0 : score === 1 ? 1 : null
}

function hasValidReason(text: string, { reasonStart }: Candidate): boolean {
  if (reasonStart < 0) return true
  const first = text.charAt(reasonStart)
  return first === '"' || first === 'n'
}

function lineOf(text: string, place: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < place; at = text.indexOf('\n', at + 1)) line++
  return line
}
