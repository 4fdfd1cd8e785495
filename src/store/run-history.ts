// Reads the earlier runs that lie beside a run in its output folder.
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type PastRun, pastRunSchema } from '../contracts/past-run.js'
import { readFileStart } from './read-file-safely.js'
import { runFiles } from './run-documents.js'
import { RUN_ID_PATTERN } from './run-id.js'

/** How much is read. */
export interface HistoryLimits {
  /** Runs at most. */
  readonly runs: number
  /** Bytes of reports at most, over all runs. */
  readonly bytes: number
}

/**
 * The runs before the one in `runFolder`, oldest first; of these the newest when there are more than the limits allow.
 * None when the folder is not named for a run. Shards are left out, as are folders without a report of this version.
 */
export function readRunHistory(runFolder: string, limits: HistoryLimits): readonly PastRun[] {
  const own = basename(runFolder)
  if (!RUN_ID_PATTERN.test(own)) return []
  const earlier = listNames(dirname(runFolder)).filter((name) => RUN_ID_PATTERN.test(name) && name < own)
  const runs: PastRun[] = []
  let left = limits.bytes
  for (const name of earlier.sort().reverse()) {
    if (runs.length === limits.runs || left <= 0) break
    const start = readFileStart(join(dirname(runFolder), name, runFiles.report), left)
    if (start === null) continue
    left -= start.size
    const run = start.size > start.bytes.length ? null : readRun(start.bytes)
    if (run?.run_id === name && run.shard === undefined) runs.push(run)
  }
  return runs.reverse()
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

// What is no report of ours says nothing about the past; it is no reason to fail the run of today.
function readRun(bytes: Buffer): PastRun | null {
  try {
    return pastRunSchema.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
