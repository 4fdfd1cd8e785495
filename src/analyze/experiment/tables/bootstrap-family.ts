// The intervals of a family of paired comparisons: one difference for each sample that both arms have a score of.
import { bootstrapFamilyParametersSchema } from '../../../contracts/experiment/analysis-parameters.js'
import type { CompositeTable } from '../../../contracts/experiment/analysis-tables.js'
import type { BootstrapFamilyTable } from '../../../contracts/experiment/interval-tables.js'
import { nameRow, type Scope } from '../coordinates.js'
import { type ArmScores, estimateFamily } from '../estimate-family.js'
import { groupBy } from '../group-by.js'
import { checkAssumptions } from '../report-interval.js'
import { RowTally, type Tallied } from '../row-tally.js'
import { readInput, readParameters, type StepInput, type StepResult } from '../table-step.js'
import { averageUnits } from '../units.js'

/** A table of {@link estimateFamily} over the composite scores, trials averaged inside each sample. */
export async function tabulateBootstrapFamily(input: StepInput): Promise<StepResult<BootstrapFamilyTable>> {
  const parameters = readParameters(input.node, bootstrapFamilyParametersSchema)
  const { scope } = input
  const composite = readInput(input, 'composite')
  const table = await estimateFamily(parameters, scope, scoreArms(scope, composite), input.resample)
  return {
    table,
    ...tallyRows(scope, composite, table.comparisons),
    assumptionChecks: checkAssumptions(input.node.nodeId, table.comparisons),
    ...(table.family.observedComparisons === 0 ? { inconclusive: ['bootstrap-no-complete-pairs'] } : {}),
  }
}

function scoreArms({ targetIds, sampleIds }: Scope, { rows }: CompositeTable): ArmScores {
  const samples = new Set(sampleIds)
  const byTarget = groupBy(
    rows.filter(({ sampleId }) => samples.has(sampleId)),
    ({ targetId }) => targetId,
  )
  return new Map(
    targetIds.map((targetId) => [targetId, averageUnits(byTarget.get(targetId) ?? [], ({ score }) => score)]),
  )
}

/** Trials of samples without a counterpart are read and compared with nothing. */
function tallyRows(
  scope: Scope,
  { rows }: CompositeTable,
  comparisons: BootstrapFamilyTable['comparisons'],
): Tallied {
  const compared = new Map<string, Set<string>>(scope.targetIds.map((targetId) => [targetId, new Set()]))
  for (const row of comparisons) {
    if (row.comparisonStatus === 'missing') continue
    for (const unitId of row.includedSourceGroupIds) {
      compared.get(row.controlTargetId)?.add(unitId)
      compared.get(row.treatmentTargetId)?.add(unitId)
    }
  }
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
