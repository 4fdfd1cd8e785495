// Decides whether a run of checks is passed. Fails closed: everything that was not judged counts against the run.
import type { Tally } from '../../analyze/checks/tally.js'
import type { Decision, DecisionReason } from '../../contracts/decision.js'
import type { RunHeader, RunStatus } from '../../contracts/eval-report.js'
import { writeSentence } from './sentence.js'

/**
 * Passed if and only if the threshold is met, no check errored, no selected file has a load error, the run is complete
 * and at least one check was selected. A shard is `undecided`; its reasons beside `shard` are those that no other shard
 * can mend, so a shard with any of them makes the merge fail.
 */
export function decideRun(tally: Tally, header: RunHeader, runStatus: RunStatus): Decision {
  const reasons = findReasons(tally, header, settleStatus(tally, runStatus))
  const sharded = header.shard !== undefined
  const status = sharded ? 'undecided' : reasons.length === 0 ? 'passed' : 'not-passed'
  const decided = { status, reasons: sharded ? (['shard', ...reasons] as const) : reasons } as const
  return { ...decided, sentence: writeSentence(tally, header, decided) }
}

/**
 * Whether `points / total >= threshold`, compared as doubles and without a tolerance. Division rounds a ratio to the
 * double nearest to it, which is also what a threshold written in decimals is read as: 7 of 10 meets 0.7 exactly, and
 * 2 of 3 does not meet 0.6667. (`points >= threshold * total` would round twice.) Nothing selected meets no threshold.
 */
export function meetsThreshold({ points, total }: Tally, threshold: number): boolean {
  return total > 0 && points / total >= threshold
}

/** A run in which selected checks have no result was not complete, whatever it was called. */
export function settleStatus(tally: Tally, runStatus: RunStatus): RunStatus {
  return runStatus === 'complete' && tally.notRun.length > 0 ? 'interrupted' : runStatus
}

function findReasons(tally: Tally, header: RunHeader, status: RunStatus): DecisionReason[] {
  const sharded = header.shard !== undefined
  // What a shard lacks, another may have; only a threshold of 1 is out of reach once a single check has failed.
  const below = sharded
    ? header.pass_threshold === 1 && tally.failed > 0
    : tally.total > 0 && !meetsThreshold(tally, header.pass_threshold)
  return [
    ...(tally.total === 0 && !sharded ? (['nothing-run'] as const) : []),
    ...(tally.errored > 0 ? (['errored-checks'] as const) : []),
    ...(header.load_errors.length > 0 ? (['load-errors'] as const) : []),
    ...(status === 'complete' ? [] : [status]),
    ...(below ? (['below-threshold'] as const) : []),
  ]
}
