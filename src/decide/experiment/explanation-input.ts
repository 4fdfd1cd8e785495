// What an explanation of a decision may draw on.
import type { Evidence } from '../../contracts/experiment/analysis-bundle.js'
import type { DecisionRecord } from '../../contracts/experiment/decision-record.js'
import type { Language } from './messages/write-message.js'

/** See the file's head. */
export interface ExplanationInput {
  readonly language: Language
  /** Null: the plan holds no decision. */
  readonly decision: DecisionRecord | null
  /** Of the run; null of a series. */
  readonly evidence: Evidence | null
}
