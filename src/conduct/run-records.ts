// What a run has found so far, in memory for its documents and in the journal for whoever has to go on with it.
import type { LedgerEntry } from '../contracts/experiment/budget-summary.js'
import type { EvaluationRecord } from '../contracts/experiment/evaluation-record.js'
import type { LostInFlight } from '../contracts/experiment/execution-bundle.js'
import type { ExecutionRecord } from '../contracts/experiment/execution-record.js'
import type { ExperimentJournal } from '../store/experiment/journal.js'
import type { RunRequest } from './run-request.js'

/** The growing records of a run. */
export class RunRecords {
  readonly executions: ExecutionRecord[] = []
  readonly evaluations: EvaluationRecord[] = []
  readonly lost: LostInFlight[] = []
  readonly #journal: ExperimentJournal
  readonly #onRecord: RunRequest['onRecord']

  constructor(journal: ExperimentJournal, onRecord?: RunRequest['onRecord']) {
    this.#journal = journal
    this.#onRecord = onRecord
  }

  /** A call begins. */
  begin(attempt: LostInFlight, attemptNumber: number): void {
    this.#journal.append({ kind: 'attempt', ...attempt, attemptNumber })
  }

  /** A call was paid for. */
  pay(entry: LedgerEntry): void {
    this.#journal.append({ kind: 'ledger', entry })
  }

  /** A trial with everything that was read from it. */
  add(execution: ExecutionRecord, evaluations: readonly EvaluationRecord[]): void {
    this.#journal.append({ kind: 'trial', execution, evaluations: [...evaluations] })
    this.executions.push(execution)
    this.evaluations.push(...evaluations)
    this.#onRecord?.(execution, evaluations)
  }

  /** A call that a run before this one had under way when it was killed. */
  lose(lost: LostInFlight): void {
    this.#journal.append({ kind: 'lost', lost })
    this.lost.push(lost)
  }
}
