// One score for each trial, from those layers that were observed, and what every arm comes to.
import { compositeTableParametersSchema } from '../../../contracts/experiment/analysis-parameters.js'
import type { CompositeTable, ScoreCell, ScoreLayer } from '../../../contracts/experiment/analysis-tables.js'
import { meanOf } from '../../../statistics/moments.js'
import { type Coordinate, groupByCoordinate, listCoordinates, nameRow } from '../coordinates.js'
import { groupBy } from '../group-by.js'
import { roundTo } from '../round.js'
import { RowTally } from '../row-tally.js'
import { readInputs, readParameters, type StepInput, type StepResult } from '../table-step.js'
import { averageUnits } from '../units.js'

type Row = CompositeTable['rows'][number]

/** Equal mean of the observed layers, 2 decimals. A trial without a layer has no score, which is not 0. */
export function tabulateComposites(input: StepInput): StepResult<CompositeTable> {
  const { layers } = readParameters(input.node, compositeTableParametersSchema)
  const cellOf = readLayers(input)
  const tally = new RowTally()
  const rows = [...listCoordinates(input.scope)].map((coordinate): Row => {
    const cells = layers.map((layer) => {
      const score = cellOf(coordinate, layer)
      if (score.cellStatus === 'observed') tally.include()
      else if (score.cellStatus === 'not-applicable') tally.skip(nameRow(coordinate, layer))
      else tally.miss(nameRow(coordinate, layer), 'missing', 'layer-without-score')
      return { layer, score }
    })
    const { sampleId, targetId, trialIndex } = coordinate
    return { layers: cells, sampleId, score: combine(cells), targetId, trialIndex }
  })
  return {
    table: { rows, tableKind: 'composite', targets: summarize(input.scope.targetIds, layers, rows) },
    ...tally.finish(),
  }
}

function readLayers(input: StepInput): (coordinate: Coordinate, layer: ScoreLayer) => ScoreCell {
  const assertions = groupByCoordinate(readInputs(input, 'assertion-layer').flatMap(({ rows }) => rows))
  const dimensions = groupByCoordinate(readInputs(input, 'dimension').flatMap(({ rows }) => rows))
  return (coordinate, layer) => {
    if (layer === 'judge') return dimensions.get(coordinate)?.[0]?.score ?? { cellStatus: 'not-applicable' }
    const cell = assertions.get(coordinate)?.[0]?.[layer]
    if (cell === undefined) return { cellStatus: 'not-applicable' }
    if (cell.cellStatus === 'observed') return { cellStatus: 'observed', score: cell.score }
    return { cellStatus: cell.cellStatus }
  }
}

function combine(cells: Row['layers']): ScoreCell {
  const scores = cells.flatMap(({ score }) => (score.cellStatus === 'observed' ? [score.score] : []))
  if (scores.length > 0) return { cellStatus: 'observed', score: roundTo(meanOf(scores), 2) }
  const planned = cells.some(({ score }) => score.cellStatus === 'missing')
  return { cellStatus: planned ? 'missing' : 'not-applicable' }
}

function summarize(
  targetIds: readonly string[],
  layers: readonly ScoreLayer[],
  rows: readonly Row[],
): CompositeTable['targets'] {
  const byTarget = groupBy(rows, ({ targetId }) => targetId)
  return targetIds.map((targetId) => {
    const own = byTarget.get(targetId) ?? []
    const scores = averageUnits(own, ({ score }) => score)
    return {
      layers: layers.map((layer) => {
        const means = averageUnits(
          own,
          (row) => row.layers.find((each) => each.layer === layer)?.score ?? { cellStatus: 'not-applicable' },
        )
        return { layer, mean: meanOfUnits(means), units: means.size }
      }),
      score: meanOfUnits(scores),
      targetId,
      units: scores.size,
    }
  })
}

function meanOfUnits(units: ReadonlyMap<string, number>): number | null {
  return units.size === 0 ? null : roundTo(meanOf([...units.values()]), 4)
}
