// The dimensions of a rubric in one score for each trial.
import {
  type DimensionTableParameters,
  dimensionTableParametersSchema,
} from '../../../contracts/experiment/analysis-parameters.js'
import type { DimensionTable, JudgeEnsembleTable } from '../../../contracts/experiment/analysis-tables.js'
import {
  type Coordinate,
  type CoordinateMap,
  groupByCoordinate,
  listCoordinates,
  nameRow,
} from '../coordinates.js'
import { roundTo } from '../round.js'
import { RowTally } from '../row-tally.js'
import { readInputs, readParameters, type StepInput, type StepResult } from '../table-step.js'

type Row = DimensionTable['rows'][number]
type Scores = ReadonlyMap<string, CoordinateMap<JudgeEnsembleTable['rows'][number][]>>

/** Mean of the observed dimensions, 2 decimals: by the weights of the sample, equally where it gives none. */
export function tabulateDimensions(input: StepInput): StepResult<DimensionTable> {
  const parameters = readParameters(input.node, dimensionTableParametersSchema)
  const scores: Scores = new Map(
    readInputs(input, 'judge-ensemble').map(({ metricId, rows }) => [metricId, groupByCoordinate(rows)]),
  )
  const weights = new Map(
    (parameters.sampleWeights ?? []).map(({ sampleId, weights }) => [
      sampleId,
      new Map(weights.map(({ metricId, weight }) => [metricId, weight])),
    ]),
  )
  const tally = new RowTally()
  const rows = [...listCoordinates(input.scope)].map((coordinate): Row => {
    const { sampleId, targetId, trialIndex } = coordinate
    const own = weights.get(sampleId)
    const dimensions = parameters.dimensions.flatMap((dimension) =>
      readDimension(coordinate, dimension, scores, tally).map((score) => ({
        dimensionId: dimension.dimensionId,
        score,
        weight: own?.get(dimension.metricId) ?? 1,
      })),
    )
    return { dimensions, sampleId, score: combine(dimensions), targetId, trialIndex }
  })
  return { table: { rows, tableKind: 'dimension' }, ...tally.finish() }
}

/** Nothing where the dimension does not apply to the sample. */
function readDimension(
  coordinate: Coordinate,
  { metricId, dimensionId }: DimensionTableParameters['dimensions'][number],
  scores: Scores,
  tally: RowTally,
): readonly Row['score'][] {
  const [row] = scores.get(metricId)?.get(coordinate) ?? []
  if (row === undefined) return []
  if (row.score.cellStatus === 'observed') tally.include()
  else tally.miss(nameRow(coordinate, dimensionId), 'missing', 'dimension-without-score')
  return [row.score]
}

function combine(dimensions: Row['dimensions']): Row['score'] {
  if (dimensions.length === 0) return { cellStatus: 'not-applicable' }
  let sum = 0
  let total = 0
  for (const { score, weight } of dimensions) {
    if (score.cellStatus !== 'observed') continue
    sum += weight * score.score
    total += weight
  }
  return total === 0 ? { cellStatus: 'missing' } : { cellStatus: 'observed', score: roundTo(sum / total, 2) }
}
