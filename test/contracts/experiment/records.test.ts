// Records of execution and evaluation: what never fits together is refused, and unknown stays apart from zero.
import { describe, expect, test } from 'vitest'
import {
  evaluationRecordSchema,
  observationSchema,
} from '../../../src/contracts/experiment/evaluation-record.js'
import { executionRecordSchema } from '../../../src/contracts/experiment/execution-record.js'

const digest = `sha256:${'0'.repeat(64)}`
const startedAt = '2026-01-01T00:00:00.000Z'
const runtime = {
  implementationId: 'fake',
  fingerprint: digest,
  fingerprintBasis: 'opaque',
  assuranceLevel: 'unknown',
}
const provenance = { provenanceKind: 'native', trust: 'declared', parentDigests: [] }
const error = { code: 'RATE_LIMITED', stage: 'infrastructure', message: 'try later' }
const attempt = (attemptNumber: number, attemptStatus: string) => ({
  attemptId: `a-${attemptNumber}`,
  attemptNumber,
  attemptStatus,
  timing: { startedAt },
  ...(attemptStatus === 'failed' ? { error } : {}),
})
const execution = {
  targetId: 'control',
  randomizationSlotId: 'slot-0',
  sampleId: 's1',
  trialIndex: 0,
  executionCoordinateDigest: digest,
  trialId: 't1',
  trialSeed: null,
  schedulingBlockId: 'b1',
  samplingUnitIds: {},
  runtime,
  provenance,
}
const active = { ...execution, timing: { startedAt }, cache: { cacheStatus: 'not-used' } }
const completed = (...attempts: object[]) => ({ ...active, executionStatus: 'completed', attempts })
const takes = (record: object) => executionRecordSchema.safeParse(record).success

describe('an execution record', () => {
  test('ends as its last attempt ended', () => {
    expect(takes(completed(attempt(1, 'failed'), attempt(2, 'completed')))).toBe(true)
    expect(takes(completed(attempt(1, 'failed')))).toBe(false)
    expect(takes({ ...completed(attempt(1, 'completed')), executionStatus: 'failed', error })).toBe(false)
  })

  test('numbers its attempts from 1, at least one of them, and none after one that completed', () => {
    expect(takes(completed())).toBe(false)
    expect(takes(completed(attempt(2, 'completed')))).toBe(false)
    expect(takes(completed(attempt(1, 'failed'), attempt(3, 'completed')))).toBe(false)
    expect(takes(completed(attempt(1, 'completed'), attempt(2, 'completed')))).toBe(false)
  })

  test('that failed says why and has no output', () => {
    const failed = { ...active, executionStatus: 'failed', attempts: [attempt(1, 'failed')] }
    expect(takes({ ...failed, error })).toBe(true)
    expect(takes(failed)).toBe(false)
    const output = { captureKind: 'inline', classification: 'sensitive', value: 'half' }
    expect(takes({ ...failed, error, output })).toBe(false)
  })

  test('that the budget did not admit has no attempts', () => {
    const censored = {
      ...execution,
      executionStatus: 'budget-censored',
      censorReasonCode: 'run-invocations',
      censoredAt: startedAt,
    }
    expect(takes(censored)).toBe(true)
    expect(takes({ ...censored, attempts: [] })).toBe(false)
    expect(takes({ ...censored, usage: {} })).toBe(false)
  })

  test('has costs that a provider reported, or none', () => {
    const cost = { amount: 0, currency: 'USD', reportedByProvider: true }
    expect(takes({ ...completed(attempt(1, 'completed')), usage: {} })).toBe(true)
    expect(takes({ ...completed(attempt(1, 'completed')), usage: { providerCost: cost } })).toBe(true)
    const estimated = { providerCost: { ...cost, reportedByProvider: false } }
    expect(takes({ ...completed(attempt(1, 'completed')), usage: estimated })).toBe(false)
  })
})

describe('an observation', () => {
  const named = { observationId: 'o', metricId: 'm', valueType: 'boolean' }
  const reads = (parts: object) => observationSchema.safeParse({ ...named, ...parts }).success

  test('has a value only where it was observed', () => {
    expect(reads({ observationStatus: 'observed', value: false })).toBe(true)
    expect(reads({ observationStatus: 'observed' })).toBe(false)
    expect(reads({ observationStatus: 'missing', reasonCode: 'cost-unreported' })).toBe(true)
    expect(reads({ observationStatus: 'missing', reasonCode: 'cost-unreported', value: false })).toBe(false)
    expect(reads({ observationStatus: 'invalid', reasonCode: 'time-limit', value: 0 })).toBe(false)
  })

  test('that does not apply is never mistaken for one that is missing', () => {
    const reasonCode = 'criterion-not-applicable'
    expect(reads({ observationStatus: 'not-applicable', reasonCode })).toBe(true)
    expect(reads({ observationStatus: 'missing', reasonCode })).toBe(false)
    expect(reads({ observationStatus: 'not-applicable', reasonCode: 'cost-unreported' })).toBe(false)
  })
})

test('an evaluation that failed has an error and no observations', () => {
  const failed = {
    targetId: 'control',
    sampleId: 's1',
    trialIndex: 0,
    trialId: 't1',
    evaluatorId: 'output-assertions',
    measurement: {
      instrumentId: 'i',
      ensembleMemberId: 'e',
      replicateGroupId: 'g',
      replicateIndex: 0,
    },
    evaluationId: 'ev',
    runtime,
    provenance,
    sourceRecordDigest: digest,
    attempts: [attempt(1, 'failed')],
    timing: { startedAt },
    cache: { cacheStatus: 'not-used' },
    evaluationStatus: 'failed',
  }
  expect(evaluationRecordSchema.safeParse({ ...failed, error }).success).toBe(true)
  expect(evaluationRecordSchema.safeParse(failed).success).toBe(false)
  expect(evaluationRecordSchema.safeParse({ ...failed, error, observations: [] }).success).toBe(false)
})
