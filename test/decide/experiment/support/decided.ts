// Decisions for tests: a plan, what every reading says, and what is decided from that.

import type { AnalysisBundle } from '../../../../src/contracts/experiment/analysis-bundle.js'
import type { DecisionRecord } from '../../../../src/contracts/experiment/decision-record.js'
import type { RunPlan } from '../../../../src/contracts/run-plan.js'
import { decideRelease } from '../../../../src/decide/experiment/decide-release.js'
import { layersOf } from '../../../analyze/experiment/support/plans.js'
import {
  type Answer,
  type Asked,
  analyze,
  completeRecords,
  type Records,
} from '../../../analyze/experiment/support/records.js'

const NOW = '2026-01-02T00:00:00.000Z'

/** A decision with what it was made from. */
export interface Decided {
  readonly plan: RunPlan
  readonly analysis: AnalysisBundle
  readonly decision: DecisionRecord
}

/** Decides a run from its records. */
export async function decide(plan: RunPlan, records: Records): Promise<Decided> {
  const analysis = await analyze(plan, records)
  return { plan, analysis, decision: decideAnalysed(plan, analysis) }
}

/** Decides an analysis. */
export function decideAnalysed(plan: RunPlan, analysis: AnalysisBundle): DecisionRecord {
  const decision = decideRelease({ plan, analysis, decidedAt: NOW })
  if (decision === null) throw new Error('the plan holds no decision')
  return decision
}

/** Records in which facts are met or not as `met` says, and everything else is met; judges give `judged`. */
export function recordsOf(
  plan: RunPlan,
  met: (asked: Asked) => boolean,
  judged: (asked: Asked) => Answer = () => 5,
): Records {
  const layers = layersOf(plan)
  return completeRecords(plan, (asked) => {
    if (asked.metric.valueType === 'numeric') return judged(asked)
    return layers.get(asked.metric.metricId) !== 'fact' || met(asked)
  })
}

/** Verdict, or what forbids one, with the reasons. */
export function outcomeOf({ decision }: Pick<Decided, 'decision'>): readonly string[] {
  switch (decision.decisionStatus) {
    case 'decided':
      return [decision.verdict, ...decision.reasonCodes]
    case 'not-decided':
      return ['not-decided', ...decision.reasonCodes]
    case 'failed':
      return ['failed', decision.error.code]
  }
}
