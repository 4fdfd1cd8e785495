// From trials to units: the score of a sample is the mean over its trials, before anything else is computed of it.
import type { ScoreCell } from '../../contracts/experiment/analysis-tables.js'
import { meanOf } from '../../statistics/moments.js'

/** The mean of the scored rows of each sample, in the order of the rows; samples without a score are not in it. */
export function averageUnits<Row extends { readonly sampleId: string }>(
  rows: readonly Row[],
  cellOf: (row: Row) => ScoreCell,
): ReadonlyMap<string, number> {
  const scores = new Map<string, number[]>()
  for (const row of rows) {
    const cell = cellOf(row)
    if (cell.cellStatus !== 'observed') continue
    const known = scores.get(row.sampleId)
    if (known) known.push(cell.score)
    else scores.set(row.sampleId, [cell.score])
  }
  return new Map([...scores].map(([sampleId, all]) => [sampleId, meanOf(all)]))
}
