// Sets the results of a run beside those of earlier runs: what is newly failing, newly passing, or not to be relied on. Pure.
import type { CheckResult, CheckStatus } from '../../contracts/check-result.js'
import type { PastResult, PastRun } from '../../contracts/past-run.js'

/** What the past says about one check of today. */
export interface PastOfCheck {
  /** How it ended in each earlier run, oldest first; null where it has no result. */
  readonly statuses: readonly (CheckStatus | null)[]
  /**
   * Its verdict differs from that of the last earlier run that came to one; null also when either is missing. An error is
   * no verdict.
   */
  readonly change: 'newly-failing' | 'newly-passing' | null
  /** The verdict changed although nothing, or although the check itself, was changed; null without a change. */
  readonly definitionChanged: boolean | null
  /** With the definition of today it changed its verdict at least twice. */
  readonly flaky: boolean
}

/** The past of every result, by check id; `past` is ordered from the oldest. */
export function compareWithPast(
  results: readonly CheckResult[],
  past: readonly PastRun[],
): ReadonlyMap<string, PastOfCheck> {
  const runs = past.map(({ checks }) => new Map(checks.map((result) => [result.check_id, result])))
  return new Map(
    results.map((result) => [
      result.check_id,
      describePast(
        result,
        runs.map((run) => run.get(result.check_id) ?? null),
      ),
    ]),
  )
}

function describePast(now: CheckResult, past: readonly (PastResult | null)[]): PastOfCheck {
  const before = past.findLast((result) => result !== null && result.status !== 'error') ?? null
  const changed = before !== null && now.status !== 'error' && before.status !== now.status
  return {
    statuses: past.map((result) => result?.status ?? null),
    change: changed ? (now.status === 'failed' ? 'newly-failing' : 'newly-passing') : null,
    definitionChanged: changed ? before.check_definition_sha256 !== now.check_definition_sha256 : null,
    flaky: countChanges(now, past) >= 2,
  }
}

function countChanges(now: CheckResult, past: readonly (PastResult | null)[]): number {
  const verdicts = [...past, now].flatMap((result) =>
    result !== null &&
    result.status !== 'error' &&
    result.check_definition_sha256 === now.check_definition_sha256
      ? [result.status]
      : [],
  )
  return verdicts.filter((verdict, index) => index > 0 && verdict !== verdicts[index - 1]).length
}
