// Reads the records of a run back from its folder, also when the run was killed.
import { join } from 'node:path'
import { z } from 'zod'
import type { CheckResult } from '../contracts/check-result.js'
import { type RunHeader, type RunStatus, runStatusSchema } from '../contracts/eval-report.js'
import { readJournal } from './journal.js'
import { readDocument, readSelection, runFiles } from './run-documents.js'

/** The records of a run, and how it ended as far as they tell. */
export interface RebuiltRun {
  readonly header: RunHeader
  readonly results: readonly CheckResult[]
  /** Some selected check has no result, and no report says that the run stopped early by itself. */
  readonly interrupted: boolean
  /** From the run's own report if there is one, otherwise from what is missing. */
  readonly runStatus: RunStatus
  /** From the run's own report if there is one, otherwise the end of the last check. ISO 8601 in UTC. */
  readonly completedAt: string
  /** Lines of the journal that hold no valid result. */
  readonly unreadableLines: number
}

const endingSchema = z.object({ run_id: z.string(), completed_at: z.string(), run_status: runStatusSchema })

/**
 * Reads `selection.json` and `results.jsonl`, and from `report.json`, when it is there, only how and when the run ended.
 * @throws {EvalChecksError} `RUN_FILE_UNREADABLE`, `RUN_FILE_INVALID`, `JOURNAL_FAILED`
 */
export async function rebuildRun(folder: string): Promise<RebuiltRun> {
  const header = readSelection(folder)
  const { results, unreadableLines } = await readJournal(join(folder, runFiles.journal))
  const finished = new Set(results.map(({ check_id }) => check_id))
  const missing = header.selected.some((id) => !finished.has(id))
  const ending = readEnding(folder, header.run_id)
  const runStatus = settle(ending?.run_status, missing)
  const ends = results.map(({ completed_at }) => completed_at)
  const completedAt = ending?.completed_at ?? ends.toSorted().at(-1) ?? header.started_at
  return {
    header,
    results,
    interrupted: runStatus === 'interrupted',
    runStatus,
    completedAt,
    unreadableLines,
  }
}

function settle(recorded: RunStatus | undefined, missing: boolean): RunStatus {
  if (recorded === undefined || recorded === 'complete') return missing ? 'interrupted' : 'complete'
  return recorded
}

// A report that cannot be read is what is being rebuilt: it is no error.
function readEnding(folder: string, runId: string): z.infer<typeof endingSchema> | undefined {
  try {
    const ending = readDocument(join(folder, runFiles.report), endingSchema)
    return ending.run_id === runId ? ending : undefined
  } catch {
    return undefined
  }
}
