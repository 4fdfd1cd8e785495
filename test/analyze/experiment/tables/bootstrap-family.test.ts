import { describe, expect, test } from 'vitest'
import type { FamilyComparisonRow } from '../../../../src/contracts/experiment/interval-tables.js'
import { layersOf, planFor } from '../support/plans.js'
import {
  type Answer,
  type Asked,
  analyze,
  completeRecords,
  failExecutions,
  tableOf,
} from '../support/records.js'

const family = 'bootstrap-family'
/** A fact that fails makes the fact layer 1 instead of 5, and the composite 3 instead of 5. */
function answers(fails: (asked: Asked) => boolean, layers: ReadonlyMap<string, string>) {
  return (asked: Asked): Answer => layers.get(asked.metric.metricId) !== 'fact' || !fails(asked)
}
const shown = (row: FamilyComparisonRow | undefined) =>
  row?.comparisonStatus === 'estimated' ? row.interval : row?.comparisonStatus

describe('a family of one', () => {
  const plan = planFor(8)
  const layers = layersOf(plan)
  const records = completeRecords(
    plan,
    answers(({ targetId, sampleId }) => targetId === 'base' && sampleId >= 's04', layers),
  )

  test('has the paired percentile interval of its differences', async () => {
    const table = tableOf(await analyze(plan, records), family, 'bootstrap-family')
    expect(table.configuration).toEqual({
      design: 'paired',
      resamples: 1000,
      seed: 20260616,
      alpha: 0.05,
      correction: 'bonferroni',
    })
    expect(table.observations.map(({ score }) => score)).toEqual([
      5,
      5,
      5,
      5,
      3,
      3,
      3,
      3,
      ...Array(8).fill(5),
    ])
    expect(table.comparisons).toEqual([
      {
        comparisonStatus: 'estimated',
        comparisonId: 'control-vs-next',
        controlTargetId: 'base',
        treatmentTargetId: 'next',
        counts: { controlUnits: 8, treatmentUnits: 8, comparableUnits: 8 },
        includedSourceGroupIds: ['s00', 's01', 's02', 's03', 's04', 's05', 's06', 's07'],
        effectiveAlpha: 0.05,
        // Differences of 0 (4 times) and 2 (4 times): the figures are those of plain Python with the same generator.
        interval: {
          estimate: 1,
          lower: 0.25,
          upper: 1.75,
          samples: 1000,
          seed: 20260616,
          confidenceLevel: 0.95,
          confidenceLabel: '95%',
          significant: true,
        },
        // sqrt(8 / 7)
        standardDeviation: 1.069,
        diagnostics: {
          differing: 4,
          skewness: 0,
          warnings: ['few-differing-pairs'],
          // All four signs alike: 2 of 16 patterns.
          signFlip: { method: 'sign-flip-exact', p: 0.125 },
        },
      },
    ])
    expect(table.targetIntervals.map(({ interval }) => interval?.estimate)).toEqual([4, 5])
  })

  test('says which assumptions of the interval do not hold', async () => {
    const { records: made } = await analyze(plan, records)
    expect(made.find(({ nodeId }) => nodeId === family)?.assumptionChecks).toEqual([
      { assumptionId: 'differences-are-not-skewed', nodeId: family, checkStatus: 'passed' },
      { assumptionId: 'enough-pairs-differ', nodeId: family, checkStatus: 'failed' },
    ])
  })

  test('compares only samples that both arms have a score of', async () => {
    const broken = failExecutions(records, ({ trialId }) => trialId === 'next/s07/0')
    const bundle = await analyze(plan, broken)
    const [row] = tableOf(bundle, family, 'bootstrap-family').comparisons
    expect(row?.counts).toEqual({ controlUnits: 8, treatmentUnits: 7, comparableUnits: 7 })
    const record = bundle.records.find(({ nodeId }) => nodeId === family)
    expect(record?.coverage).toMatchObject({ planned: 16, included: 15, excluded: 1, comparable: 14 })
    const both = failExecutions(broken, ({ trialId }) => trialId === 'base/s00/0')
    const [fewer] = tableOf(await analyze(plan, both), family, 'bootstrap-family').comparisons
    expect(fewer?.counts).toEqual({ controlUnits: 7, treatmentUnits: 7, comparableUnits: 6 })
  })

  test('has no estimate without a complete pair', async () => {
    const broken = failExecutions(records, ({ targetId }) => targetId === 'next')
    const bundle = await analyze(plan, broken)
    const table = tableOf(bundle, family, 'bootstrap-family')
    expect(table.comparisons[0]).toEqual({
      comparisonStatus: 'missing',
      comparisonId: 'control-vs-next',
      controlTargetId: 'base',
      treatmentTargetId: 'next',
      counts: { controlUnits: 8, treatmentUnits: 0, comparableUnits: 0 },
      reasonCode: 'bootstrap-no-complete-pairs',
    })
    expect(table.family).toMatchObject({ observedComparisons: 0, effectiveAlpha: null })
    expect(bundle.records.find(({ nodeId }) => nodeId === family)).toMatchObject({
      analysisStatus: 'inconclusive',
      reasonCodes: ['bootstrap-no-complete-pairs'],
    })
  })

  test('of one pair has a point, drawn from nothing', async () => {
    const single = planFor(1)
    const table = tableOf(
      await analyze(
        single,
        completeRecords(single, () => true),
      ),
      family,
      'bootstrap-family',
    )
    expect(shown(table.comparisons[0])).toMatchObject({ lower: 0, upper: 0, samples: 0, significant: false })
  })
})

describe('a family of two', () => {
  const plan = planFor(8, { treatments: ['next', 'other'] })
  const records = completeRecords(
    plan,
    answers(({ targetId, sampleId }) => targetId === 'base' && sampleId >= 's04', layersOf(plan)),
  )

  test('shares alpha out over its comparisons, and says so in the level', async () => {
    const table = tableOf(await analyze(plan, records), family, 'bootstrap-family')
    expect(table.family).toEqual({
      plannedComparisons: 2,
      observedComparisons: 2,
      missingComparisons: [],
      nominalAlpha: 0.05,
      effectiveAlpha: 0.025,
    })
    expect(table.comparisons.map(shown)).toEqual(
      Array(2).fill(expect.objectContaining({ confidenceLevel: 0.975, confidenceLabel: '97.5%' })),
    )
  })

  test('shares it out over those that were observed', async () => {
    const broken = failExecutions(records, ({ targetId }) => targetId === 'other')
    const table = tableOf(await analyze(plan, broken), family, 'bootstrap-family')
    expect(table.family).toMatchObject({
      observedComparisons: 1,
      missingComparisons: ['control-vs-other'],
      effectiveAlpha: 0.05,
    })
    expect(table.comparisons.map(shown)).toEqual([
      expect.objectContaining({ confidenceLabel: '95%' }),
      'missing',
    ])
  })
})

test('controls of the instrument have intervals of their own, which take nothing from the family', async () => {
  const plan = planFor(8, { controls: { same: 'must-tie' } })
  const bundle = await analyze(
    plan,
    completeRecords(plan, () => true),
  )
  expect(tableOf(bundle, family, 'bootstrap-family').family.effectiveAlpha).toBe(0.05)
  const controls = tableOf(bundle, 'bootstrap-instrument-controls', 'bootstrap-family')
  expect(controls.comparisons.map(({ comparisonId }) => comparisonId)).toEqual(['control-vs-same'])
})
