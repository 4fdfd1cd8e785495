// All records of an execution together: each planned coordinate once at most, blocks undivided, an end that fits.
import type { ExecutionFaultKind, FoundFault } from '../../../contracts/experiment/bundle-fault.js'
import type { ExecutionBundle } from '../../../contracts/experiment/execution-bundle.js'
import type { ExecutionRecord } from '../../../contracts/experiment/execution-record.js'
import { firstDifference } from '../../../contracts/first-difference.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { contentsOf, coverExecution, replayabilityOf, weakestTrust } from '../execution-bundle.js'
import { compareTrials, type TrialBlock, type TrialPlace } from '../trials.js'

type Fault = FoundFault<ExecutionFaultKind>

/** A coordinate as the key of a map. */
export function placeKey({ targetId, sampleId, trialIndex }: TrialPlace): string {
  return [targetId, sampleId, trialIndex].join('\n')
}

/** Duplicates and order. */
export function* checkOrder(records: readonly ExecutionRecord[]): Generator<Fault> {
  const places = new Set<string>()
  for (const [at, record] of records.entries()) {
    const key = placeKey(record)
    if (places.has(key))
      yield { kind: 'DUPLICATE_COORDINATE', path: `/records/${at}`, message: 'the coordinate stands twice' }
    places.add(key)
    const before = records[at - 1]
    if (before && compareTrials(before, record) > 0)
      yield {
        kind: 'RECORD_ORDER_INVALID',
        path: `/records/${at}`,
        message: 'records stand in the order of target, sample, trial',
      }
  }
}

/** A block of which an arm was admitted in this run has no arm that the budget did not let begin. */
export function* checkBlocks(
  { records, budgetSummary }: ExecutionBundle,
  blocks: readonly TrialBlock[],
): Generator<Fault> {
  const made = new Set(
    budgetSummary.entries.flatMap(({ admissionKind, attemptId }) =>
      admissionKind === 'carried' ? [] : attemptId,
    ),
  )
  const byPlace = new Map(records.map((record, at) => [placeKey(record), { record, at }]))
  for (const { trials } of blocks) {
    const found = trials.flatMap(({ target, sample, trialIndex }) => {
      const { targetId } = target
      return byPlace.get(placeKey({ targetId, sampleId: sample.sampleId, trialIndex })) ?? []
    })
    const censored = found.find(({ record }) => record.executionStatus === 'budget-censored')
    const isAdmitted = found.some(
      ({ record }) =>
        record.executionStatus !== 'budget-censored' &&
        record.attempts.some(({ attemptId }) => made.has(attemptId)),
    )
    if (censored && isAdmitted)
      yield {
        kind: 'BLOCK_ATOMICITY_INVALID',
        path: `/records/${censored.at}`,
        message: 'the budget let another arm of the block begin',
      }
  }
}

/** Status, coverage, replayability and origin of the whole. */
export function* checkWhole(
  bundle: ExecutionBundle,
  plan: RunPlan,
  blocks: readonly TrialBlock[],
): Generator<Fault> {
  const { records, coverage, provenance } = bundle
  const expected = coverExecution(plan, records)
  const difference = firstDifference(expected, coverage)
  if (difference !== null)
    yield {
      kind: 'COVERAGE_INVALID',
      path: `/coverage${difference}`,
      message: 'is not what the records come to',
    }
  yield* checkStatus(bundle, blocks)
  if (bundle.replayability !== replayabilityOf(records.flatMap(contentsOf)))
    yield { kind: 'REPLAYABILITY_INVALID', path: '/replayability', message: 'is not that of the contents' }
  const { runContract, executionPlan } = plan.digests
  const origin = {
    provenanceKind: 'native',
    trust: weakestTrust(records.map((record) => record.provenance.trust)),
    parentDigests: [runContract, executionPlan],
  }
  if (firstDifference(origin, provenance) !== null)
    yield { kind: 'PROVENANCE_INVALID', path: '/provenance', message: 'is not that of plan and records' }
}

/** Samples that nobody chose are absent as a whole: that is no coordinate left behind. */
function* checkStatus(
  { executionBundleStatus: status, terminationReasonCode, terminationError, records }: ExecutionBundle,
  blocks: readonly TrialBlock[],
): Generator<Fault> {
  const fault = (message: string): Fault => ({
    kind: 'STATUS_INVALID',
    path: '/executionBundleStatus',
    message,
  })
  if ((status === 'completed') !== (terminationReasonCode === undefined))
    yield fault('a reason stands exactly with what did not complete')
  if (terminationError !== undefined && status !== 'failed') yield fault('only what failed has an error')
  const isCensored = records.some(({ executionStatus }) => executionStatus === 'budget-censored')
  if (status === 'completed' && isCensored) yield fault('it completed, and the budget censored some of it')
  if (status === 'budget-exhausted' && !isCensored) yield fault('the budget ended it, and censored nothing')
  if (status !== 'completed' && status !== 'budget-exhausted') return
  const found = new Set(records.map(placeKey))
  const begun = new Set(records.map(({ sampleId }) => sampleId))
  for (const { trials } of blocks)
    for (const { target, sample, trialIndex } of trials) {
      const { sampleId } = sample
      const key = placeKey({ targetId: target.targetId, sampleId, trialIndex })
      if (!found.has(key) && begun.has(sampleId))
        yield fault(`it is ${status}, and ${target.targetId} on ${sampleId} has no record`)
    }
}
