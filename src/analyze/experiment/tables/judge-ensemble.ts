// All judges of one dimension together: their mean, how far they are apart, and how well they agree in each arm.
import { judgeTableParametersSchema } from '../../../contracts/experiment/analysis-parameters.js'
import type {
  JudgeEnsembleTable,
  JudgeReplicateTable,
} from '../../../contracts/experiment/analysis-tables.js'
import { meanOf } from '../../../statistics/moments.js'
import { type Coordinate, groupByCoordinate, listCoordinates, nameRow } from '../coordinates.js'
import { agreeInArm } from '../judge-agreement.js'
import { roundTo } from '../round.js'
import { RowTally } from '../row-tally.js'
import { readInput, readParameters, type StepInput, type StepResult } from '../table-step.js'

type MemberRow = JudgeReplicateTable['rows'][number]

/** Equal mean of the observed members (2 decimals), mean absolute difference of their pairs (3 decimals). */
export function tabulateJudgeEnsemble(input: StepInput): StepResult<JudgeEnsembleTable> {
  const { metricId, ensembleMemberIds } = readParameters(input.node, judgeTableParametersSchema)
  const members = groupByCoordinate(readInput(input, 'judge-replicate').rows)
  const tally = new RowTally()
  const rows = [...listCoordinates(input.scope)].flatMap((coordinate) => {
    const read = members.get(coordinate)
    return read === undefined ? [] : [combine(coordinate, read, tally)]
  })
  const agreement = input.scope.targetIds.map((targetId) => {
    const units = [...listCoordinates({ ...input.scope, targetIds: [targetId] })].flatMap((coordinate) => {
      const read = members.get(coordinate)
      return read === undefined ? [] : [new Map(read.map((row) => [row.ensembleMemberId, scoreOf(row)]))]
    })
    return { ...agreeInArm(ensembleMemberIds, units), targetId }
  })
  return { table: { agreement, metricId, rows, tableKind: 'judge-ensemble' }, ...tally.finish() }
}

function combine(
  { sampleId, targetId, trialIndex }: Coordinate,
  rows: readonly MemberRow[],
  tally: RowTally,
): JudgeEnsembleTable['rows'][number] {
  const scores: number[] = []
  for (const row of rows) {
    const score = scoreOf(row)
    if (score === null) tally.miss(nameRow(row, row.ensembleMemberId), 'missing', 'judge-without-reading')
    else {
      tally.include()
      scores.push(score)
    }
  }
  return {
    disagreement: scores.length < 2 ? null : roundTo(meanDistance(scores), 3),
    observedMembers: scores.length,
    plannedMembers: rows.length,
    sampleId,
    score:
      scores.length === 0
        ? { cellStatus: 'missing' }
        : { cellStatus: 'observed', score: roundTo(meanOf(scores), 2) },
    targetId,
    trialIndex,
  }
}

function scoreOf({ reading }: MemberRow): number | null {
  return reading.cellStatus === 'observed' ? reading.score : null
}

function meanDistance(scores: readonly number[]): number {
  return meanOf(scores.flatMap((score, at) => scores.slice(at + 1).map((other) => Math.abs(score - other))))
}
