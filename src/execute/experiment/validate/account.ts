// Whether the account of a run is that of its records: an entry for each invocation, no other, and totals that add up.
import { type Digest, digestDocument } from '../../../contracts/digest.js'
import type { BudgetSummary, LedgerEntry } from '../../../contracts/experiment/budget-summary.js'
import type { FoundFault } from '../../../contracts/experiment/bundle-fault.js'
import type { Attempt } from '../../../contracts/experiment/record-parts.js'
import { firstDifference } from '../../../contracts/first-difference.js'
import { type Budget, computeScopes, isCostUnknown } from '../budget/scopes.js'

type Fault = FoundFault<'BUDGET_SUMMARY_INVALID' | 'PROVIDER_COST_INVALID' | 'PLAN_MISMATCH'>

const PATH = '/budgetSummary'

function wrong(path: string, message: string): Fault {
  return { kind: 'BUDGET_SUMMARY_INVALID', path: `${PATH}${path}`, message }
}

/** The account by itself. */
export function* checkSummary(
  summary: BudgetSummary,
  budget: Budget | undefined,
  runContract: Digest,
): Generator<Fault> {
  const { entries, scopes, wallClock, ledgerDigest, ...rest } = summary
  if (summary.runContractDigest !== runContract)
    yield { kind: 'PLAN_MISMATCH', path: `${PATH}/runContractDigest`, message: 'is that of another plan' }
  if (entries.some(({ sequence }, at) => sequence !== at + 1))
    yield wrong('/entries', 'entries are not numbered from 1 without a gap')
  const difference = firstDifference(computeScopes(entries, budget), scopes)
  if (difference !== null) yield wrong(`/scopes${difference}`, 'is not what limits and entries come to')
  const limitMs = budget?.run?.maxWallClockMs
  const overshootMs = limitMs === undefined ? 0 : Math.max(0, wallClock.elapsedMs - limitMs)
  if (wallClock.limitMs !== limitMs || wallClock.overshootMs !== overshootMs)
    yield wrong('/wallClock', 'is not what the limit and the time come to')
  const status = statusOf(summary, budget)
  if (summary.summaryStatus !== status) yield wrong('/summaryStatus', `comes to ${status}`)
  const mostInFlight = summary.maximumUnreservedInFlightInvocations
  const made = entries.filter(({ admissionKind }) => admissionKind !== 'carried').length
  if (mostInFlight > made || (made > 0 && mostInFlight === 0))
    yield wrong('/maximumUnreservedInFlightInvocations', 'is more than were made, or none of some')
  if (digestDocument({ ...rest, entries, scopes, wallClock }) !== ledgerDigest)
    yield wrong('/ledgerDigest', 'is not the digest of the account')
}

function statusOf(
  { entries, termination }: BudgetSummary,
  budget: Budget | undefined,
): BudgetSummary['summaryStatus'] {
  if (termination === undefined)
    return entries.some((entry) => isCostUnknown(budget, entry)) ? 'unverifiable' : 'within-budget'
  if (termination.reasonCode === 'provider-cost-unknown') return 'unverifiable'
  const { terminationKind } = termination
  return terminationKind === 'cancelled' || terminationKind === 'failed' ? terminationKind : 'exhausted'
}

/** An attempt that was made, with where it stands. */
export interface PaidAttempt {
  readonly attempt: Attempt
  readonly trialId: string
  readonly path: string
}

/** What entries are held against. */
export interface EntriesContext {
  readonly stage: LedgerEntry['stage']
  /** Attempts that somebody made, by id; those of replayed records are not among them. */
  readonly attempts: ReadonlyMap<string, PaidAttempt>
  /** Whether all of them are in the account. */
  readonly areAllPaid: boolean
  /** Whether the run broke off in the middle of something, which then has no record. */
  readonly brokeOff: boolean
}

/** The entries of one stage and the attempts of its records: each has the other. */
export function* checkEntries(
  { entries }: BudgetSummary,
  { stage, attempts, areAllPaid, brokeOff }: EntriesContext,
): Generator<Fault> {
  const found = new Set<string>()
  for (const [at, entry] of entries.entries()) {
    if (entry.stage !== stage) continue
    const path = `/entries/${at}`
    if (found.has(entry.attemptId)) yield wrong(path, 'is paid twice')
    found.add(entry.attemptId)
    const paid = attempts.get(entry.attemptId)
    if ((entry.providerCost === undefined) !== (entry.providerCostStatus === 'unreported'))
      yield costFault(path)
    if (paid) yield* checkEntry(entry, paid, path)
    else if (entry.admissionKind !== 'carried' && !brokeOff)
      yield wrong(path, 'is an invocation that no record has')
  }
  if (!areAllPaid) return
  for (const [attemptId, { path }] of attempts)
    if (!found.has(attemptId))
      yield { kind: 'BUDGET_SUMMARY_INVALID', path, message: 'an attempt is in no entry of the account' }
}

function* checkEntry(entry: LedgerEntry, { attempt, trialId }: PaidAttempt, path: string): Generator<Fault> {
  const expected = {
    coordinateId: trialId,
    activeDurationMs: attempt.timing.durationMs,
    outcomeKind: outcomeOf(attempt),
    ...(entry.admissionKind === 'carried'
      ? {}
      : { admissionKind: attempt.attemptNumber === 1 ? 'first' : 'retry' }),
  }
  for (const [name, value] of Object.entries(expected))
    if (Reflect.get(entry, name) !== value) yield wrong(`${path}/${name}`, 'is not what its attempt says')
  const cost = attempt.usage?.providerCost
  if (entry.providerCost?.amount !== cost?.amount || entry.providerCost?.currency !== cost?.currency)
    yield costFault(path)
}

function costFault(path: string): Fault {
  return {
    kind: 'PROVIDER_COST_INVALID',
    path: `${PATH}${path}/providerCost`,
    message: 'is not the cost that its attempt reports',
  }
}

const TIMEOUTS = ['timeout', 'coordinate-max-active-duration']

function outcomeOf(attempt: Attempt): LedgerEntry['outcomeKind'] {
  if (attempt.attemptStatus !== 'failed') return attempt.attemptStatus
  return TIMEOUTS.includes(attempt.error.code) ? 'attempt-timeout' : 'failed'
}
