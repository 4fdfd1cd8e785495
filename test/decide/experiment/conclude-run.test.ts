import { describe, expect, test } from 'vitest'
import {
  concludeRun,
  type RunBundles,
  verifyConclusion,
} from '../../../src/decide/experiment/conclude-run.js'
import { planFor } from '../../analyze/experiment/support/plans.js'
import { type Asked, failExecutions, given, type Records } from '../../analyze/experiment/support/records.js'
import { recordsOf } from './support/decided.js'

const plan = planFor(12, { minimum: 10 })
const records = recordsOf(plan, ({ targetId, sampleId }: Asked) => targetId !== 'base' || sampleId >= 's06')
const bundlesOf = (
  { executionRecords, evaluationRecords }: Records,
  status: RunBundles['execution']['executionBundleStatus'] = 'completed',
): RunBundles => ({
  plan,
  execution: { executionBundleStatus: status, records: executionRecords },
  evaluation: {
    evaluationBundleStatus: 'completed',
    records: evaluationRecords,
    bundleDigest: given.evaluationBundleDigest,
  },
})
const conclude = (bundles: RunBundles, reportOnly = false) =>
  concludeRun({ ...bundles, concludedAt: given.derivedAt, reportOnly })

describe('a run is concluded from its bundles', () => {
  test('up to its gate', async () => {
    const { analysis, decision, status, gate } = await conclude(bundlesOf(records))
    expect(analysis.evaluationBundleDigest).toBe(given.evaluationBundleDigest)
    expect(decision).toMatchObject({ verdict: 'PROGRESS', analysisBundleDigest: analysis.bundleDigest })
    expect(status.conclusionStatus).toBe('conclusive')
    expect(gate).toMatchObject({ gateStatus: 'passed', exitCode: 0 })
  })

  test('and not decided when it was cancelled, though all was measured by then', async () => {
    const { decision, gate } = await conclude(bundlesOf(records, 'cancelled'), true)
    expect(decision).toMatchObject({ decisionStatus: 'not-decided', reasonCodes: ['decision-cancelled'] })
    expect(gate).toMatchObject({ exitCode: 1, reasonCodes: ['core-run-cancelled'] })
  })

  test('with steps between which others may do something', async () => {
    let pauses = 0
    const pause = async () => {
      pauses++
    }
    await concludeRun({ ...bundlesOf(records), concludedAt: given.derivedAt, reportOnly: false, pause })
    expect(pauses).toBe(plan.analysis.graph.nodes.length + 3)
  })
})

describe('a conclusion', () => {
  const bundles = bundlesOf(records)

  test('is verified by computing it again', async () => {
    expect(await verifyConclusion(bundles, await conclude(bundles))).toEqual({ status: 'verified' })
    const cancelled = bundlesOf(records, 'cancelled')
    expect(await verifyConclusion(cancelled, await conclude(cancelled))).toEqual({ status: 'verified' })
  })

  test('of other records is refused, with the first figure that differs', async () => {
    const other = bundlesOf(failExecutions(records, ({ trialId }) => trialId === 'next/s00/0'))
    expect(await verifyConclusion(bundles, await conclude(other))).toMatchObject({
      status: 'different',
      path: 'analysis.evidence.absences[0]',
    })
  })

  test('whose verdict was changed is refused', async () => {
    const { analysis, decision } = await conclude(bundles)
    const forged = structuredClone(decision)
    Object.assign(forged ?? {}, { verdict: 'NOISE' })
    expect(await verifyConclusion(bundles, { analysis, decision: forged })).toMatchObject({
      path: 'decision.verdict',
      expected: 'PROGRESS',
      found: 'NOISE',
    })
    expect(await verifyConclusion(bundles, { analysis, decision: null })).toMatchObject({ path: 'decision' })
  })
})
