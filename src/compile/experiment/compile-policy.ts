// Limits as the measurement policy states them; what a request leaves open has its documented default.
import type { PolicyInput } from '../../contracts/experiment/resolved-input.js'
import { MEASUREMENT_POLICY_VERSION, type MeasurementPolicy } from '../../contracts/measurement-policy.js'

/** Codes of failures of the infrastructure, after which an attempt is made again when a request allows any. */
export const RETRYABLE_CODES = ['timeout', 'transport-error'] as const

type Budget = NonNullable<MeasurementPolicy['budget']>

/** The measurement policy. Currencies are US dollars. */
export function compilePolicy(input: PolicyInput): MeasurementPolicy {
  const { executionConcurrency, evaluationConcurrency, executionTimeoutMs, evaluationTimeoutMs } = input
  const budget = input.budget ? compileBudget(input.budget) : {}
  return {
    schemaVersion: MEASUREMENT_POLICY_VERSION,
    execution: stage(executionConcurrency, executionTimeoutMs),
    evaluation: stage(evaluationConcurrency ?? executionConcurrency, evaluationTimeoutMs),
    retry: {
      maxAttempts: input.retryCount + 1,
      retryableErrorCodes: [...new Set(input.retryableErrorCodes ?? RETRYABLE_CODES)].sort(),
      backoff: { backoffKind: 'none' },
    },
    ...(Object.keys(budget).length > 0 ? { budget } : {}),
    cache: input.cache,
    evidence: input.evidence ?? {
      output: 'full',
      trace: 'reference',
      evidence: 'full',
      maximumClassification: 'gold',
    },
    failure: input.failure ?? { failureMode: 'continue' },
    eventDelivery: input.eventDelivery ?? {
      writerMode: 'disabled',
      backpressureMode: 'block',
      writerFailureMode: 'ignore',
    },
  }
}

function stage(maxConcurrency: number, timeoutMs: number | undefined): MeasurementPolicy['execution'] {
  return { maxConcurrency, ...(timeoutMs === undefined ? {} : { timeoutMs }) }
}

/** One ledger for a run: a limit per sample is one on its coordinates, and an unknown cost ends a run that has a limit on cost. */
function compileBudget(input: NonNullable<PolicyInput['budget']>): Budget {
  const { totalProviderCostUSD, perCoordinateProviderCostUSD, perCoordinateActiveDurationMs } = input
  const run = { ...invocations(input.runMaxInvocations), ...cost(totalProviderCostUSD) }
  const execution = invocations(input.executionMaxInvocations)
  const evaluation = invocations(input.evaluationMaxInvocations)
  const stages = { ...filled('execution', execution), ...filled('evaluation', evaluation) }
  const coordinate = {
    ...cost(perCoordinateProviderCostUSD),
    ...(perCoordinateActiveDurationMs === undefined
      ? {}
      : { maxActiveDurationMs: perCoordinateActiveDurationMs }),
  }
  const limitsCost = totalProviderCostUSD !== undefined || perCoordinateProviderCostUSD !== undefined
  return {
    ...filled('run', run),
    ...filled('stages', stages),
    ...filled('coordinate', coordinate),
    ...(limitsCost
      ? { providerCostAdmission: { admissionMode: 'bounded-overshoot', unknownCostMode: 'fail-run' } }
      : {}),
  }
}

function invocations(maxInvocations: number | undefined): { readonly maxInvocations?: number } {
  return maxInvocations === undefined ? {} : { maxInvocations }
}

function cost(amount: number | undefined): Pick<NonNullable<Budget['run']>, 'maxProviderCost'> {
  return amount === undefined ? {} : { maxProviderCost: { amount, currency: 'USD' } }
}

function filled<Name extends string, T extends object>(name: Name, value: T): { readonly [K in Name]?: T } {
  const entry: { [K in Name]?: T } = {}
  if (Object.keys(value).length > 0) entry[name] = value
  return entry
}
