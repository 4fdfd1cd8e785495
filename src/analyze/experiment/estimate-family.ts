// Intervals of a family of paired comparisons from the scores of its arms.
import type { BootstrapFamilyParameters } from '../../contracts/experiment/analysis-parameters.js'
import type { BootstrapFamilyTable, FamilyComparisonRow } from '../../contracts/experiment/interval-tables.js'
import { type PairedUnits, pairBlocks } from '../../statistics/pair-blocks.js'
import type { Resample, Resampled, ResamplingJob } from '../../statistics/resampling-job.js'
import type { Scope } from './coordinates.js'
import { estimateComparison, reportInterval } from './report-interval.js'

/** The score of each sample that has one, by target. */
export type ArmScores = ReadonlyMap<string, ReadonlyMap<string, number>>

type Comparison = BootstrapFamilyParameters['comparisons'][number]

/**
 * Paired percentile intervals, with `alpha` shared out over the comparisons that were observed where the plan corrects
 * for their number. Without a complete pair a comparison is missing: there is no point estimate to fall back on.
 */
export async function estimateFamily(
  parameters: BootstrapFamilyParameters,
  scope: Pick<Scope, 'targetIds' | 'sampleIds'>,
  arms: ArmScores,
  resample: Resample,
): Promise<BootstrapFamilyTable> {
  const { comparisons, alpha, correction, design, resamples: draws, seed } = parameters
  const { targetIds, sampleIds } = scope
  const paired = comparisons.map((comparison) => pairArms(comparison, sampleIds, arms))
  const observed = paired.filter(({ complete }) => complete.length > 0).length
  const shared = correction === 'bonferroni' && observed > 0 ? alpha / observed : alpha
  const scoresOf = (targetId: string) =>
    sampleIds.flatMap((sampleId) => arms.get(targetId)?.get(sampleId) ?? [])
  const results = await resample([
    ...targetIds.map(
      (targetId): ResamplingJob => ({ estimand: 'mean', values: scoresOf(targetId), alpha, draws, seed }),
    ),
    ...paired.map(
      ({ complete }): ResamplingJob => ({
        estimand: 'paired-difference',
        values: complete.map(({ difference }) => difference),
        alpha: shared,
        draws,
        seed,
      }),
    ),
  ])
  const rows = comparisons.map((comparison, at) =>
    describe(comparison, arms, paired[at], results[targetIds.length + at], shared),
  )
  const missing = rows.filter(({ comparisonStatus }) => comparisonStatus === 'missing')
  return {
    comparisons: rows,
    configuration: { alpha, correction, design, resamples: draws, seed },
    family: {
      effectiveAlpha: observed === 0 ? null : shared,
      missingComparisons: missing.map(({ comparisonId }) => comparisonId),
      nominalAlpha: alpha,
      observedComparisons: observed,
      plannedComparisons: comparisons.length,
    },
    observations: targetIds.flatMap((targetId) =>
      sampleIds.map((sampleId) => ({
        sampleId,
        score: arms.get(targetId)?.get(sampleId) ?? null,
        targetId,
      })),
    ),
    tableKind: 'bootstrap-family',
    targetIntervals: targetIds.map((targetId, at) => ({
      interval: reportInterval(results[at]),
      targetId,
      units: arms.get(targetId)?.size ?? 0,
    })),
  }
}

function pairArms(
  { controlTargetId, treatmentTargetId }: Comparison,
  sampleIds: readonly string[],
  arms: ArmScores,
): PairedUnits {
  const [control, treatment] = [arms.get(controlTargetId), arms.get(treatmentTargetId)]
  return pairBlocks(
    sampleIds.map((unitId) => ({
      unitId,
      control: [control?.get(unitId) ?? null],
      treatment: [treatment?.get(unitId) ?? null],
    })),
  )
}

function describe(
  { comparisonId, controlTargetId, treatmentTargetId }: Comparison,
  arms: ArmScores,
  paired: PairedUnits | undefined,
  resampled: Resampled | undefined,
  effectiveAlpha: number,
): FamilyComparisonRow {
  const complete = paired?.complete ?? []
  const counts = {
    comparableUnits: complete.length,
    controlUnits: arms.get(controlTargetId)?.size ?? 0,
    treatmentUnits: arms.get(treatmentTargetId)?.size ?? 0,
  }
  const binding = { comparisonId, controlTargetId, counts, treatmentTargetId }
  return estimateComparison(binding, complete, resampled, effectiveAlpha)
}
