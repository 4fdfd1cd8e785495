// Reads a stored run of an experiment, whole or killed. One bad line or document refuses all of it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { digestBytes, digestDocument } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { LedgerEntry } from '../../contracts/experiment/budget-summary.js'
import type { EvaluationRecord } from '../../contracts/experiment/evaluation-record.js'
import type { LostInFlight } from '../../contracts/experiment/execution-bundle.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'
import type { JournalEntry } from '../../contracts/experiment/journal-entry.js'
import { type RunManifest, runManifestSchema } from '../../contracts/experiment/run-manifest.js'
import { readProcessEntry } from '../../process/process-table.js'
import { readExperimentJournal } from './journal.js'
import { findRunFolder, JOURNAL_FILE } from './run-folder.js'

/** The first entry of a journal. */
export type RunHeader = Extract<JournalEntry, { readonly kind: 'run' }>

/** A trial as it was recorded. */
export interface StoredTrial {
  readonly execution: ExecutionRecord
  readonly evaluations: readonly EvaluationRecord[]
}

/** A stored run. */
export interface StoredRun {
  /** Absolute. */
  readonly path: string
  readonly header: RunHeader
  /** The plan as JSON: a record, no authority. */
  readonly plan: unknown
  /** By trial id. */
  readonly trials: ReadonlyMap<string, StoredTrial>
  /** Everything that was paid for, lost calls included, their cost unknown. */
  readonly ledger: readonly LedgerEntry[]
  readonly lost: readonly LostInFlight[]
  /** Null: the run was killed. */
  readonly manifest: RunManifest | null
}

/**
 * Reads a run by its id below `output`.
 * @throws {EvalChecksError} `STORED_RUN_MISSING`, `STORED_RUN_ACTIVE` while its process still runs, `STORED_RUN_INVALID`
 */
export function readStoredRun(output: string, runId: string): StoredRun {
  const found = /^[\w.-]+$/.test(runId) ? findRunFolder(output, runId) : null
  if (found === null)
    throw new EvalChecksError('STORED_RUN_MISSING', `there is no run ${runId} in ${output}`, {
      location: { file: output },
      expected: 'the id of a run, as it was printed when it began',
      fix: 'name another run, or the output folder in which it lies (--output-dir)',
    })
  const entries = readExperimentJournal(path.join(found.path, JOURNAL_FILE))
  const header = entries.find((entry) => entry.kind === 'run')
  if (!header) throw invalid(found.path, 'has a journal without a beginning')
  if (found.isPartial) refuseActive(header, found.path)
  const manifest = found.isPartial ? null : readManifest(found.path)
  return {
    path: found.path,
    header,
    plan: readDocument(found.path, 'run-plan.json'),
    manifest,
    ...gather(entries),
  }
}

function gather(entries: readonly JournalEntry[]): Pick<StoredRun, 'trials' | 'ledger' | 'lost'> {
  const trials = new Map<string, StoredTrial>()
  const ledger: LedgerEntry[] = []
  const lost: LostInFlight[] = []
  const open = new Map<string, LostInFlight>()
  const paid = new Set<string>()
  for (const entry of entries)
    if (entry.kind === 'attempt') {
      const { kind: _, attemptNumber: __, ...attempt } = entry
      open.set(attempt.trialId, attempt)
    } else if (entry.kind === 'ledger') {
      ledger.push(entry.entry)
      paid.add(entry.entry.attemptId)
    } else if (entry.kind === 'trial') {
      const { execution, evaluations } = entry
      trials.set(execution.trialId, { execution, evaluations })
      open.delete(execution.trialId)
    } else if (entry.kind === 'lost') lost.push(entry.lost)
  for (const attempt of open.values()) {
    lost.push(attempt)
    if (!paid.has(attempt.attemptId)) ledger.push(lostEntry(attempt, ledger.length + 1))
  }
  return { trials, ledger, lost }
}

function lostEntry({ trialId, attemptId }: LostInFlight, sequence: number): LedgerEntry {
  return {
    sequence,
    stage: 'execution',
    coordinateId: trialId,
    attemptId,
    invocationCount: 1,
    activeDurationMs: 0,
    providerCostStatus: 'unreported',
    admissionKind: 'first',
    outcomeKind: 'lost-in-flight',
  }
}

function readManifest(folder: string): RunManifest {
  const read = runManifestSchema.safeParse(readDocument(folder, 'manifest.json'))
  if (!read.success) throw invalid(folder, 'has a manifest of another version')
  const { manifestDigest, ...manifest } = read.data
  if (digestDocument(manifest) !== manifestDigest) throw invalid(folder, 'has a manifest that was changed')
  for (const { fileName, documentDigest } of manifest.documents)
    if (digestBytes(readBytes(folder, path.basename(fileName))) !== documentDigest)
      throw invalid(folder, `has a ${fileName} that was changed`)
  if (digestBytes(readBytes(folder, JOURNAL_FILE)) !== manifest.journalDigest)
    throw invalid(folder, 'has a journal that was changed')
  return read.data
}

function readDocument(folder: string, name: string): unknown {
  try {
    return JSON.parse(readBytes(folder, name).toString('utf8'))
  } catch (error) {
    if (error instanceof EvalChecksError) throw error
    throw invalid(folder, `has a ${name} that is no JSON`)
  }
}

function readBytes(folder: string, name: string): Buffer {
  try {
    return readFileSync(path.join(folder, name))
  } catch {
    throw invalid(folder, `lacks ${name}`)
  }
}

/** A process number is given away again: number and start together are one process for ever. */
function refuseActive({ process: { pid, startedAt }, runId }: RunHeader, folder: string): void {
  const entry = readProcessEntry(pid)
  if (entry === null || !entry.running || startedAt === null || entry.start !== startedAt) return
  throw new EvalChecksError('STORED_RUN_ACTIVE', `the run ${runId} is still going on (process ${pid})`, {
    location: { file: folder },
    fix: 'wait for its end, or end it first',
  })
}

function invalid(folder: string, what: string): EvalChecksError {
  return new EvalChecksError('STORED_RUN_INVALID', `the run in ${folder} ${what}`, {
    location: { file: folder },
    expected: 'a stored run as this release wrote it',
    fix: 'start a new run: a stored run is reused as a whole or not at all',
  })
}
