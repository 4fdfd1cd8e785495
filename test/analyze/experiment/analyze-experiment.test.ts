import { describe, expect, test } from 'vitest'
import { findDifference } from '../../../src/analyze/experiment/find-difference.js'
import { verifyAnalysis } from '../../../src/analyze/experiment/verify-analysis.js'
import type { AnalysisNode } from '../../../src/contracts/analysis-graph.js'
import { canonicalJson } from '../../../src/contracts/canonical-json.js'
import { analysisBundleSchema } from '../../../src/contracts/experiment/analysis-bundle.js'
import type { RunPlan } from '../../../src/contracts/run-plan.js'
import { examples } from '../../compile/experiment/support/examples.js'
import { compiled, planOf, sample, target } from '../../compile/experiment/support/experiments.js'
import { layersOf, planFor } from './support/plans.js'
import {
  type Answer,
  type Asked,
  analyze,
  completeRecords,
  failEvaluations,
  failExecutions,
  given,
  notApplicable,
  tableOf,
} from './support/records.js'

const right = ({ metric }: Asked): Answer => (metric.valueType === 'boolean' ? true : 5)

describe('an analysis', () => {
  test.each(Object.entries(examples))(
    'of %s takes every step of the plan and is of its schema',
    async (_, parts) => {
      const plan = planOf(compiled(parts))
      const bundle = await analyze(plan, completeRecords(plan, right))
      expect(bundle.records.map(({ nodeId }) => nodeId)).toEqual(
        plan.analysis.graph.nodes.map(({ nodeId }) => nodeId),
      )
      expect(bundle.graphCoverage).toMatchObject({
        completed: bundle.records.length,
        failed: 0,
        notStarted: 0,
      })
      expect(bundle.evidence.evidenceStatus).toBe('complete')
      expect(analysisBundleSchema.parse(JSON.parse(JSON.stringify(bundle)))).toEqual(bundle)
    },
  )

  test('is recomputed from its records, and a figure that was changed is named', async () => {
    const plan = planFor(4, { judges: 1 })
    const records = completeRecords(plan, right)
    const bundle = await analyze(plan, records)
    const input = { plan, ...records, evaluationBundleDigest: given.evaluationBundleDigest }
    expect(await verifyAnalysis(input, bundle)).toEqual({ status: 'verified' })
    const forged = structuredClone(bundle)
    const table = tableOf(forged, 'composite-table', 'composite')
    Object.assign(table.rows[3]?.score ?? {}, { score: 4.99 })
    const at = forged.records.findIndex(({ nodeId }) => nodeId === 'composite-table')
    expect(await verifyAnalysis(input, forged)).toEqual({
      status: 'different',
      path: `records[${at}].value.rows[3].score.score`,
      expected: 5,
      found: 4.99,
    })
  })

  test('refuses records that the plan does not know, and two of one coordinate', async () => {
    const plan = planFor(3)
    const { executionRecords, evaluationRecords } = completeRecords(plan, right)
    const execution = executionRecords.slice(0, 1)
    const evaluation = evaluationRecords.slice(0, 1)
    const refused = { code: 'ANALYSIS_RECORDS_INVALID' }
    const twice = { executionRecords: [...executionRecords, ...execution], evaluationRecords }
    await expect(analyze(plan, twice)).rejects.toMatchObject(refused)
    const again = { executionRecords, evaluationRecords: [...evaluationRecords, ...evaluation] }
    await expect(analyze(plan, again)).rejects.toMatchObject(refused)
    const others = evaluationRecords.map((record) => ({ ...record, trialId: 'another' }))
    const swapped = { executionRecords, evaluationRecords: others }
    await expect(analyze(plan, swapped)).rejects.toMatchObject(refused)
    await expect(analyze(planFor(2), { executionRecords, evaluationRecords })).rejects.toMatchObject(refused)
  })
})

describe('evidence', () => {
  const plan = planFor(3, { judges: 2 })
  const whole = completeRecords(plan, right)

  test('is complete when everything that was planned was measured', async () => {
    const { evidence } = await analyze(plan, whole)
    expect(evidence).toEqual({
      evidenceStatus: 'complete',
      executions: { planned: 6, completed: 6, failed: 0, cancelled: 0, censored: 0, notStarted: 0 },
      // 2 criteria and 2 judges for each of 6 trials.
      readings: {
        planned: 24,
        observed: 24,
        notApplicable: 0,
        missing: 0,
        invalid: 0,
        evaluationFailed: 0,
        sourceUnavailable: 0,
        notStarted: 0,
        censored: 0,
      },
      absences: [],
    })
  })

  test('is partial when an execution failed, with the code of the failure', async () => {
    const records = failExecutions(whole, ({ trialId }) => trialId === 'next/s01/0')
    const { evidence } = await analyze(plan, records)
    expect(evidence).toMatchObject({
      evidenceStatus: 'partial',
      executions: { completed: 5, failed: 1 },
      readings: { observed: 20, sourceUnavailable: 4 },
      absences: [{ reasonCode: 'AGENT_CRASHED', count: 4 }],
    })
  })

  test('is partial when a judge failed, said nothing, or said what is no score', async () => {
    const judged = new Set(
      plan.evaluation.evaluators
        .filter((each) => each.evaluatorKind === 'rubric')
        .map((each) => each.evaluatorId),
    )
    const failing = failEvaluations(whole, (record) => judged.has(record.evaluatorId))
    expect((await analyze(plan, failing)).evidence).toMatchObject({
      evidenceStatus: 'partial',
      readings: { evaluationFailed: 12 },
      absences: [{ reasonCode: 'JUDGE_CRASHED', count: 12 }],
    })
    const silent = {
      ...whole,
      evaluationRecords: whole.evaluationRecords.filter(({ evaluatorId }) => !judged.has(evaluatorId)),
    }
    expect((await analyze(plan, silent)).evidence).toMatchObject({
      evidenceStatus: 'partial',
      readings: { notStarted: 12 },
    })
    const wild = completeRecords(plan, ({ metric }) => (metric.valueType === 'boolean' ? true : 6))
    expect((await analyze(plan, wild)).evidence).toMatchObject({
      evidenceStatus: 'partial',
      readings: { invalid: 12 },
    })
    const malformed = completeRecords(plan, ({ metric }) =>
      metric.valueType === 'boolean' ? true : { absent: 'invalid', reasonCode: 'judge-response-non-json' },
    )
    expect((await analyze(plan, malformed)).evidence.absences).toEqual([
      { reasonCode: 'judge-response-non-json', count: 12 },
    ])
  })

  test('is partial when an evaluator leaves a criterion out or calls it not applicable against the plan', async () => {
    const [first, ...rest] = whole.evaluationRecords
    if (first?.evaluationStatus !== 'completed') throw new Error('the first evaluation is not complete')
    const [, ...others] = first.observations
    const [lost] = first.observations
    const left = { ...whole, evaluationRecords: [{ ...first, observations: others }, ...rest] }
    expect((await analyze(plan, left)).evidence).toMatchObject({
      evidenceStatus: 'partial',
      absences: [{ reasonCode: 'observation-absent', count: 1 }],
    })
    const withheld = [notApplicable(lost?.metricId ?? ''), ...others]
    const called = { ...whole, evaluationRecords: [{ ...first, observations: withheld }, ...rest] }
    expect((await analyze(plan, called)).evidence).toMatchObject({
      evidenceStatus: 'partial',
      absences: [{ reasonCode: 'observation-withheld', count: 1 }],
    })
  })

  test('is partial when an execution failed that nobody would have read', async () => {
    const unread = planOf(
      compiled({
        samples: [sample('s1', { assertions: [{ type: 'contains', value: 'a' }] }), sample('s2')],
        targets: [target('base', { role: 'control' }), target('next')],
      }),
    )
    const records = failExecutions(completeRecords(unread, right), ({ sampleId }) => sampleId === 's2')
    expect((await analyze(unread, records)).evidence).toMatchObject({
      evidenceStatus: 'partial',
      readings: { planned: 2, observed: 2 },
    })
  })

  test('is unresolvable when nothing was observed', async () => {
    const { evidence, records } = await analyze(plan, { executionRecords: [], evaluationRecords: [] })
    expect(evidence).toMatchObject({ evidenceStatus: 'unresolvable', executions: { notStarted: 6 } })
    expect(records.every(({ analysisStatus }) => analysisStatus === 'inconclusive')).toBe(true)
  })

  test('is not changed by what the plan does not ask of a sample', async () => {
    const foreign = [...layersOf(plan).keys()]
    const records = {
      ...whole,
      evaluationRecords: whole.evaluationRecords.map((record) => {
        if (record.evaluationStatus !== 'completed' || record.evaluatorId !== 'output-assertions')
          return record
        const own = new Set(record.observations.map(({ metricId }) => metricId))
        const strays = foreign.filter((metricId) => !own.has(metricId)).map(notApplicable)
        return { ...record, observations: [...record.observations, ...strays] }
      }),
    }
    const [before, after] = [await analyze(plan, whole), await analyze(plan, records)]
    expect(after.evidence.evidenceStatus).toBe('complete')
    // 3 samples have 2 criteria each: 4 of others are foreign to each of 6 trials.
    expect(after.evidence.readings).toEqual({ ...before.evidence.readings, planned: 48, notApplicable: 24 })
    expect(tableOf(after, 'composite-table', 'composite')).toEqual(
      tableOf(before, 'composite-table', 'composite'),
    )
  })
})

test('the first difference of two documents is named by its path, digests last', () => {
  expect(findDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBeNull()
  expect(findDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })?.path).toBe('a[1].b')
  expect(findDifference({ aDigest: 1, b: 2 }, { aDigest: 2, b: 3 })?.path).toBe('b')
  expect(findDifference({ a: [1] }, { a: [1, 2] })).toEqual({ path: 'a[1]', expected: undefined, found: 2 })
  expect(findDifference({}, { extra: null })?.path).toBe('extra')
})

test('rows write their names in canonical order, in which they are digested fast', async () => {
  const plan = planFor(3, { judges: 2 })
  const { records } = await analyze(plan, completeRecords(plan, right))
  for (const record of records) {
    const table = 'value' in record ? record.value : null
    const rows = table && ('rows' in table ? table.rows : table.observations)
    expect(JSON.stringify(rows), record.nodeId).toBe(canonicalJson(rows))
  }
})

describe('a step that cannot be taken', () => {
  const plan = planFor(3)
  const spoil = (change: (node: AnalysisNode) => AnalysisNode): RunPlan => {
    const nodes = plan.analysis.graph.nodes.map((node) =>
      node.nodeId === 'composite-table' ? change(node) : node,
    )
    return { ...plan, analysis: { ...plan.analysis, graph: { ...plan.analysis.graph, nodes } } }
  }
  const outcomes = async (spoilt: RunPlan) => {
    const bundle = await analyze(spoilt, completeRecords(plan, right))
    expect(analysisBundleSchema.safeParse(JSON.parse(JSON.stringify(bundle))).success).toBe(true)
    const steps = bundle.records.map((record) => [
      record.nodeId,
      record.analysisStatus === 'failed' ? record.error.code : record.analysisStatus,
    ])
    return { status: bundle.analysisBundleStatus, graph: bundle.graphCoverage, ...Object.fromEntries(steps) }
  }

  test('is a failed record, and those that would have read it are not evaluated', async () => {
    expect(await outcomes(plan)).toMatchObject({ status: 'completed', 'composite-table': 'completed' })
    expect(await outcomes(spoil((node) => ({ ...node, implementationId: 'someone.elses/v1' })))).toEqual({
      status: 'failed',
      graph: { planned: 3, started: 2, completed: 1, inconclusive: 0, failed: 1, notStarted: 1 },
      'assertion-layer': 'completed',
      'bootstrap-family': 'not-evaluated',
      'composite-table': 'ANALYSIS_IMPLEMENTATION_UNKNOWN',
    })
  })

  test('says whether its parameters do not fit or its input is missing', async () => {
    const code = async (change: (node: AnalysisNode) => AnalysisNode) =>
      (await outcomes(spoil(change)))['composite-table']
    expect(await code((node) => ({ ...node, parameters: {} }))).toBe('ANALYSIS_PARAMETERS_INVALID')
    const inputs = [{ inputKind: 'result', resultId: 'nothing' }] as const
    expect(await code((node) => ({ ...node, inputs }))).toBe('not-evaluated')
  })
})
