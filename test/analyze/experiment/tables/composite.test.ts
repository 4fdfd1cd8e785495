import { expect, test } from 'vitest'
import type { RunPlan } from '../../../../src/contracts/run-plan.js'
import { compiled, planOf, sample, target } from '../../../compile/experiment/support/experiments.js'
import { layersOf, planFor } from '../support/plans.js'
import { analyze, completeRecords, failExecutions, tableOf } from '../support/records.js'

test('a composite is the equal mean of the observed layers, and arms are means over samples', async () => {
  const plan = planFor(2, { judges: 1 })
  const layers = layersOf(plan)
  const bundle = await analyze(
    plan,
    completeRecords(plan, ({ metric: { metricId }, targetId, sampleId }) => {
      const layer = layers.get(metricId)
      if (layer === 'fact') return targetId === 'next'
      if (layer === 'behavior') return true
      return sampleId === 's00' ? 4 : { absent: 'invalid', reasonCode: 'judge-response-non-json' }
    }),
  )
  const { rows, targets } = tableOf(bundle, 'composite-table', 'composite')
  expect(rows.map(({ score }) => score)).toEqual([
    // (1 + 5 + 4) / 3, (1 + 5) / 2, (5 + 5 + 4) / 3, (5 + 5) / 2
    { cellStatus: 'observed', score: 3.33 },
    { cellStatus: 'observed', score: 3 },
    { cellStatus: 'observed', score: 4.67 },
    { cellStatus: 'observed', score: 5 },
  ])
  expect(targets).toEqual([
    {
      targetId: 'base',
      score: 3.165,
      units: 2,
      layers: [
        { layer: 'behavior', mean: 5, units: 2 },
        { layer: 'fact', mean: 1, units: 2 },
        { layer: 'judge', mean: 4, units: 1 },
      ],
    },
    {
      targetId: 'next',
      score: 4.835,
      units: 2,
      layers: [
        { layer: 'behavior', mean: 5, units: 2 },
        { layer: 'fact', mean: 5, units: 2 },
        { layer: 'judge', mean: 4, units: 1 },
      ],
    },
  ])
})

test('a trial without a layer has no score, which is not 0', async () => {
  const plan = planFor(2)
  const records = failExecutions(
    completeRecords(plan, () => true),
    ({ trialId }) => trialId === 'next/s00/0',
  )
  const bundle = await analyze(plan, records)
  const { rows, targets } = tableOf(bundle, 'composite-table', 'composite')
  expect(rows[2]).toEqual({
    targetId: 'next',
    sampleId: 's00',
    trialIndex: 0,
    score: { cellStatus: 'missing' },
    layers: [
      { layer: 'behavior', score: { cellStatus: 'missing' } },
      { layer: 'fact', score: { cellStatus: 'missing' } },
    ],
  })
  expect(targets[1]).toMatchObject({ score: 5, units: 1 })
})

test('a sample of which nothing is scored by design has no score and spoils no evidence', async () => {
  const plan = planOf(
    compiled({
      samples: [sample('s1', { assertions: [{ type: 'contains', value: 'a' }] }), sample('s2')],
      targets: [target('base', { role: 'control' }), target('next')],
    }),
  )
  const bundle = await analyze(
    plan,
    completeRecords(plan, () => true),
  )
  const { rows } = tableOf(bundle, 'composite-table', 'composite')
  expect(rows.map(({ score }) => score.cellStatus)).toEqual([
    'observed',
    'not-applicable',
    'observed',
    'not-applicable',
  ])
  expect(bundle.evidence.evidenceStatus).toBe('complete')
})

test('trials are averaged inside their sample before anything else, in whatever order they were recorded', async () => {
  const single = planFor(2)
  const plan: RunPlan = {
    ...single,
    execution: { ...single.execution, experiment: { ...single.execution.experiment, trials: 2 } },
    analysis: { ...single.analysis, experiment: { ...single.analysis.experiment, trials: 2 } },
  }
  const layers = layersOf(plan)
  const { executionRecords, evaluationRecords } = completeRecords(
    plan,
    ({ metric: { metricId }, targetId, sampleId, trialIndex }) =>
      layers.get(metricId) !== 'fact' || targetId === 'next' || (sampleId === 's00' && trialIndex === 1),
  )
  const bundle = await analyze(plan, {
    executionRecords: [...executionRecords].reverse(),
    evaluationRecords: [...evaluationRecords].reverse(),
  })
  const { rows, targets } = tableOf(bundle, 'composite-table', 'composite')
  expect(rows.slice(0, 4).map(({ sampleId, trialIndex, score }) => [sampleId, trialIndex, score])).toEqual([
    ['s00', 0, { cellStatus: 'observed', score: 3 }],
    ['s00', 1, { cellStatus: 'observed', score: 5 }],
    ['s01', 0, { cellStatus: 'observed', score: 3 }],
    ['s01', 1, { cellStatus: 'observed', score: 3 }],
  ])
  // (3 + 5) / 2 = 4 and 3: two units, not four.
  expect(targets[0]).toMatchObject({ score: 3.5, units: 2 })
  const [comparison] = tableOf(bundle, 'bootstrap-family', 'bootstrap-family').comparisons
  expect(comparison).toMatchObject({ counts: { comparableUnits: 2 }, interval: { estimate: 1.5 } })
})
