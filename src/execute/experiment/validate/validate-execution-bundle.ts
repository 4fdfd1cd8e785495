// Whether an execution bundle is what its plan and its own records come to. Everything that can be computed again is.
import { digestDocument } from '../../../contracts/digest.js'
import type {
  BundleFault,
  ExecutionFaultKind,
  FoundFault,
} from '../../../contracts/experiment/bundle-fault.js'
import type { ExecutionBundle } from '../../../contracts/experiment/execution-bundle.js'
import type { ExecutionRecord } from '../../../contracts/experiment/execution-record.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { isReplayed } from '../cache-key.js'
import { type PlannedTrial, planTrials, type TrialBlock } from '../trials.js'
import { checkEntries, checkSummary, type PaidAttempt } from './account.js'
import { checkRecord } from './records.js'
import { checkBlocks, checkOrder, checkWhole, placeKey } from './whole.js'

type Fault = FoundFault<ExecutionFaultKind>

/**
 * All faults of a bundle; none means that it is good. `generation` is how many runs were resumed to come to this one, as
 * its manifest says.
 */
export function validateExecutionBundle(
  bundle: ExecutionBundle,
  plan: RunPlan,
  { generation = 0 }: { readonly generation?: number } = {},
): readonly BundleFault[] {
  return name(findFaults(bundle, plan, generation))
}

/** Faults of single records, as of a run that was killed before it had a bundle. */
export function validateExecutionRecords(
  records: readonly ExecutionRecord[],
  plan: RunPlan,
  generation: number,
): readonly BundleFault[] {
  return name(checkRecords(records, indexTrials(planTrials(plan.execution)), plan, generation))
}

function name(faults: Iterable<Fault>): readonly BundleFault[] {
  return [...faults].map(({ kind, path, message }) => ({ code: `EXECUTION_BUNDLE_${kind}`, path, message }))
}

type Trials = ReadonlyMap<string, PlannedTrial>

function indexTrials(blocks: readonly TrialBlock[]): Trials {
  return new Map(
    blocks.flatMap((block) =>
      block.trials.map((trial) => {
        const { targetId } = trial.target
        return [placeKey({ ...trial, targetId, sampleId: trial.sample.sampleId }), trial] as const
      }),
    ),
  )
}

function* checkRecords(
  records: readonly ExecutionRecord[],
  trials: Trials,
  plan: RunPlan,
  generation: number,
): Generator<Fault> {
  for (const [at, record] of records.entries()) {
    const trial = trials.get(placeKey(record))
    if (trial) yield* checkRecord(record, trial, { plan, generation }, `/records/${at}`)
    else yield unplanned(`/records/${at}`)
  }
}

function* findFaults(bundle: ExecutionBundle, plan: RunPlan, generation: number): Generator<Fault> {
  const { records, budgetSummary, lostInFlight } = bundle
  const blocks = planTrials(plan.execution)
  const trials = indexTrials(blocks)
  yield* checkPlan(bundle, plan)
  yield* checkOrder(records)
  yield* checkRecords(records, trials, plan, generation)
  for (const [at, lost] of lostInFlight.entries()) {
    const path = `/lostInFlight/${at}`
    if (trials.get(placeKey(lost))?.trialId !== lost.trialId) yield unplanned(path)
    if (!budgetSummary.entries.some(({ attemptId }) => attemptId === lost.attemptId))
      yield { kind: 'BUDGET_SUMMARY_INVALID', path, message: 'a lost call is in no entry of the account' }
  }
  yield* checkBlocks(bundle, blocks)
  yield* checkWhole(bundle, plan, blocks)
  yield* checkSummary(budgetSummary, plan.measurementPolicy.budget, plan.digests.runContract)
  yield* checkEntries(budgetSummary, {
    stage: 'execution',
    attempts: paidAttempts(bundle),
    areAllPaid: true,
    brokeOff: bundle.terminationError !== undefined,
  })
  const { bundleDigest, ...rest } = bundle
  if (digestDocument(rest) !== bundleDigest)
    yield { kind: 'DIGEST_MISMATCH', path: '/bundleDigest', message: 'is not the digest of the bundle' }
}

function unplanned(path: string): Fault {
  return { kind: 'IDENTITY_MISMATCH', path, message: 'is no trial of the plan' }
}

function* checkPlan(bundle: ExecutionBundle, { digests }: RunPlan): Generator<Fault> {
  const expected = {
    runContractDigest: digests.runContract,
    executionPlanDigest: digests.executionPlan,
    datasetRevisionDigest: digests.datasetRevision,
    executionInputDigest: digests.executionInput,
  }
  for (const [name, digest] of Object.entries(expected))
    if (Reflect.get(bundle, name) !== digest)
      yield { kind: 'PLAN_MISMATCH', path: `/${name}`, message: 'is that of another plan' }
  if (bundle.bundleId !== `${bundle.budgetSummary.runId}-execution`)
    yield { kind: 'IDENTITY_MISMATCH', path: '/bundleId', message: 'is not that of the run' }
}

/** What somebody was invoked for. Replayed records were paid for in another run. */
function paidAttempts({ records }: ExecutionBundle): ReadonlyMap<string, PaidAttempt> {
  return new Map(
    records.flatMap((record, at) =>
      record.executionStatus === 'budget-censored' || isReplayed(record)
        ? []
        : record.attempts.map(
            (attempt, number) =>
              [
                attempt.attemptId,
                { attempt, trialId: record.trialId, path: `/records/${at}/attempts/${number}` },
              ] as const,
          ),
    ),
  )
}
