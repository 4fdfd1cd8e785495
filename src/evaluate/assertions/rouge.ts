// ROUGE-N recall: how much of a reference is found in a text.
import { countOverlap, countSequences, tokenize } from './tokens.js'

/**
 * The share of the reference's sequences of `n` tokens that the text has too, from 0 to 1; 0 for a reference without any.
 * Lin, "ROUGE: a package for automatic evaluation of summaries", 2004, section 2.
 */
export function rougeRecall(text: string, reference: string, n: number): number {
  const wanted = countSequences(tokenize(reference), n)
  let all = 0
  for (const count of wanted.values()) all += count
  return all === 0 ? 0 : countOverlap(wanted, countSequences(tokenize(text), n)) / all
}
