// What a run has spent, invocation by invocation, and what that comes to in every scope that has a limit.
import { z } from 'zod'
import { countSchema, digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { indexSchema } from './record-parts.js'

/** Version of {@link budgetSummarySchema}; any other is refused. */
export const BUDGET_SUMMARY_VERSION = 'eval-checks.budget-summary/v1'

const amount = z.strictObject({ amount: z.number().min(0), currency: identifierSchema })

/** One invocation of a program or a provider. Answers out of a cache have none. */
export const ledgerEntrySchema = z.strictObject({
  /** From 1, in the order in which invocations ended. */
  sequence: countSchema,
  stage: z.enum(['execution', 'evaluation']),
  /** The trial's id. */
  coordinateId: identifierSchema,
  attemptId: identifierSchema,
  invocationCount: z.literal(1),
  /** Milliseconds from its start to its end. */
  activeDurationMs: z.number().min(0),
  /** An unreported cost is unknown and never zero. */
  providerCostStatus: z.enum(['reported', 'unreported']),
  providerCost: amount.optional(),
  /** `first`: admitted with the whole block; `retry`: admitted by itself; `carried`: made by a run that this one resumed. */
  admissionKind: z.enum(['first', 'retry', 'carried']),
  outcomeKind: z.enum(['completed', 'failed', 'cancelled', 'attempt-timeout', 'lost-in-flight']),
})

const totals = z.strictObject({
  invocations: indexSchema,
  activeDurationMs: z.number().min(0),
  /** One for each currency, in code-unit order. */
  reportedProviderCosts: z.array(amount),
  unreportedProviderCostInvocations: indexSchema,
})

const limits = z.strictObject({
  maxInvocations: countSchema.optional(),
  maxProviderCost: amount.optional(),
  maxActiveDurationMs: countSchema.optional(),
})

/** A scope with its limits. How far its totals are above them is the overshoot: what was in flight is let finish. */
export const budgetScopeSchema = z.strictObject({
  scopeKind: z.enum(['run', 'stage', 'coordinate']),
  scopeId: identifierSchema,
  limits,
  totals,
  overshoot: z.strictObject({
    invocations: indexSchema,
    providerCost: z.number().min(0),
    activeDurationMs: z.number().min(0),
  }),
})

/** The account of a run. Coordinates are listed where they have limits. */
export const budgetSummarySchema = z.strictObject({
  schemaVersion: z.literal(BUDGET_SUMMARY_VERSION),
  runId: identifierSchema,
  runContractDigest: digestSchema,
  capturedAt: z.iso.datetime(),
  /** `unverifiable`: a limit on cost, and invocations that did not say what they cost. */
  summaryStatus: z.enum(['within-budget', 'exhausted', 'unverifiable', 'cancelled', 'failed']),
  admissionMode: z.enum(['strict-reservation', 'bounded-overshoot']),
  /** How many invocations whose cost nobody could know before were under way at once. */
  maximumUnreservedInFlightInvocations: indexSchema,
  wallClock: z.strictObject({
    elapsedMs: z.number().min(0),
    limitMs: countSchema.optional(),
    overshootMs: z.number().min(0),
  }),
  entries: z.array(ledgerEntrySchema),
  scopes: z.array(budgetScopeSchema).min(1),
  termination: z
    .strictObject({
      terminationKind: z.enum([
        'budget-censored',
        'active-budget-exhausted',
        'wall-clock-exhausted',
        'cancelled',
        'failed',
      ]),
      reasonCode: identifierSchema,
    })
    .optional(),
  /** Over the summary without itself. */
  ledgerDigest: digestSchema,
})

/** See {@link ledgerEntrySchema}. */
export type LedgerEntry = Immutable<z.infer<typeof ledgerEntrySchema>>
/** See {@link budgetScopeSchema}. */
export type BudgetScope = Immutable<z.infer<typeof budgetScopeSchema>>
/** See {@link budgetSummarySchema}. */
export type BudgetSummary = Immutable<z.infer<typeof budgetSummarySchema>>
