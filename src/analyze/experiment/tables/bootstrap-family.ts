// The intervals of a family of paired comparisons: one difference for each sample that both arms have a score of.
import {
  type BootstrapFamilyParameters,
  bootstrapFamilyParametersSchema,
} from '../../../contracts/experiment/analysis-parameters.js'
import type { CompositeTable } from '../../../contracts/experiment/analysis-tables.js'
import type {
  BootstrapFamilyTable,
  FamilyComparisonRow,
} from '../../../contracts/experiment/interval-tables.js'
import { type PairedUnits, pairBlocks } from '../../../statistics/pair-blocks.js'
import type { Resampled, ResamplingJob } from '../../../statistics/resampling-job.js'
import { nameRow, type Scope } from '../coordinates.js'
import { groupBy } from '../group-by.js'
import { checkAssumptions, estimateComparison, reportInterval } from '../report-interval.js'
import { RowTally, type Tallied } from '../row-tally.js'
import { readInput, readParameters, type StepInput, type StepResult } from '../table-step.js'
import { averageUnits } from '../units.js'

type Arms = ReadonlyMap<string, ReadonlyMap<string, number>>
type Comparison = BootstrapFamilyParameters['comparisons'][number]

/**
 * Paired percentile intervals, with `alpha` shared out over the comparisons that were observed where the plan corrects
 * for their number. Without a complete pair a comparison is missing: there is no point estimate to fall back on.
 */
export async function tabulateBootstrapFamily(input: StepInput): Promise<StepResult<BootstrapFamilyTable>> {
  const parameters = readParameters(input.node, bootstrapFamilyParametersSchema)
  const { comparisons, alpha, correction, resamples: draws, seed } = parameters
  const { scope } = input
  const composite = readInput(input, 'composite')
  const arms = scoreArms(scope, composite)
  const paired = comparisons.map((comparison) => pairArms(comparison, scope, arms))
  const observed = paired.filter(({ complete }) => complete.length > 0).length
  const shared = correction === 'bonferroni' && observed > 0 ? alpha / observed : alpha
  const jobs: ResamplingJob[] = [
    ...scope.targetIds.map((targetId): ResamplingJob => {
      const values = [...(arms.get(targetId)?.values() ?? [])]
      return { estimand: 'mean', values, alpha, draws, seed }
    }),
    ...paired.map(({ complete }): ResamplingJob => {
      const values = complete.map(({ difference }) => difference)
      return { estimand: 'paired-difference', values, alpha: shared, draws, seed }
    }),
  ]
  const results = await input.resample(jobs)
  const rows = comparisons.map((comparison, at) =>
    describe(comparison, arms, paired[at], results[scope.targetIds.length + at], shared),
  )
  const missing = rows.filter(({ comparisonStatus }) => comparisonStatus === 'missing')
  const { comparisons: _, ...configuration } = parameters
  return {
    table: {
      tableKind: 'bootstrap-family',
      configuration,
      observations: scope.targetIds.flatMap((targetId) =>
        scope.sampleIds.map((sampleId) => ({
          targetId,
          sampleId,
          score: arms.get(targetId)?.get(sampleId) ?? null,
        })),
      ),
      targetIntervals: scope.targetIds.map((targetId, at) => ({
        targetId,
        units: arms.get(targetId)?.size ?? 0,
        interval: reportInterval(results[at]),
      })),
      comparisons: rows,
      family: {
        plannedComparisons: comparisons.length,
        observedComparisons: observed,
        missingComparisons: missing.map(({ comparisonId }) => comparisonId),
        nominalAlpha: alpha,
        effectiveAlpha: observed === 0 ? null : shared,
      },
    },
    ...tallyRows(scope, composite, comparisons, paired),
    assumptionChecks: checkAssumptions(input.node.nodeId, rows),
    ...(observed === 0 ? { inconclusive: ['bootstrap-no-complete-pairs'] } : {}),
  }
}

function scoreArms({ targetIds, sampleIds }: Scope, { rows }: CompositeTable): Arms {
  const samples = new Set(sampleIds)
  const byTarget = groupBy(
    rows.filter(({ sampleId }) => samples.has(sampleId)),
    ({ targetId }) => targetId,
  )
  return new Map(
    targetIds.map((targetId) => [targetId, averageUnits(byTarget.get(targetId) ?? [], ({ score }) => score)]),
  )
}

function pairArms(
  { controlTargetId, treatmentTargetId }: Comparison,
  { sampleIds }: Scope,
  arms: Arms,
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
  arms: Arms,
  paired: PairedUnits | undefined,
  resampled: Resampled | undefined,
  effectiveAlpha: number,
): FamilyComparisonRow {
  const complete = paired?.complete ?? []
  const counts = {
    controlUnits: arms.get(controlTargetId)?.size ?? 0,
    treatmentUnits: arms.get(treatmentTargetId)?.size ?? 0,
    comparableUnits: complete.length,
  }
  const binding = { comparisonId, controlTargetId, treatmentTargetId, counts }
  return estimateComparison(binding, complete, resampled, effectiveAlpha)
}

/** Trials of samples without a counterpart are read and compared with nothing. */
function tallyRows(
  scope: Scope,
  { rows }: CompositeTable,
  comparisons: readonly Comparison[],
  paired: readonly PairedUnits[],
): Tallied {
  const compared = new Map<string, Set<string>>(scope.targetIds.map((targetId) => [targetId, new Set()]))
  comparisons.forEach(({ controlTargetId, treatmentTargetId }, at) => {
    for (const { unitId } of paired[at]?.complete ?? []) {
      compared.get(controlTargetId)?.add(unitId)
      compared.get(treatmentTargetId)?.add(unitId)
    }
  })
  const samples = new Set(scope.sampleIds)
  const tally = new RowTally()
  let comparable = 0
  for (const row of rows) {
    const units = compared.get(row.targetId)
    if (units === undefined || !samples.has(row.sampleId)) continue
    if (row.score.cellStatus === 'not-applicable') tally.skip(nameRow(row))
    else if (row.score.cellStatus === 'missing') tally.miss(nameRow(row), 'missing', 'trial-without-score')
    else {
      tally.include()
      if (units.has(row.sampleId)) comparable++
    }
  }
  return tally.finish(comparable)
}
