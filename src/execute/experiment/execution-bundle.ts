// Puts the records of an execution into one document.
import { type Digest, digestDocument } from '../../contracts/digest.js'
import type { BudgetSummary } from '../../contracts/experiment/budget-summary.js'
import {
  EXECUTION_BUNDLE_VERSION,
  type ExecutionBundle,
  type ExecutionCoverage,
  type LostInFlight,
  type Replayability,
} from '../../contracts/experiment/execution-bundle.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'
import type { Provenance } from '../../contracts/experiment/record-parts.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import type { ExecutionEnd } from './run-execution.js'
import { compareTrials } from './trials.js'

/** What a bundle is made of. */
export interface ExecutionBundleParts {
  readonly runId: string
  readonly plan: RunPlan
  readonly records: readonly ExecutionRecord[]
  readonly end: ExecutionEnd
  readonly budgetSummary: BudgetSummary
  readonly lostInFlight: readonly LostInFlight[]
}

/** The bundle; records come in any order. */
export function buildExecutionBundle(parts: ExecutionBundleParts): ExecutionBundle {
  const { runId, plan, end, budgetSummary, lostInFlight } = parts
  const records = [...parts.records].sort(compareTrials)
  const { digests } = plan
  const bundle = {
    schemaVersion: EXECUTION_BUNDLE_VERSION,
    bundleId: `${runId}-execution`,
    runContractDigest: digests.runContract,
    executionPlanDigest: digests.executionPlan,
    datasetRevisionDigest: digests.datasetRevision,
    executionInputDigest: digests.executionInput,
    executionBundleStatus: end.status,
    ...(end.terminationReasonCode === undefined ? {} : { terminationReasonCode: end.terminationReasonCode }),
    ...(end.error
      ? {
          terminationError: {
            code: end.error.code,
            stage: 'infrastructure',
            message: end.error.message,
          } as const,
        }
      : {}),
    coverage: coverExecution(plan, records),
    replayability: replayabilityOf(records.flatMap(contentsOf)),
    budgetSummary,
    records,
    lostInFlight: [...lostInFlight].sort(compareTrials),
    provenance: {
      provenanceKind: 'native',
      trust: weakestTrust(records.map(({ provenance }) => provenance.trust)),
      parentDigests: [digests.runContract, digests.executionPlan],
    },
  } as const
  return { ...bundle, bundleDigest: digestDocument(bundle) }
}

/** How much of what was planned was done. */
export function coverExecution(plan: RunPlan, records: readonly ExecutionRecord[]): ExecutionCoverage {
  const { assignments, experiment } = plan.execution
  const count = (status: ExecutionRecord['executionStatus']) =>
    records.reduce((sum, { executionStatus }) => sum + (executionStatus === status ? 1 : 0), 0)
  const planned = assignments.length * experiment.trials
  const succeeded = count('completed')
  const failed = count('failed')
  const cancelled = count('cancelled')
  const budgetCensored = count('budget-censored')
  const started = succeeded + failed + cancelled
  const notStarted = planned - started - budgetCensored
  return { planned, started, succeeded, failed, cancelled, budgetCensored, notStarted }
}

/** What a record keeps of what was answered. */
export function contentsOf(record: ExecutionRecord): readonly { readonly captureKind: string }[] {
  if (record.executionStatus === 'budget-censored') return []
  const output = record.executionStatus === 'completed' ? record.output : undefined
  return [output, record.trace].filter((content) => content !== undefined)
}

/** Whether somebody who has the bundle has what was answered. */
export function replayabilityOf(contents: readonly { readonly captureKind: string }[]): Replayability {
  if (contents.some(({ captureKind }) => captureKind === 'digest-only')) return 'summary-only'
  return contents.some(({ captureKind }) => captureKind === 'descriptor') ? 'resolvable' : 'self-contained'
}

const TRUST: readonly Provenance['trust'][] = ['verified', 'declared', 'unknown', 'untrusted']

/** Trust in a whole is that in its weakest part; in nothing at all, it is what the plan gives. */
export function weakestTrust(trusts: readonly Provenance['trust'][]): Provenance['trust'] {
  return trusts.reduce<Provenance['trust']>(
    (weakest, trust) => (TRUST.indexOf(trust) > TRUST.indexOf(weakest) ? trust : weakest),
    'verified',
  )
}

/** Digest of a record, by which later documents name it. */
export function digestRecord(record: ExecutionRecord): Digest {
  return digestDocument(record)
}
