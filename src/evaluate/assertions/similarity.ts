// Assertions that compare an output with a reference text, by formulas of long standing.
import type { Assertion } from '../../contracts/experiment/assertion.js'
import { bleu } from './bleu.js'
import { isWithinDistance } from './edit-distance.js'
import { observed, type Reading } from './reading.js'
import { rougeRecall } from './rouge.js'

/** Assertions of this file. */
export type SimilarityAssertion = Extract<
  Assertion,
  { readonly type: 'rouge_n_min' | 'bleu_min' | 'levenshtein_max' }
>

const DEFAULT_THRESHOLD = 0.5

/** Recall and BLEU are from 0 to 1, distances in UTF-16 code units. */
export function readSimilarity(assertion: SimilarityAssertion, output: string): Reading {
  const { reference } = assertion
  switch (assertion.type) {
    case 'rouge_n_min':
      return observed(
        rougeRecall(output, reference, assertion.n ?? 1) >= (assertion.threshold ?? DEFAULT_THRESHOLD),
      )
    case 'bleu_min':
      return observed(bleu(output, reference) >= (assertion.threshold ?? DEFAULT_THRESHOLD))
    case 'levenshtein_max':
      return observed(isWithinDistance(output, reference, assertion.value))
  }
}
