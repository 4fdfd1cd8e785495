// Whether everything that was planned to be measured was measured.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import type { Evidence } from '../../contracts/experiment/analysis-bundle.js'
import type { RowCounts } from '../../contracts/experiment/analysis-record.js'
import { listCoordinates, type Scope } from './coordinates.js'
import type { Readings } from './readings.js'

type Counts<Of> = { -readonly [Key in keyof Of]: number }

/**
 * Counts executions and readings of a whole plan. `complete` only if each one that was planned is there: what does not
 * apply by the plan is no absence, and every other absence is one.
 */
export function assessEvidence(scope: Scope, readings: Readings): Evidence {
  const executions: Counts<Evidence['executions']> = {
    planned: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    censored: 0,
    notStarted: 0,
  }
  const rows: Counts<RowCounts> & { planned: number } = {
    planned: 0,
    observed: 0,
    notApplicable: 0,
    missing: 0,
    invalid: 0,
    evaluationFailed: 0,
    sourceUnavailable: 0,
    notStarted: 0,
    censored: 0,
  }
  const absences = new Map<string, number>()
  for (const coordinate of listCoordinates(scope)) {
    executions.planned++
    executions[endOf(readings.execution(coordinate)?.executionStatus)]++
    for (const instrument of readings.instruments.of(coordinate.sampleId)) {
      const reading = readings.read(coordinate, instrument)
      rows.planned++
      rows[reading.readingStatus]++
      if (reading.readingStatus === 'observed') continue
      absences.set(reading.reasonCode, (absences.get(reading.reasonCode) ?? 0) + 1)
    }
    const strays = readings.strays(coordinate).length
    rows.planned += strays
    rows.notApplicable += strays
  }
  const whole =
    executions.completed === executions.planned && rows.observed + rows.notApplicable === rows.planned
  return {
    evidenceStatus: rows.observed === 0 ? 'unresolvable' : whole ? 'complete' : 'partial',
    executions,
    readings: rows,
    absences: [...absences]
      .map(([reasonCode, count]) => ({ reasonCode, count }))
      .sort((a, b) => b.count - a.count || compareCodeUnits(a.reasonCode, b.reasonCode)),
  }
}

function endOf(
  status: 'completed' | 'failed' | 'cancelled' | 'budget-censored' | undefined,
): Exclude<keyof Evidence['executions'], 'planned'> {
  if (status === undefined) return 'notStarted'
  return status === 'budget-censored' ? 'censored' : status
}
