// Counts the rows that a step of the analysis reads, and names those that it leaves out.
import type { AnalysisCoverage, RowCounts } from '../../contracts/experiment/analysis-record.js'
import type { AbsentStatus } from './readings.js'

/** What a tally comes to. */
export interface Tallied {
  readonly coverage: AnalysisCoverage
  readonly exclusions: readonly { readonly rowId: string; readonly reasonCode: string }[]
  readonly notApplicableRows: readonly string[]
}

/** The rows of one step; each is counted once. */
export class RowTally {
  readonly #counts: { -readonly [Status in keyof RowCounts]: number } = {
    observed: 0,
    notApplicable: 0,
    missing: 0,
    invalid: 0,
    evaluationFailed: 0,
    sourceUnavailable: 0,
    notStarted: 0,
    censored: 0,
  }
  readonly #exclusions: { readonly rowId: string; readonly reasonCode: string }[] = []
  readonly #notApplicableRows: string[] = []

  /** A row that enters the result. */
  include(): void {
    this.#counts.observed++
  }

  /** A row that was observed and does not enter the result. */
  exclude(rowId: string, reasonCode: string): void {
    this.#counts.observed++
    this.#exclusions.push({ reasonCode, rowId })
  }

  /** A row that was planned and is not there. */
  miss(rowId: string, status: AbsentStatus, reasonCode: string): void {
    this.#counts[status]++
    this.#exclusions.push({ reasonCode, rowId })
  }

  /** A row that was never planned. */
  skip(rowId: string): void {
    this.#counts.notApplicable++
    this.#notApplicableRows.push(rowId)
  }

  /** `comparable`: included rows with a counterpart; all of them unless it is given. */
  finish(comparable?: number): Tallied {
    const counts = { ...this.#counts }
    const planned = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const excluded = this.#exclusions.length
    const included = planned - counts.notApplicable - excluded
    return {
      coverage: {
        censored: counts.censored,
        comparable: comparable ?? included,
        evaluationFailed: counts.evaluationFailed,
        excluded,
        included,
        invalid: counts.invalid,
        missing: counts.missing,
        notApplicable: counts.notApplicable,
        notStarted: counts.notStarted,
        observed: counts.observed,
        planned,
        sourceUnavailable: counts.sourceUnavailable,
      },
      exclusions: this.#exclusions,
      notApplicableRows: this.#notApplicableRows,
    }
  }
}
