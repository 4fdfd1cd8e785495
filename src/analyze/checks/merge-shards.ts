// Puts the records of shards together into the records of one run, or says why they are not parts of one run.
import type { CheckResult } from '../../contracts/check-result.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { ReportedFault, RunHeader, SkippedCheck } from '../../contracts/eval-report.js'
import type { ShardRecord, ShardResult } from '../../contracts/shard-record.js'

/** What {@link mergeShards} puts together. */
export interface ShardsToMerge {
  readonly shards: readonly ShardRecord[]
  readonly results: readonly (ShardResult & Partial<Pick<CheckResult, 'stdout' | 'stderr'>>)[]
  /** Root of the project where the merge happens: paths of shards are rewritten to start here. */
  readonly projectRoot: string
}

/** The records of the whole run. */
export interface MergedShards {
  /** The header but for the identity of the merged run. */
  readonly header: Omit<RunHeader, 'run_id' | 'project_root' | 'output_dir'>
  /** One per check, in plan order. */
  readonly results: readonly CheckResult[]
  /** Selected checks that no shard has a result of. */
  readonly missing: readonly string[]
  /** End of the last check; ISO 8601 in UTC. */
  readonly completedAt: string
  /** What is odd and decides nothing, one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Merges shards. A check that several of them ran counts by its worst result.
 * @throws {EvalChecksError} `SHARD_RECORD_MISSING`, `SHARDS_DIFFER`
 */
export function mergeShards({ shards, results, projectRoot }: ShardsToMerge): MergedShards {
  const [first] = shards
  if (!first) throw missingRecord(results[0]?.check_id ?? 'a check')
  for (const other of shards.slice(1)) requireSamePlan(first, other)
  const order = first.definitions.map(({ id }) => id)
  const roots = [...new Set(shards.map(({ run }) => run.project_root))].sort((a, b) => b.length - a.length)
  const rebase = (file: string) => rebasePath(file, roots, projectRoot)
  const byCheck = groupResults(first, results)
  const kept = order.flatMap((id) => {
    const worst = worstOf(byCheck.get(id) ?? [])
    return worst === undefined ? [] : [{ ...worst, source_path: rebase(worst.source_path) }]
  })
  const chosen = new Set(shards.flatMap(({ run }) => run.selected))
  const selected = order.filter((id) => chosen.has(id))
  const missing = selected.filter((id) => !byCheck.has(id))
  const ends = kept.map(({ completed_at }) => completed_at).sort()
  const started = shards.map(({ run }) => run.started_at).sort()[0] ?? first.run.started_at
  return {
    header: {
      schema_version: 1,
      started_at: started,
      pass_threshold: first.run.pass_threshold,
      plan_sha256: first.run.plan_sha256,
      selected,
      skipped: mergeSkipped(shards, chosen),
      load_errors: mergeFaults(shards, rebase),
    },
    results: kept,
    missing,
    completedAt: ends.at(-1) ?? started,
    warnings: [...describeRepeated(byCheck), ...(missing.length > 0 ? describeAbsent(shards) : [])],
  }
}

type Result = ShardsToMerge['results'][number]

function missingRecord(checkId: string): EvalChecksError {
  return new EvalChecksError(
    'SHARD_RECORD_MISSING',
    `nothing says which run the result of ${checkId} is part of`,
    {
      fix: 'write the reports of all shards with --reporter=blob, this plugin and one version of it',
    },
  )
}

function requireSamePlan(one: ShardRecord, other: ShardRecord): void {
  if (one.run.plan_sha256 === other.run.plan_sha256) return
  throw differ(`${nameOf(other)} ran another plan than ${nameOf(one)}: ${firstDifference(one, other)}`)
}

function differ(message: string): EvalChecksError {
  return new EvalChecksError('SHARDS_DIFFER', message, {
    expected: 'shards of one run: the same checks and the same configuration',
    fix: 'run all shards from the same commit, with the same options and environment, and merge only their reports',
  })
}

function nameOf({ run }: ShardRecord): string {
  return run.shard === undefined ? `run ${run.run_id}` : `shard ${run.shard}`
}

function firstDifference(one: ShardRecord, other: ShardRecord): string {
  const others = new Map(other.definitions.map(({ id, sha256 }) => [id, sha256]))
  for (const { id, sha256 } of one.definitions) {
    const theirs = others.get(id)
    if (theirs === undefined) return `it has no check ${id}`
    if (theirs !== sha256) return `the check ${id} differs`
  }
  const known = new Set(one.definitions.map(({ id }) => id))
  const added = other.definitions.find(({ id }) => !known.has(id))
  return added
    ? `only it has the check ${added.id}`
    : 'all checks are the same, the configuration differs, such as the threshold, the judges or the interpreter'
}

/** Results by check id; each must belong to the plan. */
function groupResults(plan: ShardRecord, results: readonly Result[]): ReadonlyMap<string, readonly Result[]> {
  const definitions = new Map(plan.definitions.map(({ id, sha256 }) => [id, sha256]))
  const groups = new Map<string, Result[]>()
  for (const result of results) {
    const { check_id: id, check_definition_sha256: sha256, plan_sha256 } = result
    if (definitions.get(id) !== sha256) throw differ(`a result of the check ${id} is of another definition`)
    if (plan_sha256 !== plan.run.plan_sha256) throw differ(`a result of the check ${id} is of another plan`)
    const group = groups.get(id)
    if (group) group.push(result)
    else groups.set(id, [result])
  }
  return groups
}

const BADNESS = { passed: 0, failed: 1, error: 2 } as const

function worstOf(results: readonly Result[]): CheckResult | undefined {
  const [first, ...others] = results
  if (!first) return undefined
  const worst = others.reduce((bad, next) => (BADNESS[next.status] > BADNESS[bad.status] ? next : bad), first)
  const { plan_sha256: _plan, stdout = '', stderr = '', ...result } = worst
  return { ...result, stdout, stderr }
}

/** A path of a shard's project as a path of this one; others stay as they are. */
function rebasePath(file: string, roots: readonly string[], projectRoot: string): string {
  const root = roots.find(
    (candidate) => file.startsWith(candidate) && /^[\\/]/.test(file.slice(candidate.length)),
  )
  return root === undefined ? file : projectRoot + file.slice(root.length).replaceAll('\\', '/')
}

function mergeSkipped(shards: readonly ShardRecord[], chosen: ReadonlySet<string>): SkippedCheck[] {
  const skipped = new Map(shards.flatMap(({ run }) => run.skipped.map((check) => [check.id, check] as const)))
  return [...skipped.values()].filter(({ id }) => !chosen.has(id))
}

function mergeFaults(shards: readonly ShardRecord[], rebase: (file: string) => string): ReportedFault[] {
  const faults = shards.flatMap(({ run }) =>
    run.load_errors.map((fault) => ({ ...fault, file: rebase(fault.file) })),
  )
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()]
}

function describeRepeated(byCheck: ReadonlyMap<string, readonly Result[]>): string[] {
  return [...byCheck]
    .filter(([, results]) => results.length > 1)
    .map(([id, { length }]) => `the check ${id} has ${length} results: the worst one counts`)
}

function describeAbsent(shards: readonly ShardRecord[]): string[] {
  const known = new Set(shards.map(({ run }) => run.shard))
  const count = Number(shards[0]?.run.shard?.split('/')[1] ?? 0)
  const absent = Array.from({ length: count }, (_, index) => `${index + 1}/${count}`).filter(
    (shard) => !known.has(shard),
  )
  return absent.length === 0
    ? []
    : [`checks were not run, and no result came from shard ${absent.join(', ')}`]
}
