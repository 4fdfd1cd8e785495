// Assertions on what an execution took. A cost that nobody told is no cost at all, and above no limit either.
import type { Assertion } from '../../contracts/experiment/assertion.js'
import type { TrialFacts } from '../../contracts/experiment/trial-evidence.js'
import { missing, observed, type Reading } from './reading.js'

/** Assertions of this file. */
export type FactAssertion = Extract<Assertion, { readonly type: 'cost_max' | 'latency_max' }>

/** Costs are in US dollars, times in milliseconds. */
export function readFactAssertion(
  { type, value }: FactAssertion,
  { durationMs, providerCost }: TrialFacts,
): Reading {
  if (type === 'latency_max') return observed(durationMs <= value)
  if (providerCost.costStatus === 'unreported') return missing('cost-unreported')
  if (providerCost.costStatus === 'partial') return missing('cost-partial')
  return providerCost.currency === 'USD'
    ? observed(providerCost.amount <= value)
    : missing('cost-in-other-currency')
}
