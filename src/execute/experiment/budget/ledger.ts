// The one account of a run: what may still begin, and what everything that ended has cost. Execution and evaluation share it.
import { type Digest, digestDocument } from '../../../contracts/digest.js'
import { EvalChecksError } from '../../../contracts/errors.js'
import {
  BUDGET_SUMMARY_VERSION,
  type BudgetSummary,
  type LedgerEntry,
} from '../../../contracts/experiment/budget-summary.js'
import {
  addEntry,
  type Budget,
  computeScopes,
  costIn,
  isCostUnknown,
  type Limits,
  NOTHING,
  runLimits,
} from './scopes.js'

/** The stages that invoke somebody. */
export type LedgerStage = LedgerEntry['stage']

/** Why the run has to stop spending. */
export type LedgerTermination = NonNullable<BudgetSummary['termination']>

/** What a ledger is opened with. */
export interface LedgerOptions {
  readonly budget?: Budget
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  /** Invocations of the runs that this one resumes; they count against the limits. */
  readonly carried?: readonly LedgerEntry[]
}

/** An invocation that ended. */
export type EndedInvocation = Omit<LedgerEntry, 'sequence' | 'invocationCount' | 'providerCostStatus'>

/**
 * Counts, and says no. What was admitted may end whatever it costs (bounded overshoot).
 */
export class BudgetLedger {
  readonly #budget: Budget | undefined
  readonly #now: () => number
  readonly #start: number
  readonly #entries: LedgerEntry[] = []
  readonly #totals = { run: NOTHING, execution: NOTHING, evaluation: NOTHING }
  readonly #coordinates = new Map<string, typeof NOTHING>()
  /** Admitted and not yet ended. */
  readonly #open = { execution: 0, evaluation: 0 }
  #inFlight = 0
  #mostInFlight = 0
  #termination: LedgerTermination | null = null
  #isUnverifiable = false

  /** @throws {EvalChecksError} `EXECUTION_RUNTIME_PROVIDER_COST_BOUND_REQUIRED` where costs have to be known before */
  constructor({ budget, now, carried = [] }: LedgerOptions) {
    if (budget?.providerCostAdmission?.admissionMode === 'strict-reservation')
      throw new EvalChecksError(
        'EXECUTION_RUNTIME_PROVIDER_COST_BOUND_REQUIRED',
        'costs are to be reserved before each call, and no executor gives a trusted upper bound',
        { fix: 'use admissionMode bounded-overshoot' },
      )
    this.#budget = budget
    this.#now = now
    this.#start = now()
    for (const { sequence: _, ...entry } of carried) {
      const added = this.#add({ ...entry, admissionKind: 'carried' })
      if (isCostUnknown(budget, added)) this.#isUnverifiable = true
    }
  }

  /** Why nothing more may begin; null while something may. */
  get termination(): LedgerTermination | null {
    return this.#termination
  }

  /** Milliseconds until the wall clock of the run is exhausted; null without such a limit. */
  get wallClockLeftMs(): number | null {
    const limit = this.#budget?.run?.maxWallClockMs
    return limit === undefined ? null : Math.max(0, limit - (this.#now() - this.#start))
  }

  /** Reserves an invocation for each arm of a block, or none. A reason once given is given to everybody after. */
  admit(stage: LedgerStage, invocations: number): LedgerTermination | null {
    this.#termination ??= this.#refusal(stage, invocations)
    if (this.#termination === null) this.#open[stage] += invocations
    return this.#termination
  }

  /** Reserves one more invocation of a coordinate. Its refusal is no end of the run. */
  admitRetry(stage: LedgerStage, coordinateId: string): LedgerTermination | null {
    const refusal = this.#termination ?? this.#refusal(stage, 1) ?? this.#coordinateRefusal(coordinateId)
    if (refusal === null) this.#open[stage] += 1
    return refusal
  }

  /** Gives back what was reserved and is not needed. */
  release(stage: LedgerStage): void {
    this.#open[stage] -= 1
  }

  /** Milliseconds that a coordinate may still be active; null without a limit. */
  coordinateLeftMs(coordinateId: string): number | null {
    const limit = this.#budget?.coordinate?.maxActiveDurationMs
    const used = this.#coordinates.get(coordinateId)?.activeDurationMs ?? 0
    return limit === undefined ? null : Math.max(0, limit - used)
  }

  /** A reserved invocation begins. */
  begin(): void {
    this.#inFlight += 1
    this.#mostInFlight = Math.max(this.#mostInFlight, this.#inFlight)
  }

  /** A reserved invocation ended. Returns its entry. */
  end(invocation: EndedInvocation): LedgerEntry {
    this.#open[invocation.stage] -= 1
    this.#inFlight -= 1
    const entry = this.#add(invocation)
    if (isCostUnknown(this.#budget, entry)) {
      if (this.#budget?.providerCostAdmission?.unknownCostMode === 'mark-unverifiable')
        this.#isUnverifiable = true
      else this.#termination ??= { terminationKind: 'failed', reasonCode: 'provider-cost-unknown' }
    }
    return entry
  }

  /** The account as it stands. `ended` says how the run ended, where the budget has no word in it. */
  summarize(run: {
    readonly runId: string
    readonly runContractDigest: Digest
    readonly capturedAt: string
    readonly ended: 'completed' | 'cancelled' | 'failed'
  }): BudgetSummary {
    const { ended, ...identity } = run
    const elapsedMs = Math.round(this.#now() - this.#start)
    const limitMs = this.#budget?.run?.maxWallClockMs
    const termination =
      this.#termination ??
      (ended === 'completed' ? null : { terminationKind: ended, reasonCode: `run-${ended}` })
    const summary = {
      schemaVersion: BUDGET_SUMMARY_VERSION,
      ...identity,
      summaryStatus: this.#statusOf(termination),
      admissionMode: 'bounded-overshoot',
      maximumUnreservedInFlightInvocations: this.#mostInFlight,
      wallClock: {
        elapsedMs,
        ...(limitMs === undefined ? {} : { limitMs }),
        overshootMs: limitMs === undefined ? 0 : Math.max(0, elapsedMs - limitMs),
      },
      entries: [...this.#entries],
      scopes: computeScopes(this.#entries, this.#budget),
      ...(termination && { termination }),
    } as const
    return { ...summary, ledgerDigest: digestDocument(summary) }
  }

  #statusOf(termination: LedgerTermination | null): BudgetSummary['summaryStatus'] {
    if (termination === null) return this.#isUnverifiable ? 'unverifiable' : 'within-budget'
    if (termination.reasonCode === 'provider-cost-unknown') return 'unverifiable'
    if (termination.terminationKind === 'cancelled' || termination.terminationKind === 'failed')
      return termination.terminationKind
    return 'exhausted'
  }

  #add(invocation: EndedInvocation): LedgerEntry {
    const entry: LedgerEntry = {
      ...invocation,
      sequence: this.#entries.length + 1,
      invocationCount: 1,
      providerCostStatus: invocation.providerCost ? 'reported' : 'unreported',
    }
    this.#entries.push(entry)
    this.#totals.run = addEntry(this.#totals.run, entry)
    this.#totals[entry.stage] = addEntry(this.#totals[entry.stage], entry)
    if (this.#budget?.coordinate !== undefined) {
      const { coordinateId } = entry
      this.#coordinates.set(coordinateId, addEntry(this.#coordinates.get(coordinateId) ?? NOTHING, entry))
    }
    return entry
  }

  #refusal(stage: LedgerStage, invocations: number): LedgerTermination | null {
    if (this.wallClockLeftMs === 0)
      return { terminationKind: 'wall-clock-exhausted', reasonCode: 'run-max-wall-clock' }
    const open = { run: this.#open.execution + this.#open.evaluation, stage: this.#open[stage] }
    return (
      this.#exceeded('run', runLimits(this.#budget), this.#totals.run, open.run + invocations) ??
      this.#exceeded(
        stage,
        this.#budget?.stages?.[stage] ?? {},
        this.#totals[stage],
        open.stage + invocations,
      )
    )
  }

  #coordinateRefusal(coordinateId: string): LedgerTermination | null {
    const totals = this.#coordinates.get(coordinateId)
    const limits = this.#budget?.coordinate
    return totals && limits ? this.#exceeded('coordinate', limits, totals, 0) : null
  }

  #exceeded(
    scope: string,
    { maxInvocations, maxProviderCost, maxActiveDurationMs }: Limits,
    totals: typeof NOTHING,
    wanted: number,
  ): LedgerTermination | null {
    if (maxInvocations !== undefined && totals.invocations + wanted > maxInvocations)
      return { terminationKind: 'budget-censored', reasonCode: `${scope}-max-invocations` }
    if (maxProviderCost && costIn(totals, maxProviderCost.currency) >= maxProviderCost.amount)
      return { terminationKind: 'budget-censored', reasonCode: `${scope}-max-provider-cost` }
    if (maxActiveDurationMs !== undefined && totals.activeDurationMs >= maxActiveDurationMs)
      return { terminationKind: 'active-budget-exhausted', reasonCode: `${scope}-max-active-duration` }
    return null
  }
}
