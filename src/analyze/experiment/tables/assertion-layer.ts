// The layers of assertions: of each trial, what share of the observed weight passed, facts and behavior apart.
import {
  type AssertionLayerParameters,
  assertionLayerParametersSchema,
} from '../../../contracts/experiment/analysis-parameters.js'
import type { AssertionLayerTable, LayerCell } from '../../../contracts/experiment/analysis-tables.js'
import { meanOf } from '../../../statistics/moments.js'
import { type Coordinate, listCoordinates, nameRow } from '../coordinates.js'
import { groupBy } from '../group-by.js'
import type { Readings } from '../readings.js'
import { roundTo } from '../round.js'
import { RowTally } from '../row-tally.js'
import { readParameters, type StepInput, type StepResult } from '../table-step.js'

type Criterion = AssertionLayerParameters['criteria'][number]

/**
 * `layer = 1 + 4 passedWeight / observedWeight`, 2 decimals. A criterion that several readings decide passes by the share
 * of them that pass: equally over judges, and equally over the replicates of each. Sets that mix layers count in none.
 */
export function tabulateAssertionLayers({
  node,
  scope,
  readings,
}: StepInput): StepResult<AssertionLayerTable> {
  const { criteria } = readParameters(node, assertionLayerParametersSchema)
  const bySample = groupBy(criteria, ({ sampleId }) => sampleId)
  const tally = new RowTally()
  const rows = [...listCoordinates(scope)].map((coordinate) => {
    const own = bySample.get(coordinate.sampleId) ?? []
    const shares = own.map((criterion) => readCriterion(coordinate, criterion, readings, tally))
    for (const { evaluatorId, metricId } of readings.strays(coordinate))
      tally.skip(nameRow(coordinate, evaluatorId, metricId))
    const scoreOf = (layer: 'fact' | 'behavior') => scoreLayer(own, shares, layer)
    return { behavior: scoreOf('behavior'), fact: scoreOf('fact'), ...coordinate }
  })
  return { table: { rows, tableKind: 'assertion-layer' }, ...tally.finish() }
}

/** The share of readings that pass; null where nothing was read. */
function readCriterion(
  coordinate: Coordinate,
  { metricId, layer }: Criterion,
  readings: Readings,
  tally: RowTally,
): number | null {
  const members = new Map<string, number[]>()
  for (const instrument of readings.instruments.reading(coordinate.sampleId, metricId)) {
    const { evaluatorId, ensembleMemberId } = instrument.evaluator
    const reading = readings.read(coordinate, instrument)
    const rowId = () => nameRow(coordinate, evaluatorId, metricId)
    if (reading.readingStatus !== 'observed') {
      tally.miss(rowId(), reading.readingStatus, reading.reasonCode)
      continue
    }
    if (layer === 'excluded-mixed-layer') tally.exclude(rowId(), 'criterion-of-both-layers')
    else tally.include()
    const known = members.get(ensembleMemberId) ?? []
    members.set(ensembleMemberId, known)
    known.push(reading.value === true ? 1 : 0)
  }
  return members.size === 0 ? null : meanOf([...members.values()].map(meanOf))
}

function scoreLayer(
  criteria: readonly Criterion[],
  shares: readonly (number | null)[],
  layer: 'fact' | 'behavior',
): LayerCell {
  let plannedCriteria = 0
  let observedCriteria = 0
  let observedWeight = 0
  let passedWeight = 0
  criteria.forEach((criterion, at) => {
    if (criterion.layer !== layer) return
    plannedCriteria++
    const share = shares[at] ?? null
    if (share === null) return
    observedCriteria++
    observedWeight += criterion.weight
    passedWeight += criterion.weight * share
  })
  if (plannedCriteria === 0) return { cellStatus: 'not-applicable' }
  if (observedCriteria === 0) return { cellStatus: 'missing', plannedCriteria }
  const score = roundTo(1 + (4 * passedWeight) / observedWeight, 2)
  return { cellStatus: 'observed', observedCriteria, observedWeight, passedWeight, plannedCriteria, score }
}
