// The readings of each judge on one dimension: their mean and spread over replicates.
import { judgeTableParametersSchema } from '../../../contracts/experiment/analysis-parameters.js'
import type { JudgeReplicateTable } from '../../../contracts/experiment/analysis-tables.js'
import { meanOf, sampleVariance } from '../../../statistics/moments.js'
import { listCoordinates, nameRow } from '../coordinates.js'
import { roundTo } from '../round.js'
import { RowTally } from '../row-tally.js'
import { readParameters, type StepInput, type StepResult } from '../table-step.js'

/** Mean of the observed readings (2 decimals) and their standard deviation with n - 1 (3 decimals). */
export function tabulateJudgeReplicates({
  node,
  scope,
  readings,
}: StepInput): StepResult<JudgeReplicateTable> {
  const { metricId, ensembleMemberIds, replicateCount } = readParameters(node, judgeTableParametersSchema)
  const tally = new RowTally()
  const rows = [...listCoordinates(scope)].flatMap((coordinate) => {
    const { sampleId, targetId, trialIndex } = coordinate
    const instruments = readings.instruments.reading(sampleId, metricId)
    if (instruments.length === 0) return []
    return ensembleMemberIds.map((ensembleMemberId) => {
      const scores = instruments.flatMap((instrument): number[] => {
        const { evaluatorId, ensembleMemberId: member } = instrument.evaluator
        if (member !== ensembleMemberId) return []
        const reading = readings.read(coordinate, instrument)
        if (reading.readingStatus !== 'observed') {
          tally.miss(nameRow(coordinate, evaluatorId, metricId), reading.readingStatus, reading.reasonCode)
          return []
        }
        tally.include()
        return [Number(reading.value)]
      })
      return {
        ensembleMemberId,
        observedReplicates: scores.length,
        plannedReplicates: replicateCount,
        reading:
          scores.length === 0
            ? ({ cellStatus: 'missing' } as const)
            : ({ cellStatus: 'observed', score: roundTo(meanOf(scores), 2) } as const),
        sampleId,
        standardDeviation: scores.length < 2 ? null : roundTo(Math.sqrt(sampleVariance(scores)), 3),
        targetId,
        trialIndex,
      }
    })
  })
  return { table: { metricId, rows, tableKind: 'judge-replicate' }, ...tally.finish() }
}
