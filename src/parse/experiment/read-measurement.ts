// How much is measured, within which limits, and how it is decided.
import { given } from './given.js'
import type { InputReader } from './input-reader.js'

type Values = Readonly<Record<string, unknown>>

/** Reads the values under `measurement`. */
export function readMeasurement(reader: InputReader): Values {
  const isolated = reader.choose('definition.baselineIsolation')
  return given({
    baselineIsolation: isolated === undefined ? undefined : isolated ? 'strict' : 'relaxed',
    executionConcurrency: reader.choose('policy.executionConcurrency'),
    timeoutMs: reader.choose('policy.executionTimeoutMs'),
    retryCount: reader.choose('policy.retryCount'),
    // No flag and no key opens a cache.
    cache: { executionMode: 'disabled', evaluationMode: 'disabled' },
    holdoutRatio: reader.choose('definition.dataset.analysisCohorts'),
    bootstrap: {
      enabled: reader.choose('definition.analysisGraph.bootstrap'),
      resamples: reader.choose('definition.analysisGraph.bootstrap.resamples'),
    },
    decision: given({
      threshold: reader.choose('definition.decisionPolicy.threshold'),
      trivialDifference: reader.choose('definition.decisionPolicy.trivialDifference'),
      sampleSize: readSampleSize(reader),
    }),
    budget: readBudget(reader),
  })
}

function readBudget(reader: InputReader): Values | undefined {
  const limits = given({
    totalProviderCostUSD: reader.choose('policy.budget.totalProviderCostUSD'),
    perCoordinateProviderCostUSD: reader.choose('policy.budget.perCoordinateProviderCostUSD'),
    perCoordinateActiveDurationMs: reader.choose('policy.budget.perCoordinateActiveDurationMs'),
  })
  return Object.keys(limits).length === 0 ? undefined : limits
}

const SIZE = 'definition.decisionPolicy.sampleSize'
const MINIMUM = `${SIZE}.minimumComparisonUnits`
const needed = [
  ['minimumDetectableDifference', `${SIZE}.minimumDetectableDifference`],
  ['expectedDifferenceStandardDeviation', `${SIZE}.expectedDifferenceStandardDeviation`],
  ['assumptionSource', `${SIZE}.assumptionSource`],
] as const

/** A number of pairs, or a plan of power: one of both. */
function readSampleSize(reader: InputReader): Values {
  const [power] = reader.candidates(SIZE)
  const [minimum] = reader.candidates(MINIMUM)
  if (power === undefined)
    return { sampleSizePlanningKind: 'minimum-count', minimumComparisonUnits: reader.choose(MINIMUM) }
  if (minimum !== undefined)
    reader.refuse(minimum, `${power.key} and ${minimum.key} are two ways to plan the number of pairs`, {
      expected: `one of ${power.key} and ${minimum.key}`,
      fix: 'Remove one of both.',
    })
  const plan: Record<string, unknown> = {}
  for (const [name, field] of needed) {
    const before = reader.faults.length
    plan[name] = reader.choose(field)
    if (plan[name] === undefined && reader.faults.length === before)
      reader.refuse(power, `${power.key}.${name} is missing`, {
        suffix: `.${name}`,
        fix: `Write ${power.key}.${name}.`,
      })
  }
  return {
    sampleSizePlanningKind: 'a-priori-power',
    ...plan,
    targetPower: reader.choose(`${SIZE}.targetPower`),
  }
}
