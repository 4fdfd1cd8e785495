import { describe, expect, test } from 'vitest'
import { gateBatch, gateComparison, gateRun, statusOf } from '../../../src/decide/experiment/gate.js'
import { planFor } from '../../analyze/experiment/support/plans.js'
import { type Asked, failExecutions } from '../../analyze/experiment/support/records.js'
import { decide, recordsOf } from './support/decided.js'

const index = ({ sampleId }: Asked) => Number(sampleId.slice(1))
const plan = planFor(12, { minimum: 10, treatments: ['best', 'next'] })
const both = await decide(
  plan,
  recordsOf(plan, (asked) => asked.targetId !== 'base' || index(asked) >= 6),
)
const mixed = await decide(
  plan,
  recordsOf(plan, (asked) => asked.targetId === 'best' || index(asked) >= 6),
)
const partial = await decide(
  plan,
  failExecutions(
    recordsOf(plan, () => true),
    ({ sampleId }) => sampleId === 's00',
  ),
)
const done = ['completed', 'completed'] as const

describe('the status of a run', () => {
  test('has three axes', () => {
    expect(statusOf(done, both.analysis, both.decision)).toEqual({
      runStatus: 'completed',
      evidenceStatus: 'complete',
      conclusionStatus: 'conclusive',
    })
    expect(statusOf(done, partial.analysis, partial.decision)).toEqual({
      runStatus: 'completed',
      evidenceStatus: 'partial',
      conclusionStatus: 'inconclusive',
    })
    expect(statusOf(done, both.analysis, null).conclusionStatus).toBe('not-evaluated')
  })

  test('is that of its worst stage', () => {
    const of = (...stages: Parameters<typeof statusOf>[0]) => statusOf(stages, both.analysis, null).runStatus
    expect(of('completed', 'budget-exhausted')).toBe('budget-exhausted')
    expect(of('cancelled', 'budget-exhausted')).toBe('cancelled')
    expect(of('failed', 'cancelled')).toBe('failed')
  })
})

describe('the gate', () => {
  const gate = (
    { analysis, decision }: typeof both,
    stages: Parameters<typeof statusOf>[0] = done,
    reportOnly = false,
  ) => gateRun(statusOf(stages, analysis, decision), decision, reportOnly)

  test('opens for PROGRESS', () => {
    expect(gate(both)).toEqual({ gateStatus: 'passed', exitCode: 0, reasonCodes: ['release-gates-passed'] })
  })

  test('stays closed for every other verdict', () => {
    expect(gate(mixed)).toMatchObject({ gateStatus: 'blocked', exitCode: 1 })
    expect(gate(mixed).reasonCodes[0]).toBe('core-verdict-NOISE')
  })

  test('stays closed on incomplete evidence, and without a conclusion', () => {
    expect(gate(partial)).toEqual({
      gateStatus: 'blocked',
      exitCode: 1,
      reasonCodes: ['core-evidence-partial'],
    })
    const without = gateRun(statusOf(done, both.analysis, null), null, false)
    expect(without).toMatchObject({ exitCode: 1, reasonCodes: ['core-conclusion-not-evaluated'] })
    const undecided = {
      ...partial.decision,
      decisionStatus: 'not-decided' as const,
      reasonCodes: ['decision-cancelled' as const],
    }
    expect(gateRun(statusOf(done, both.analysis, undecided), undecided, false).reasonCodes).toEqual([
      'core-conclusion-inconclusive',
    ])
  })

  test('is skipped when only a report is wanted of a completed run, whatever was found', () => {
    const skipped = { gateStatus: 'skipped', exitCode: 0, reasonCodes: ['core-report-only'] }
    expect(gate(mixed, done, true)).toEqual(skipped)
    expect(gate(partial, done, true)).toEqual(skipped)
  })

  test('stays closed for a run that was not completed, also when only a report is wanted', () => {
    expect(gate(both, ['cancelled', 'completed'], true)).toEqual({
      gateStatus: 'blocked',
      exitCode: 1,
      reasonCodes: ['core-run-cancelled'],
    })
  })

  test('of one comparison opens for its own verdict', () => {
    const run = gate(mixed)
    expect(gateComparison(run, mixed.decision, 'control-vs-best').gateStatus).toBe('passed')
    expect(gateComparison(run, mixed.decision, 'control-vs-next').gateStatus).toBe('blocked')
    expect(gateComparison(gate(partial), partial.decision, 'control-vs-best')).toEqual(gate(partial))
  })

  test('of a batch is closed by one child, and by having none', () => {
    expect(gateBatch([gate(both), gate(mixed)])).toMatchObject({ exitCode: 1 })
    expect(gateBatch([gate(both), gate(both)])).toMatchObject({ gateStatus: 'passed', exitCode: 0 })
    expect(gateBatch([])).toMatchObject({ exitCode: 1 })
    expect(gateBatch([gate(mixed, done, true)])).toMatchObject({ gateStatus: 'skipped', exitCode: 0 })
  })
})
