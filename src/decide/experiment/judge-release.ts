// The rules of a release on facts alone: the same for one run and for a series.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import type { ReleaseParameters } from '../../contracts/experiment/analysis-parameters.js'
import {
  type DecidedComparison,
  type InstrumentControl,
  type UndecidedReason,
  type Verdict,
  type VerdictReason,
  verdictSchema,
} from '../../contracts/experiment/decision-record.js'
import { passesLayerGate } from './cautions.js'
import { decideComparison } from './decide-comparison.js'
import { findControlFaults, readInstrumentControls } from './instrument-controls.js'
import type { ReleaseFacts } from './release-facts.js'

/** What the rules come to. */
export type Judgement = { readonly instrumentControls: readonly InstrumentControl[] } & (
  | {
      readonly decisionStatus: 'decided'
      readonly verdict: Verdict
      readonly reasonCodes: readonly VerdictReason[]
      readonly decidingComparisonId?: string
      readonly comparisons: readonly DecidedComparison[]
    }
  | { readonly decisionStatus: 'not-decided'; readonly reasonCodes: readonly UndecidedReason[] }
)

/**
 * Decides by the worst comparison. Nothing is decided when an interval is missing or a control of the instrument comes
 * out otherwise than it must. `family`: ids of the comparisons that are decided together.
 */
export function judgeRelease(
  facts: ReleaseFacts,
  parameters: ReleaseParameters,
  family: readonly string[],
): Judgement {
  const instrumentControls = readInstrumentControls(facts.controls, parameters)
  const rows = family.map((id) => facts.comparisons.find(({ comparisonId }) => comparisonId === id))
  const estimated = rows.filter((row) => row?.comparisonStatus === 'estimated')
  const faults: readonly UndecidedReason[] = [
    ...(estimated.length < rows.length ? (['release-comparison-interval-unavailable'] as const) : []),
    ...findControlFaults(instrumentControls),
  ]
  if (faults.length > 0) return { decisionStatus: 'not-decided', reasonCodes: faults, instrumentControls }
  const comparisons = estimated.map((row) => decideComparison(row, facts, parameters))
  const [worst] = [...comparisons].sort(
    (a, b) => rankOf(a.verdict) - rankOf(b.verdict) || compareCodeUnits(a.comparisonId, b.comparisonId),
  )
  if (worst === undefined) return { ...judgeSolo(facts, parameters), instrumentControls }
  return {
    decisionStatus: 'decided',
    verdict: worst.verdict,
    reasonCodes: worst.reasonCodes,
    decidingComparisonId: worst.comparisonId,
    comparisons,
    instrumentControls,
  }
}

function rankOf(verdict: Verdict): number {
  return verdictSchema.options.indexOf(verdict)
}

/** A single arm is compared with nothing: only its layers are looked at. */
function judgeSolo({ arms }: ReleaseFacts, { targetIds, thresholds }: ReleaseParameters) {
  const passed = targetIds.every((id) => passesLayerGate(arms.get(id), thresholds.layerScore))
  return {
    decisionStatus: 'decided',
    verdict: 'SOLO',
    reasonCodes: [passed ? 'solo-layer-gate-passed' : 'solo-layer-gate-failed'],
    comparisons: [],
  } as const
}
