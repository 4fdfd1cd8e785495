// What speaks against trusting a gain that is statistically clear.

import type { ReleaseParameters } from '../../contracts/experiment/analysis-parameters.js'
import type { VerdictReason } from '../../contracts/experiment/decision-record.js'
import type { EstimatedComparison } from '../../contracts/experiment/interval-tables.js'
import { meanOf } from '../../statistics/moments.js'
import type { ArmSummary, EnsembleAgreement, ReleaseFacts } from './release-facts.js'

/** Fewer trials than this have no correlation. */
const MINIMUM_UNITS = 2

/** All cautions about a significant gain, in a fixed order. */
export function findCautions(
  { treatmentTargetId, controlTargetId, interval, counts }: EstimatedComparison,
  facts: ReleaseFacts,
  parameters: ReleaseParameters,
): VerdictReason[] {
  const { thresholds, sampleSizeRequirement: required } = parameters
  return [
    ...(counts.comparableUnits < required.minimumComparisonUnits
      ? (['comparison-sample-size-below-minimum'] as const)
      : []),
    ...(passesLayerGate(facts.arms.get(treatmentTargetId), thresholds.layerScore)
      ? []
      : (['treatment-layer-gate-failed'] as const)),
    ...(interval.estimate < thresholds.triviallySmallDifference
      ? (['comparison-effect-practically-trivial'] as const)
      : []),
    ...askJudges(facts.ensembles, [controlTargetId, treatmentTargetId], thresholds.judgeDissentPearson),
    ...compareHoldout(facts.scores.get(treatmentTargetId), parameters),
  ]
}

/** Whether every observed layer reaches the threshold; an arm without an observed layer reaches nothing. */
export function passesLayerGate(arm: ArmSummary | undefined, threshold: number): boolean {
  const means = (arm?.layers ?? []).flatMap(({ mean }) => (mean === null ? [] : [mean]))
  return means.length > 0 && means.every((mean) => mean >= threshold)
}

/**
 * Judges of a dimension contradict each other where their mean correlation lies below the threshold in either arm. Where
 * several judges were asked and it cannot be told, that is a caution too; a dimension that by the plan is read once in an
 * arm is left to the others.
 */
function askJudges(
  ensembles: readonly EnsembleAgreement[],
  arms: readonly string[],
  threshold: number,
): VerdictReason[] {
  const asked = ensembles
    .map((agreement) => agreement.filter(({ targetId }) => arms.includes(targetId)))
    .filter((agreement) => agreement.some(({ plannedMembers }) => plannedMembers > 1))
  if (asked.length === 0) return []
  const telling = asked.filter((agreement) =>
    agreement.every(({ plannedUnits }) => plannedUnits >= MINIMUM_UNITS),
  )
  const correlations = telling.flat().map(({ meanCorrelation }) => meanCorrelation)
  const unmeasured = telling.length === 0 || correlations.some((correlation) => correlation === null)
  return [
    ...(correlations.some((correlation) => correlation !== null && correlation < threshold)
      ? (['judge-ensemble-dissent'] as const)
      : []),
    ...(unmeasured ? (['judge-uncertainty-unmeasured'] as const) : []),
  ]
}

/** The gain does not generalize where the treatment scores more on its train samples than on those set aside. */
function compareHoldout(
  scores: ReadonlyMap<string, number> | undefined,
  { holdout, thresholds }: ReleaseParameters,
): VerdictReason[] {
  if (holdout === undefined) return []
  const side = (ids: readonly string[]) => ids.flatMap((id) => scores?.get(id) ?? [])
  const [train, held] = [side(holdout.trainSampleIds), side(holdout.holdoutSampleIds)]
  if (Math.min(train.length, held.length) < holdout.minimumScorablePerPartition)
    return ['holdout-gap-unmeasured']
  return meanOf(train) - meanOf(held) > thresholds.holdoutGap ? ['holdout-generalization-gap'] : []
}
