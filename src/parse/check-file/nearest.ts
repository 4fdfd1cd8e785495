// Finds the known word that a mistyped one was meant to be.
import { distance } from 'fastest-levenshtein'

const LONGEST_WORD = 64

/** The nearest of `known`: equal but for case, dashes and outer spaces, or a few letters away. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > LONGEST_WORD) return undefined
  const plain = normalize(word)
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const away = distance(plain, normalize(candidate))
    if (away < bestDistance && away <= Math.min(3, Math.floor(candidate.length / 3))) {
      best = candidate
      bestDistance = away
    }
  }
  return best
}

function normalize(word: string): string {
  return word.trim().toLowerCase().replaceAll(/[-\s]/g, '_')
}
