// The decision about a series as a whole: the rules of a run, on samples averaged over all runs.
import { fits } from '../../contracts/conforms.js'
import { releaseParametersSchema } from '../../contracts/experiment/analysis-parameters.js'
import type { DecisionRecord, Gate, UndecidedReason } from '../../contracts/experiment/decision-record.js'
import type { SeriesDefinition } from '../../contracts/experiment/options.js'
import type { RecordRuntime } from '../../contracts/experiment/record-parts.js'
import type { PooledRuns, SeriesAnalysis } from '../../contracts/experiment/series-analysis.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import { sealDecision } from './decide-release.js'
import { gateVerdict } from './gate.js'
import { type Judgement, judgeRelease } from './judge-release.js'
import { type ReleaseFacts, scoresOf } from './release-facts.js'

/** What is decided about. */
export interface SeriesDecisionInput {
  readonly definition: SeriesDefinition
  /** The plan of any member. */
  readonly plan: RunPlan
  readonly series: SeriesAnalysis
  /** Who decides. */
  readonly implementation: RecordRuntime
  /** ISO 8601, UTC. */
  readonly decidedAt: string
}

/** Decides a series by the policy that was bound before its first run; null where none was. All members must be complete. */
export function decideSeries(input: SeriesDecisionInput): DecisionRecord | null {
  const { definition, plan, series, implementation, decidedAt } = input
  const { policy } = plan.decision
  if (definition.decisionPolicy === undefined || policy === undefined) return null
  return sealDecision(judgeSeries(input), {
    policy: { ...policy, ...definition.decisionPolicy },
    implementation,
    analysisBundleDigest: series.seriesDigest,
    decisionPlanDigest: plan.digests.decisionPlan,
    decidedAt,
  })
}

function judgeSeries({ definition, plan, series }: SeriesDecisionInput): Judgement {
  const { policy } = plan.decision
  const given: unknown = policy?.parameters
  const { coverage, pooled } = series
  const descends =
    series.seriesDesignDigest === definition.seriesDesignDigest &&
    series.analysisPlanDigest === plan.digests.analysisPlan
  const reasonCodes: readonly UndecidedReason[] = [
    ...(coverage.complete === definition.repeatCount ? [] : (['series-coverage-incomplete'] as const)),
    ...(coverage.notComparable === 0 ? [] : (['series-member-not-comparable'] as const)),
    ...(descends ? [] : (['release-lineage-mismatch'] as const)),
  ]
  if (reasonCodes.length > 0) return { decisionStatus: 'not-decided', reasonCodes, instrumentControls: [] }
  if (!fits(releaseParametersSchema, given) || pooled === null)
    return {
      decisionStatus: 'not-decided',
      reasonCodes: ['release-comparison-family-unavailable'],
      instrumentControls: [],
    }
  return judgeRelease(factsOf(pooled), given, policy?.comparisonFamily ?? [])
}

function factsOf({ family, controls, arms, ensembles }: PooledRuns): ReleaseFacts {
  return {
    comparisons: family.comparisons,
    controls: controls?.comparisons ?? [],
    arms: new Map(arms.map((arm) => [arm.targetId, arm])),
    ensembles: ensembles.map(({ agreement }) => agreement),
    scores: scoresOf(family),
  }
}

/** The gate of a series. A member that is missing closes it, also when only a report is wanted: that run was not completed. */
export function gateSeries(
  { coverage }: SeriesAnalysis,
  decision: DecisionRecord | null,
  reportOnly: boolean,
): Gate {
  const blocked = (reasonCode: string): Gate => ({
    gateStatus: 'blocked',
    exitCode: 1,
    reasonCodes: [reasonCode],
  })
  if (coverage.missing > 0) return blocked('core-series-member-missing')
  if (reportOnly) return { gateStatus: 'skipped', exitCode: 0, reasonCodes: ['core-report-only'] }
  if (coverage.complete < coverage.planned) return blocked('core-series-coverage-incomplete')
  if (decision === null) return blocked('core-series-without-decision')
  return decision.decisionStatus === 'decided'
    ? gateVerdict(decision)
    : blocked('core-conclusion-inconclusive')
}
