import { expect, test } from 'vitest'
import { agreeInArm } from '../../../../src/analyze/experiment/judge-agreement.js'
import type { RunPlan } from '../../../../src/contracts/run-plan.js'
import { compiled, planOf, sample, target, values } from '../../../compile/experiment/support/experiments.js'
import { planFor } from '../support/plans.js'
import {
  type Answer,
  type Asked,
  analyze,
  completeRecords,
  failEvaluations,
  tableOf,
} from '../support/records.js'

const plan = planFor(3, { judges: 2, replicates: 3 })
const [first = '', second = ''] = membersOf(plan)
const metricId = plan.evaluation.metrics.find(({ valueType }) => valueType === 'numeric')?.metricId ?? ''

/** What both judges say of three samples, three times each. */
const said: Readonly<Record<string, readonly (readonly number[])[]>> = {
  [first]: [
    [4, 5, 5],
    [2, 2, 3],
    [1, 1, 1],
  ],
  [second]: [
    [5, 5, 5],
    [3, 3, 3],
    [2, 1, 2],
  ],
}
const scores = ({ metric, sampleId, evaluator }: Asked): Answer => {
  if (metric.valueType === 'boolean') return true
  return said[evaluator.ensembleMemberId]?.[Number(sampleId.slice(1))]?.[evaluator.replicateIndex] ?? null
}

test('the readings of a judge are averaged over replicates, with their spread', async () => {
  const bundle = await analyze(plan, completeRecords(plan, scores))
  const { rows } = tableOf(bundle, `judge-replicate-${metricId}`, 'judge-replicate')
  expect(rows).toHaveLength(12)
  const of = { targetId: 'base', sampleId: 's00', trialIndex: 0 }
  expect(rows.filter((row) => row.targetId === 'base' && row.sampleId === 's00')).toEqual([
    {
      ...of,
      ensembleMemberId: first,
      reading: { cellStatus: 'observed', score: 4.67 },
      // sqrt(((2/3)^2 + 2 (1/3)^2) / 2) = sqrt(1/3)
      standardDeviation: 0.577,
      observedReplicates: 3,
      plannedReplicates: 3,
    },
    {
      ...of,
      ensembleMemberId: second,
      reading: { cellStatus: 'observed', score: 5 },
      standardDeviation: 0,
      observedReplicates: 3,
      plannedReplicates: 3,
    },
  ])
})

test('judges are averaged equally, with how far they are apart and how they correlate', async () => {
  const bundle = await analyze(plan, completeRecords(plan, scores))
  const { rows, agreement } = tableOf(bundle, `judge-ensemble-${metricId}`, 'judge-ensemble')
  expect(rows.slice(0, 3).map(({ score, disagreement }) => [score, disagreement])).toEqual([
    // (4.67 + 5) / 2 = 4.835, (2.33 + 3) / 2 = 2.665, (1 + 1.67) / 2 = 1.335
    [{ cellStatus: 'observed', score: 4.84 }, 0.33],
    [{ cellStatus: 'observed', score: 2.67 }, 0.67],
    [{ cellStatus: 'observed', score: 1.34 }, 0.67],
  ])
  expect(agreement).toHaveLength(2)
  expect(agreement[0]).toMatchObject({
    targetId: 'base',
    plannedMembers: 2,
    plannedUnits: 3,
    // Means 2.6667 and 3.2233: sum dx dy = 6.2233, sum dx^2 = 6.9045, sum dy^2 = 5.6193
    pairs: [{ units: 3, correlation: 0.9991, meanAbsoluteDifference: 0.557 }],
    meanCorrelation: 0.9991,
  })
})

test('a judge without a reading is left out, and one judge alone has no disagreement', async () => {
  const records = failEvaluations(
    completeRecords(plan, scores),
    (record) => record.measurement.ensembleMemberId === second,
  )
  const bundle = await analyze(plan, records)
  const { rows, agreement } = tableOf(bundle, `judge-ensemble-${metricId}`, 'judge-ensemble')
  expect(rows[0]).toMatchObject({
    score: { cellStatus: 'observed', score: 4.67 },
    disagreement: null,
    observedMembers: 1,
    plannedMembers: 2,
  })
  expect(agreement[0]).toMatchObject({ meanCorrelation: null, alpha: null })
  const record = bundle.records.find(({ nodeId }) => nodeId === `judge-ensemble-${metricId}`)
  expect(record?.coverage).toMatchObject({ planned: 12, observed: 6, missing: 6, included: 6, excluded: 6 })
})

test('judges that never differ agree, judges of whom only one varies say nothing', () => {
  const units = (pairs: readonly (readonly [number, number])[]) =>
    pairs.map(
      ([a, b]) =>
        new Map([
          ['a', a],
          ['b', b],
        ]),
    )
  const agree = (...pairs: (readonly [number, number])[]) =>
    agreeInArm(['a', 'b'], units(pairs)).meanCorrelation
  expect(agree([5, 5], [5, 5])).toBe(1)
  expect(agree([5, 4], [5, 3])).toBeNull()
  expect(agree([5, 5])).toBeNull()
  expect(agree([1, 5], [5, 1])).toBe(-1)
})

test('dimensions are averaged by the weights of their sample, equally where it has none', async () => {
  const weighted = planOf(
    compiled({
      samples: [
        sample('s1', { rubric: { a: { criterion: 'x', weight: 0.7 }, b: { criterion: 'y', weight: 0.3 } } }),
        sample('s2', { rubric: { a: { criterion: 'x' }, b: { criterion: 'y' } } }),
        sample('s3', { rubric: { a: { criterion: 'x' } } }),
        sample('s4', { assertions: [{ type: 'contains', value: 'z' }] }),
      ],
      targets: [target('base', { role: 'control' }), target('next')],
      values: values({ judges: { members: [{ executorId: 'claude', model: 'haiku' }] } }),
    }),
  )
  const [a] = weighted.evaluation.evaluators.filter(
    ({ applicableSampleIds }) => applicableSampleIds?.length === 3,
  )
  const bundle = await analyze(
    weighted,
    completeRecords(weighted, ({ metric, evaluator, targetId, sampleId }) => {
      if (metric.valueType === 'boolean') return true
      if (evaluator.evaluatorId === a?.evaluatorId) return 5
      return targetId === 'next' && sampleId === 's2' ? { absent: 'invalid', reasonCode: 'judge-silent' } : 2
    }),
  )
  const { rows } = tableOf(bundle, 'dimension-table', 'dimension')
  expect(rows.map(({ score }) => ('score' in score ? score.score : score.cellStatus))).toEqual([
    4.1,
    3.5,
    5,
    'not-applicable',
    4.1,
    5,
    5,
    'not-applicable',
  ])
})

function membersOf({ evaluation }: RunPlan): string[] {
  return [...new Set(evaluation.evaluators.map((each) => each.ensembleMemberId))].filter((id) =>
    id.startsWith('judge-member-'),
  )
}
