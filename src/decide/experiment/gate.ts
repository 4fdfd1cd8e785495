// Whether a run may pass, by its exit code: a decision is one thing, letting a release through another.
import type { AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import type { DecisionRecord, ExperimentStatus, Gate } from '../../contracts/experiment/decision-record.js'

/** Of a stage: how it ended. */
export type StageStatus = ExperimentStatus['runStatus']

/** From the worst to the best. */
const STAGE_ORDER: readonly StageStatus[] = ['failed', 'cancelled', 'budget-exhausted', 'completed']

/** The three axes of a run: how it ended, what was measured, what was concluded. */
export function statusOf(
  stages: readonly StageStatus[],
  { evidence, analysisBundleStatus }: AnalysisBundle,
  decision: DecisionRecord | null,
): ExperimentStatus {
  const worst = STAGE_ORDER.find((status) => [...stages, analysisBundleStatus].includes(status))
  return {
    runStatus: worst ?? 'failed',
    evidenceStatus: evidence.evidenceStatus,
    conclusionStatus:
      decision === null
        ? 'not-evaluated'
        : decision.decisionStatus === 'decided'
          ? 'conclusive'
          : 'inconclusive',
  }
}

/**
 * The gate of a run. Only PROGRESS and a SOLO that passes its layers open it. `reportOnly` passes whatever was found, as
 * long as the run was completed.
 */
export function gateRun(
  { runStatus, evidenceStatus, conclusionStatus }: ExperimentStatus,
  decision: DecisionRecord | null,
  reportOnly: boolean,
): Gate {
  const blocked = (...reasonCodes: string[]): Gate => ({ gateStatus: 'blocked', exitCode: 1, reasonCodes })
  if (runStatus !== 'completed') return blocked(`core-run-${runStatus}`)
  if (reportOnly) return { gateStatus: 'skipped', exitCode: 0, reasonCodes: ['core-report-only'] }
  if (evidenceStatus !== 'complete') return blocked(`core-evidence-${evidenceStatus}`)
  if (conclusionStatus !== 'conclusive' || decision?.decisionStatus !== 'decided')
    return blocked(`core-conclusion-${conclusionStatus}`)
  return gateVerdict(decision)
}

/** What a verdict alone says to letting a release through. */
export function gateVerdict({
  verdict,
  reasonCodes,
}: Extract<DecisionRecord, { readonly decisionStatus: 'decided' }>): Gate {
  const open =
    (verdict === 'PROGRESS' && reasonCodes.includes('release-gates-passed')) ||
    (verdict === 'SOLO' && reasonCodes.includes('solo-layer-gate-passed'))
  return open
    ? { gateStatus: 'passed', exitCode: 0, reasonCodes: [...reasonCodes] }
    : { gateStatus: 'blocked', exitCode: 1, reasonCodes: [`core-verdict-${verdict}`, ...reasonCodes] }
}

/** The gate of one comparison of a decided run: its own test in a list of tests. */
export function gateComparison(runGate: Gate, decision: DecisionRecord | null, comparisonId: string): Gate {
  if (runGate.gateStatus === 'skipped' || decision?.decisionStatus !== 'decided') return runGate
  const found = decision.comparisons.find((each) => each.comparisonId === comparisonId)
  if (found === undefined) return runGate
  const { verdict, reasonCodes } = found
  return verdict === 'PROGRESS'
    ? { gateStatus: 'passed', exitCode: 0, reasonCodes: [...reasonCodes] }
    : { gateStatus: 'blocked', exitCode: 1, reasonCodes: [`core-verdict-${verdict}`, ...reasonCodes] }
}

/** The gate of several runs, of which each has to pass: one that is blocked blocks all. Nothing at all passes nothing. */
export function gateBatch(children: readonly Gate[]): Gate {
  const blocked = children.filter(({ gateStatus }) => gateStatus === 'blocked').length
  if (children.length === 0) return { gateStatus: 'blocked', exitCode: 1, reasonCodes: ['core-batch-empty'] }
  if (blocked > 0) return { gateStatus: 'blocked', exitCode: 1, reasonCodes: ['core-batch-child-blocked'] }
  const skipped = children.every(({ gateStatus }) => gateStatus === 'skipped')
  return skipped
    ? { gateStatus: 'skipped', exitCode: 0, reasonCodes: ['core-report-only'] }
    : { gateStatus: 'passed', exitCode: 0, reasonCodes: ['core-batch-passed'] }
}
