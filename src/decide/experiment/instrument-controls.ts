// Comparisons with known answers: when one of them comes out otherwise, the instrument is broken and nothing is decided.
import type { ReleaseParameters } from '../../contracts/experiment/analysis-parameters.js'
import type { InstrumentControl, UndecidedReason } from '../../contracts/experiment/decision-record.js'
import type { FamilyComparisonRow } from '../../contracts/experiment/interval-tables.js'

/** What came of each control. A win is a significant gain; a tie is an interval that holds 0. */
export function readInstrumentControls(
  rows: readonly FamilyComparisonRow[],
  { instrumentControls = [] }: Pick<ReleaseParameters, 'instrumentControls'>,
): readonly InstrumentControl[] {
  return instrumentControls.map(({ comparisonId, expectation }) => {
    const row = rows.find((each) => each.comparisonId === comparisonId)
    if (row?.comparisonStatus !== 'estimated')
      return { comparisonId, expectation, outcome: 'unavailable', interval: null }
    const { interval } = row
    const behaved = expectation === 'must-win' ? interval.lower > 0 : !interval.significant
    return { comparisonId, expectation, outcome: behaved ? 'as-expected' : 'unexpected', interval }
  })
}

/** Why controls forbid a decision. */
export function findControlFaults(controls: readonly InstrumentControl[]): readonly UndecidedReason[] {
  const some = (outcome: InstrumentControl['outcome']) => controls.some((each) => each.outcome === outcome)
  return [
    ...(some('unavailable') ? (['instrument-control-unavailable'] as const) : []),
    ...(some('unexpected') ? (['instrument-control-failed'] as const) : []),
  ]
}
