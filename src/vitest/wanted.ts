// Which checks the command line or the plugin's options want, beside what Vitest's own filters choose.
import path from 'node:path'
import { EvalChecksError } from '../contracts/errors.js'
import { rebuildRun } from '../store/rebuild-run.js'
import { readLatest } from '../store/run-folder.js'

/** What is wanted; a set that is absent restricts nothing. */
export interface Wanted {
  readonly ids?: ReadonlySet<string>
  /** With `ids`: real paths of files that are wanted whatever the id of their check is. */
  readonly files?: ReadonlySet<string>
  /** One of these tags is enough. */
  readonly tags?: ReadonlySet<string>
}

/** Where {@link readWanted} looks. */
export interface WantedRequest {
  readonly checkIds?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly failedOnly?: boolean | undefined
  /** Absolute. */
  readonly outputDir: string
}

/**
 * Reads what is wanted, for `failedOnly` from the latest run of the output folder.
 * @throws {EvalChecksError} `NO_EARLIER_RUN`, `NOTHING_FAILED`, and those of {@link rebuildRun}
 */
export async function readWanted({ checkIds, tags, failedOnly, outputDir }: WantedRequest): Promise<Wanted> {
  const failed = failedOnly === true ? await readFailed(outputDir) : null
  const ids =
    checkIds && failed ? checkIds.filter((id) => failed.ids.has(id)) : (checkIds ?? failed?.ids ?? null)
  return {
    ...(ids === null ? {} : { ids: new Set(ids) }),
    ...(failed && !checkIds ? { files: failed.files } : {}),
    ...(tags === undefined ? {} : { tags: new Set(tags) }),
  }
}

/** True when a check, or a broken file without id and tags, is wanted. */
export function isWanted(
  wanted: Wanted,
  check: { readonly id: string; readonly file: string; readonly tags: readonly string[] },
): boolean {
  const byName =
    wanted.ids === undefined || wanted.ids.has(check.id) || wanted.files?.has(check.file) === true
  return byName && (wanted.tags === undefined || check.tags.some((tag) => wanted.tags?.has(tag)))
}

/** Ids of checks that failed or errored, and files that could not be loaded, in the latest run. */
async function readFailed(
  outputDir: string,
): Promise<{ readonly ids: ReadonlySet<string>; readonly files: ReadonlySet<string> }> {
  const runId = readLatest(outputDir)
  if (runId === undefined) {
    throw new EvalChecksError('NO_EARLIER_RUN', `there is no earlier run in ${outputDir}`, {
      fix: 'run once without --failed',
    })
  }
  const { header, results } = await rebuildRun(path.join(outputDir, runId))
  // A check that ran again counts by its last result.
  const last = new Map(results.map(({ check_id, status }) => [check_id, status]))
  const ids = new Set([...last].filter(([, status]) => status !== 'passed').map(([id]) => id))
  const files = new Set(header.load_errors.map(({ file }) => file))
  if (ids.size + files.size > 0) return { ids, files }
  throw new EvalChecksError('NOTHING_FAILED', `nothing failed in the latest run, ${runId}`, {
    fix: 'run without --failed',
  })
}
