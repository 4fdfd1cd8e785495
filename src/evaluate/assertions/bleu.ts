// BLEU: how much of a text is found in a reference.
import { countOverlap, countSequences, tokenize } from './tokens.js'

const LONGEST = 4

/**
 * The geometric mean of the precisions of 1 to 4 tokens with the brevity penalty, from 0 to 1, not smoothed: 0 as soon as one
 * of them is. Papineni et al., "BLEU: a method for automatic evaluation of machine translation", 2002, section 2.3.
 */
export function bleu(text: string, reference: string): number {
  const tokens = tokenize(text)
  const wanted = tokenize(reference)
  let logs = 0
  for (let n = 1; n <= LONGEST; n++) {
    const overlap = countOverlap(countSequences(tokens, n), countSequences(wanted, n))
    if (overlap === 0) return 0
    logs += Math.log(overlap / (tokens.length - n + 1)) / LONGEST
  }
  const penalty = tokens.length >= wanted.length ? 1 : Math.exp(1 - wanted.length / tokens.length)
  return penalty * Math.exp(logs)
}
