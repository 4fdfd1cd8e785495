import { expect, test } from 'vitest'
import { compiled, planOf, sample, target, values } from '../../../compile/experiment/support/experiments.js'
import { layersOf, planFor } from '../support/plans.js'
import { analyze, completeRecords, tableOf } from '../support/records.js'

const layer = 'assertion-layer'

test('a layer is 1 + 4 times the share of the observed weight that passed', async () => {
  const plan = planOf(
    compiled({
      samples: [
        sample('s1', {
          assertions: [
            { type: 'contains', value: 'a', weight: 2 },
            { type: 'contains', value: 'b', weight: 1 },
            { type: 'contains', value: 'c', weight: 3 },
            { type: 'max_length', value: 10 },
            {
              type: 'assert-set',
              children: [
                { type: 'contains', value: 'd' },
                { type: 'max_length', value: 3 },
              ],
            },
          ],
        }),
        sample('s2', { assertions: [{ type: 'max_length', value: 11 }] }),
      ],
      targets: [target('base', { role: 'control' }), target('next')],
    }),
  )
  const facts = [...layersOf(plan)].filter(([, of]) => of === 'fact').map(([metricId]) => metricId)
  const weights = weightsOf(plan)
  const bundle = await analyze(
    plan,
    completeRecords(plan, ({ metric: { metricId }, targetId }) => {
      if (!facts.includes(metricId)) return true
      // Of the facts, weight 2 passes, weight 1 fails, and of weight 3 nothing is known in one arm.
      if (weights.get(metricId) === 3 && targetId === 'next')
        return { absent: 'missing', reasonCode: 'unread' }
      return weights.get(metricId) === 2
    }),
  )
  const { rows } = tableOf(bundle, layer, 'assertion-layer')
  const fact = { cellStatus: 'observed', passedWeight: 2, plannedCriteria: 3 }
  expect(rows.map(({ fact }) => fact)).toEqual([
    // 1 + 4 * 2 / 6 = 2.333...
    { ...fact, score: 2.33, observedWeight: 6, observedCriteria: 3 },
    { cellStatus: 'not-applicable' },
    // 1 + 4 * 2 / 3 = 3.666...
    { ...fact, score: 3.67, observedWeight: 3, observedCriteria: 2 },
    { cellStatus: 'not-applicable' },
  ])
  expect(rows.map(({ behavior }) => behavior.cellStatus)).toEqual(Array(4).fill('observed'))
  const record = bundle.records.find(({ nodeId }) => nodeId === layer)
  // 6 criteria in each arm; the set that mixes layers is read and counts in neither.
  expect(record?.coverage).toMatchObject({ planned: 12, observed: 11, missing: 1, included: 9, excluded: 3 })
  expect(record?.exclusions.map(({ reasonCode }) => reasonCode).sort()).toEqual([
    'criterion-of-both-layers',
    'criterion-of-both-layers',
    'unread',
  ])
  expect(record?.exclusions.find(({ reasonCode }) => reasonCode === 'unread')?.rowId).toMatch(
    /^\["next","s1",0,"output-assertions","assertion-[0-9a-f]{16}"\]$/,
  )
})

test('a layer of which nothing was observed is missing, never 1', async () => {
  const plan = planFor(1)
  const absent = { absent: 'missing', reasonCode: 'unread' } as const
  const bundle = await analyze(
    plan,
    completeRecords(plan, () => absent),
  )
  const { rows } = tableOf(bundle, layer, 'assertion-layer')
  expect(rows[0]).toMatchObject({ fact: { cellStatus: 'missing', plannedCriteria: 1 } })
})

test('what judges decide passes by the share of their readings, equally over judges', async () => {
  const plan = planOf(
    compiled({
      samples: [
        sample('s1', {
          reference: 'x',
          assertions: [{ type: 'faithfulness' }, { type: 'contains', value: 'a' }],
        }),
      ],
      targets: [target('base', { role: 'control' }), target('next')],
      values: values({
        judges: {
          members: [
            { executorId: 'claude', model: 'haiku' },
            { executorId: 'openai-api', model: 'gpt-x' },
          ],
          replicateCount: 2,
        },
      }),
    }),
  )
  const [first] = [...new Set(plan.evaluation.evaluators.map((each) => each.ensembleMemberId))].filter((id) =>
    id.startsWith('judge-'),
  )
  const bundle = await analyze(
    plan,
    completeRecords(plan, ({ evaluator: { evaluatorKind, ensembleMemberId, replicateIndex } }) => {
      if (evaluatorKind !== 'llm-assertion') return true
      // One judge says yes and no, the other yes and nothing: (1/2 + 1) / 2, and not 2/3 of all readings.
      if (ensembleMemberId === first) return replicateIndex === 0
      return replicateIndex === 0 ? true : { absent: 'invalid', reasonCode: 'judge-response-non-json' }
    }),
  )
  const [row] = tableOf(bundle, layer, 'assertion-layer').rows
  // 1 + 4 * (1 + 0.75) / 2
  expect(row?.fact).toMatchObject({ score: 4.5, passedWeight: 1.75, observedWeight: 2, observedCriteria: 2 })
})

function weightsOf(plan: ReturnType<typeof planOf>): ReadonlyMap<string, number> {
  const criteria = plan.analysis.graph.nodes.find(({ nodeId }) => nodeId === layer)?.parameters?.criteria
  return new Map(
    (Array.isArray(criteria) ? criteria : []).map((each) => [String(each.metricId), Number(each.weight)]),
  )
}
