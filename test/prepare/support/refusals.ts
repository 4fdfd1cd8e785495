// Catches what prepare refuses, as code and sentence.
import { EvalChecksErrors } from '../../../src/contracts/errors.js'
import { preparePlan } from '../../../src/prepare/prepare-plan.js'
import type { PreparationInput } from '../../../src/prepare/read-documents.js'

/** `code message` of every error that preparing `input` throws; empty when it is sealed. */
export function refusals(input: PreparationInput): string[] {
  try {
    preparePlan(input)
    return []
  } catch (error) {
    if (!(error instanceof EvalChecksErrors)) throw error
    return error.errors.map(({ code, message }) => `${code} ${message}`)
  }
}
