// The end of a series: all of its runs together, decided by the policy that was bound before the first of them.
import { analyzeSeries } from '../analyze/experiment/series/analyze-series.js'
import type { DecisionRecord, Gate } from '../contracts/experiment/decision-record.js'
import type { RecordRuntime } from '../contracts/experiment/record-parts.js'
import type { SeriesAnalysis } from '../contracts/experiment/series-analysis.js'
import { decideSeries, gateSeries } from '../decide/experiment/decide-series.js'
import { openResampler } from '../execute/experiment/resample-worker/open-resampler.js'
import type { SealedExperiment } from '../execute/seal-experiment.js'
import { ownIdentity } from '../resolve/experiment/identities.js'
import type { FinishedRun } from './run-experiment.js'

/** What a series came to. */
export interface SeriesConclusion {
  readonly series: SeriesAnalysis
  readonly decision: DecisionRecord | null
  readonly gate: Gate
}

/** Null where there is no series. Members without a run are missing, and close the gate. */
export async function concludeSeries(
  { compiled, members, request }: SealedExperiment,
  runs: readonly FinishedRun[],
): Promise<SeriesConclusion | null> {
  const independent = compiled.orchestration.independentSeries
  const [first] = members
  if (!independent || !first) return null
  const { definition, memberships } = independent
  const derivedAt = new Date().toISOString()
  const resampler = openResampler()
  try {
    const analyses = new Map(
      runs.flatMap(({ analysis }, index) => {
        const membership = memberships[index]
        return membership ? [[membership.memberId, analysis] as const] : []
      }),
    )
    const series = await analyzeSeries({
      definition,
      memberships,
      plan: first.plan,
      analyses,
      implementation: runtime(definition.nodes[0]?.implementationId ?? ''),
      derivedAt,
      resample: resampler.resample,
    })
    const decision = decideSeries({
      definition,
      plan: first.plan,
      series,
      implementation: runtime(definition.decisionPolicy?.implementationId ?? ''),
      decidedAt: derivedAt,
    })
    const reportOnly = request.values.presentation.exitMode === 'report-only'
    return { series, decision, gate: gateSeries(series, decision, reportOnly) }
  } finally {
    await resampler.close()
  }
}

/** Steps of a series are this package's own, and stand in no run's plan. */
function runtime(implementationId: string): RecordRuntime {
  const { capabilities: _, implementationManifest: __, ...rest } = ownIdentity(implementationId)
  return rest
}
