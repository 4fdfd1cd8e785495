// What a ledger's entries come to in each scope; the same for whoever computes it again.
import { compareCodeUnits } from '../../../contracts/code-point-order.js'
import type { BudgetScope, LedgerEntry } from '../../../contracts/experiment/budget-summary.js'
import type { MeasurementPolicy } from '../../../contracts/measurement-policy.js'

/** The limits of a policy. */
export type Budget = NonNullable<MeasurementPolicy['budget']>
/** Limits of one scope. */
export type Limits = BudgetScope['limits']
/** Totals of one scope. */
export type Totals = BudgetScope['totals']

/** All scopes: the run, both stages, and the coordinates where these have limits. */
export function computeScopes(entries: readonly LedgerEntry[], budget: Budget | undefined): BudgetScope[] {
  const scopes = [
    scope('run', 'run', runLimits(budget), entries),
    ...(['execution', 'evaluation'] as const).map((stage) =>
      scope(
        'stage',
        stage,
        budget?.stages?.[stage] ?? {},
        entries.filter((entry) => entry.stage === stage),
      ),
    ),
  ]
  const limits = budget?.coordinate
  if (!limits || Object.keys(limits).length === 0) return scopes
  const byCoordinate = new Map<string, LedgerEntry[]>()
  for (const entry of entries) {
    const own = byCoordinate.get(entry.coordinateId)
    if (own) own.push(entry)
    else byCoordinate.set(entry.coordinateId, [entry])
  }
  const ids = [...byCoordinate.keys()].sort(compareCodeUnits)
  return [...scopes, ...ids.map((id) => scope('coordinate', id, limits, byCoordinate.get(id) ?? []))]
}

/** The run's limits but for the wall clock, which no entry has. */
export function runLimits(budget: Budget | undefined): Limits {
  const { maxWallClockMs: _, ...limits } = budget?.run ?? {}
  return limits
}

function scope(
  scopeKind: BudgetScope['scopeKind'],
  scopeId: string,
  limits: Limits,
  entries: readonly LedgerEntry[],
): BudgetScope {
  const totals = entries.reduce(addEntry, NOTHING)
  return { scopeKind, scopeId, limits, totals, overshoot: overshootOf(totals, limits) }
}

/** Totals of no entry. */
export const NOTHING: Totals = {
  invocations: 0,
  activeDurationMs: 0,
  reportedProviderCosts: [],
  unreportedProviderCostInvocations: 0,
}

/** Totals with one more entry. */
export function addEntry(totals: Totals, entry: LedgerEntry): Totals {
  const { providerCost, activeDurationMs } = entry
  return {
    invocations: totals.invocations + 1,
    activeDurationMs: totals.activeDurationMs + activeDurationMs,
    reportedProviderCosts: providerCost
      ? addCost(totals.reportedProviderCosts, providerCost)
      : totals.reportedProviderCosts,
    unreportedProviderCostInvocations: totals.unreportedProviderCostInvocations + (providerCost ? 0 : 1),
  }
}

type Costs = Totals['reportedProviderCosts']

function addCost(costs: Costs, { amount, currency }: Costs[number]): Costs {
  const known = costs.find((cost) => cost.currency === currency)
  const others = costs.filter((cost) => cost !== known)
  return [...others, { amount: (known?.amount ?? 0) + amount, currency }].sort((a, b) =>
    compareCodeUnits(a.currency, b.currency),
  )
}

/** The amount in the currency of a limit. */
export function costIn({ reportedProviderCosts }: Totals, currency: string): number {
  return reportedProviderCosts.find((cost) => cost.currency === currency)?.amount ?? 0
}

function overshootOf(totals: Totals, limits: Limits): BudgetScope['overshoot'] {
  const { maxInvocations, maxProviderCost, maxActiveDurationMs } = limits
  const above = (found: number, limit: number | undefined) =>
    limit === undefined ? 0 : Math.max(0, found - limit)
  return {
    invocations: above(totals.invocations, maxInvocations),
    providerCost: maxProviderCost
      ? above(costIn(totals, maxProviderCost.currency), maxProviderCost.amount)
      : 0,
    activeDurationMs: above(totals.activeDurationMs, maxActiveDurationMs),
  }
}

/** Whether there is a limit on cost that an invocation leaves unanswered. */
export function isCostUnknown(
  budget: Budget | undefined,
  { providerCost }: Pick<LedgerEntry, 'providerCost'>,
): boolean {
  const { run, stages, coordinate, attempt } = budget ?? {}
  const limited = [run, stages?.execution, stages?.evaluation, coordinate, attempt].flatMap(
    (limits) => limits?.maxProviderCost ?? [],
  )
  return limited.some(({ currency }) => providerCost?.currency !== currency)
}
