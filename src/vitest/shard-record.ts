// Sends with one of a run's test modules what a later `--merge-reports` needs to know about the run.
import type { TestSpecification } from 'vitest/node'
import type { ShardRecord } from '../contracts/shard-record.js'
import { sanitizeHeader } from '../contracts/text-hygiene.js'
import { chooseChecks } from './choose-checks.js'
import type { Host } from './host.js'
import type { RunSession } from './run-session.js'

/** True when the reports of this run may be merged with others. */
export function mayBeMerged({ vitest: { config } }: Host): boolean {
  const names = config.reporters.map((reporter) => (Array.isArray(reporter) ? reporter[0] : reporter))
  return !config.watch && (config.shard !== undefined || names.includes('blob'))
}

/** The record of a run. `specifications`: those of all shards. */
export function shardRecordOf(
  host: Host,
  session: RunSession,
  specifications: readonly TestSpecification[],
): ShardRecord {
  const { header, sealed, redact } = session.request
  const { files, selected, skipped } = chooseChecks(host, specifications)
  const wanted = new Set(selected)
  const run = {
    ...header,
    selected: [...sealed.checks.keys()].filter((id) => wanted.has(id)),
    skipped: [...skipped],
    load_errors: host.reportedFaultsOf(files),
  }
  return {
    schema_version: 1,
    run: sanitizeHeader(run, redact),
    definitions: [...sealed.checks].map(([id, { definitionSha256 }]) => ({ id, sha256: definitionSha256 })),
  }
}

declare module 'vitest' {
  interface TaskMeta {
    /** The run that the check files of a blob report are part of. */
    evalCheckRun?: ShardRecord
  }
}
