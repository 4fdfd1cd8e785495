// Finds the name that a user probably meant.
import { distance } from 'fastest-levenshtein'

/**
 * The candidate with the smallest edit distance to `name`, letter case not counting; undefined when more than
 * two letters in five would have to change.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  let best: { readonly candidate: string; readonly distance: number } | undefined
  for (const candidate of candidates) {
    const known = candidate.toLowerCase()
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, known.length) * 0.4))
    if (Math.abs(wanted.length - known.length) > allowed) continue
    const needed = distance(wanted, known)
    if (needed <= allowed && needed < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { candidate, distance: needed }
    }
  }
  return best?.candidate
}
