// Assertions on the text of an output. Case does not count where texts are searched, and does where they are compared.
import type { Assertion } from '../../contracts/experiment/assertion.js'
import type { InTime } from './in-time.js'
import { invalid, observed, type Reading } from './reading.js'

/** Assertions of this file. */
export type TextAssertion = Extract<
  Assertion,
  {
    readonly type:
      | 'contains'
      | 'not_contains'
      | 'contains_all'
      | 'contains_any'
      | 'equals'
      | 'not_equals'
      | 'starts_with'
      | 'ends_with'
      | 'regex'
      | 'min_length'
      | 'max_length'
      | 'word_count_min'
      | 'word_count_max'
  }
>

/** Lengths are in UTF-16 code units, words are what blanks separate. */
export function readTextAssertion(assertion: TextAssertion, output: string, inTime: InTime): Reading {
  const holds = (text: string) => output.toLowerCase().includes(text.toLowerCase())
  switch (assertion.type) {
    case 'contains':
      return observed(holds(assertion.value))
    case 'not_contains':
      return observed(!holds(assertion.value))
    case 'contains_all':
      return observed(assertion.values.every(holds))
    case 'contains_any':
      return observed(assertion.values.some(holds))
    case 'equals':
      return observed(output.trim() === assertion.value.trim())
    case 'not_equals':
      return observed(output.trim() !== assertion.value.trim())
    case 'starts_with':
      return observed(output.toLowerCase().startsWith(assertion.value.toLowerCase()))
    case 'ends_with':
      return observed(output.toLowerCase().endsWith(assertion.value.toLowerCase()))
    case 'regex':
      return readPattern(assertion, output, inTime)
    case 'min_length':
      return observed(output.length >= assertion.value)
    case 'max_length':
      return observed(output.length <= assertion.value)
    case 'word_count_min':
      return observed(countWords(output) >= assertion.value)
    case 'word_count_max':
      return observed(countWords(output) <= assertion.value)
  }
}

function readPattern(
  { pattern, flags = 'i' }: Extract<TextAssertion, { readonly type: 'regex' }>,
  output: string,
  inTime: InTime,
): Reading {
  let compiled: RegExp
  try {
    compiled = new RegExp(pattern, flags)
  } catch {
    return invalid('pattern-invalid')
  }
  const found = inTime(() => compiled.test(output))
  return found === null ? invalid('time-limit') : observed(found)
}

function countWords(text: string): number {
  let words = 0
  for (const _ of text.matchAll(/\S+/g)) words++
  return words
}
