import { describe, expect, test } from 'vitest'
import { analyzeSeries } from '../../../src/analyze/experiment/series/analyze-series.js'
import { digestBytes } from '../../../src/contracts/digest.js'
import type { AnalysisBundle } from '../../../src/contracts/experiment/analysis-bundle.js'
import { decisionRecordSchema } from '../../../src/contracts/experiment/decision-record.js'
import { seriesAnalysisSchema } from '../../../src/contracts/experiment/series-analysis.js'
import { decideSeries, gateSeries } from '../../../src/decide/experiment/decide-series.js'
import { explainDecision } from '../../../src/decide/experiment/explain-decision.js'
import { type PlanParts, seriesFor } from '../../analyze/experiment/support/plans.js'
import {
  type Asked,
  analyze,
  failExecutions,
  type Records,
} from '../../analyze/experiment/support/records.js'
import { outcomeOf, recordsOf } from './support/decided.js'

const NOW = '2026-01-03T00:00:00.000Z'
const implementation = {
  implementationId: 'omk.series-release-decision/v1',
  fingerprint: digestBytes('series'),
  fingerprintBasis: 'content-derived',
  assuranceLevel: 'verified',
} as const
const index = ({ sampleId }: Asked) => Number(sampleId.slice(1))
type Met = (asked: Asked, run: number) => boolean
type Spoil = (records: Records, run: number) => Records | null

async function runSeries(
  samples: number,
  repeatCount: number,
  met: Met,
  parts: PlanParts = {},
  spoil: Spoil = (records) => records,
) {
  const { definition, memberships, plans } = seriesFor(samples, repeatCount, { minimum: 10, ...parts })
  const analyses = new Map<string, AnalysisBundle>()
  for (const [run, plan] of plans.entries()) {
    const records = spoil(
      recordsOf(plan, (asked) => met(asked, run)),
      run,
    )
    const { memberId = '' } = memberships[run] ?? {}
    if (records !== null) analyses.set(memberId, await analyze(plan, records))
  }
  const [plan] = plans
  if (plan === undefined) throw new Error('the series has no runs')
  const series = await analyzeSeries({
    definition,
    memberships,
    plan,
    analyses,
    implementation,
    derivedAt: NOW,
  })
  const decision = decideSeries({ definition, plan, series, implementation, decidedAt: NOW })
  if (decision === null) throw new Error('the series has no decision')
  return { definition, memberships, plan, plans, analyses, series, decision }
}
/** In run r the control fails the facts of samples 0 to 5 and r more. */
const gain: Met = (asked, run) => asked.targetId !== 'base' || index(asked) >= 6 + run

describe('a series', () => {
  test('is decided on differences of samples that are averaged over its runs', async () => {
    const { series, decision } = await runSeries(12, 3, gain)
    expect(outcomeOf({ decision })).toEqual([
      'PROGRESS',
      'release-gates-passed',
      'treatment-recovers-broken-control',
    ])
    expect(seriesAnalysisSchema.parse(JSON.parse(JSON.stringify(series)))).toEqual(series)
    expect(decisionRecordSchema.parse(JSON.parse(JSON.stringify(decision)))).toEqual(decision)
    const [comparison] = series.pooled?.family.comparisons ?? []
    // 12 samples, however many runs: 6 lose 2 in all runs, one in two of three, one in one of three.
    expect(comparison?.counts.comparableUnits).toBe(12)
    expect(comparison).toMatchObject({ interval: { estimate: 1.1667, significant: true } })
    const scores = series.pooled?.family.observations.filter(({ targetId }) => targetId === 'base')
    expect(scores?.slice(5, 9).map(({ score }) => score?.toFixed(3))).toEqual([
      '3.000',
      '3.667',
      '4.333',
      '5.000',
    ])
    expect(decision.decisionPolicyId).toBe('series-release')
    expect(decision.analysisBundleDigest).toBe(series.seriesDigest)
  })

  test('shows how much its runs differ', async () => {
    const { series, memberships } = await runSeries(12, 3, gain)
    const [base] = series.runVariance.targets
    expect(base).toEqual({
      targetId: 'base',
      score: {
        // 6, 7 and 8 of 12 samples score 3 instead of 5.
        runs: [4, 3.8333, 3.6667].map((value, run) => ({ memberId: memberships[run]?.memberId, value })),
        observedRuns: 3,
        mean: 3.8333,
        standardDeviation: 0.1667,
        minimum: 3.6667,
        maximum: 4,
        coefficientOfVariation: 0.0435,
      },
    })
    expect(series.runVariance.comparisons[0]?.estimate).toMatchObject({
      mean: 1.1667,
      standardDeviation: 0.1667,
    })
  })

  test('turns round with its arms, and is NOISE where its runs contradict each other', async () => {
    const loss: Met = (asked, run) => asked.targetId === 'base' || index(asked) >= 6 + run
    expect(outcomeOf(await runSeries(12, 3, loss))[0]).toBe('REGRESSION')
    const flipping: Met = (asked, run) => (asked.targetId === 'base') === (run === 0) || index(asked) >= 6
    expect(outcomeOf(await runSeries(12, 2, flipping))[0]).toBe('NOISE')
  })

  test('is CAUTIOUS on fewer samples than the minimum: runs add none', async () => {
    expect(outcomeOf(await runSeries(6, 3, (asked) => asked.targetId !== 'base'))).toEqual([
      'CAUTIOUS',
      'comparison-sample-size-below-minimum',
    ])
  })

  test('judges dissent over all runs, and controls of the instrument too', async () => {
    const controls = { clone: 'must-tie' } as const
    const met: Met = (asked) => (asked.targetId !== 'base' && asked.targetId !== 'clone') || index(asked) >= 6
    const good = await runSeries(12, 2, met, { controls, judges: 2 })
    expect(outcomeOf(good)[0]).toBe('PROGRESS')
    expect(good.decision.instrumentControls.map(({ outcome }) => outcome)).toEqual(['as-expected'])
    const broken = await runSeries(12, 2, (asked) => asked.targetId !== 'base' || index(asked) >= 6, {
      controls,
    })
    expect(outcomeOf(broken)).toEqual(['not-decided', 'instrument-control-failed'])
  })
})

describe('a series is not decided', () => {
  const undecided = ['not-decided', 'series-coverage-incomplete']

  test('when a run is missing, which stays in its coverage', async () => {
    const { series, decision } = await runSeries(12, 3, gain, {}, (records, run) =>
      run === 1 ? null : records,
    )
    expect(outcomeOf({ decision })).toEqual(undecided)
    expect(series.coverage).toEqual({ planned: 3, complete: 2, partial: 0, missing: 1, notComparable: 0 })
    expect(series.members.map(({ memberStatus }) => memberStatus)).toEqual([
      'complete',
      'missing',
      'complete',
    ])
    expect(series.pooled).toBeNull()
    const { sentence, nextStep } = explainDecision({ decision, evidence: null, language: 'en' })
    expect(`${sentence} ${nextStep}`).toBe(
      'Not decided: a run of the series is missing or incomplete. Complete the runs that are missing, then decide the series again.',
    )
  })

  test('when the evidence of a run is partial, whose figures still show how much runs differ', async () => {
    const { series, decision } = await runSeries(12, 3, gain, {}, (records, run) =>
      run === 2 ? failExecutions(records, ({ sampleId }) => sampleId === 's00') : records,
    )
    expect(outcomeOf({ decision })).toEqual(undecided)
    expect(series.coverage).toMatchObject({ complete: 2, partial: 1 })
    expect(series.runVariance.targets[0]?.score.observedRuns).toBe(3)
  })

  test('when a run has another design', async () => {
    const { definition, memberships, plan, analyses } = await runSeries(12, 2, gain)
    const [other] = seriesFor(11, 2).plans
    if (other === undefined) throw new Error('the series has no runs')
    const strange = new Map(analyses).set(
      memberships[1]?.memberId ?? '',
      await analyze(
        other,
        recordsOf(other, () => true),
      ),
    )
    const series = await analyzeSeries({
      definition,
      memberships,
      plan,
      analyses: strange,
      implementation,
      derivedAt: NOW,
    })
    const decision = decideSeries({ definition, plan, series, implementation, decidedAt: NOW })
    expect(decision && outcomeOf({ decision })).toEqual([...undecided, 'series-member-not-comparable'])
  })

  test('when fewer than two runs are left, whose variance is no figure', async () => {
    const { series } = await runSeries(12, 2, gain, {}, (records, run) => (run === 1 ? null : records))
    expect(series.runVariance).toMatchObject({
      nodeStatus: 'inconclusive',
      reasonCodes: ['series-too-few-members'],
    })
    expect(series.runVariance.targets[0]?.score).toMatchObject({
      observedRuns: 1,
      mean: null,
      standardDeviation: null,
    })
  })
})

describe('the gate of a series', () => {
  test('opens for PROGRESS of all its runs', async () => {
    const { series, decision } = await runSeries(12, 2, gain)
    expect(gateSeries(series, decision, false)).toMatchObject({ gateStatus: 'passed', exitCode: 0 })
    expect(gateSeries(series, null, false)).toMatchObject({
      exitCode: 1,
      reasonCodes: ['core-series-without-decision'],
    })
  })

  test('stays closed for a run that is partial or missing, the latter even for a report', async () => {
    const partial = await runSeries(12, 2, gain, {}, (records, run) =>
      run === 1 ? failExecutions(records, ({ sampleId }) => sampleId === 's00') : records,
    )
    expect(gateSeries(partial.series, partial.decision, false)).toMatchObject({
      exitCode: 1,
      reasonCodes: ['core-series-coverage-incomplete'],
    })
    expect(gateSeries(partial.series, partial.decision, true)).toMatchObject({
      gateStatus: 'skipped',
      exitCode: 0,
    })
    const missing = await runSeries(12, 2, gain, {}, (records, run) => (run === 1 ? null : records))
    expect(gateSeries(missing.series, missing.decision, true)).toMatchObject({
      gateStatus: 'blocked',
      exitCode: 1,
    })
  })
})
