// Whether journal and bundles tell of the same trials and the same calls.
import { type Digest, digestDocument } from '../../contracts/digest.js'
import type { JournalEntry } from '../../contracts/experiment/journal-entry.js'
import type { StoredRunFault } from '../../contracts/experiment/stored-run-fault.js'
import { JOURNAL_FILE } from '../../store/experiment/run-folder.js'
import type { StoredDocuments } from '../../store/experiment/stored-documents.js'

/** Compares records, paid calls and lost calls, whatever their order. */
export function* checkJournal({
  journal,
  execution,
  evaluation,
}: StoredDocuments): Generator<StoredRunFault> {
  if (!journal || !execution || !evaluation) return
  const trials = journal.flatMap((entry) => (entry.kind === 'trial' ? entry : []))
  const pairs: readonly (readonly [what: string, written: readonly object[], bundled: readonly object[]])[] =
    [
      ['executions', trials.map((trial) => trial.execution), execution.records],
      ['evaluations', trials.flatMap(({ evaluations }) => evaluations), evaluation.records],
      ['calls', journal.flatMap(paidCall), execution.budgetSummary.entries.map(withoutPlace)],
      [
        'lost calls',
        journal.flatMap((entry) => (entry.kind === 'lost' ? entry.lost : [])),
        execution.lostInFlight,
      ],
    ]
  for (const [what, written, bundled] of pairs)
    if (fingerprint(written) !== fingerprint(bundled))
      yield {
        code: 'STORED_JOURNAL_DIFFERENT',
        file: JOURNAL_FILE,
        path: '',
        message: `tells of other ${what} than the bundles`,
      }
}

function paidCall(entry: JournalEntry): readonly object[] {
  return entry.kind === 'ledger' ? [withoutPlace(entry.entry)] : []
}

/** A call that a run carries over gets a new place in its account. */
function withoutPlace<T extends { readonly sequence: number }>({ sequence: _, ...entry }: T): object {
  return entry
}

function fingerprint(documents: readonly object[]): Digest {
  return digestDocument({ digests: documents.map((each) => digestDocument(each)).sort() })
}
