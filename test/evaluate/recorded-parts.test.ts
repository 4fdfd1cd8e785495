// What a record of an execution hands to evaluators: unknown costs stay unknown over all attempts.
import { describe, expect, test } from 'vitest'
import type { CompletedExecutionRecord } from '../../src/contracts/experiment/execution-record.js'
import { recordedParts } from '../../src/evaluate/recorded-parts.js'

const digest = `sha256:${'0'.repeat(64)}` as const
const usd = (amount: number, currency = 'USD') => ({ amount, currency, reportedByProvider: true }) as const

function record(
  costs: readonly (ReturnType<typeof usd> | undefined)[],
  parts: Partial<CompletedExecutionRecord> = {},
): CompletedExecutionRecord {
  const timing = { startedAt: '2026-01-01T00:00:00.000Z', durationMs: 12.4 }
  return {
    executionStatus: 'completed',
    targetId: 'control',
    randomizationSlotId: 'slot',
    sampleId: 's',
    trialIndex: 0,
    executionCoordinateDigest: digest,
    trialId: 't',
    trialSeed: null,
    schedulingBlockId: 'b',
    samplingUnitIds: {},
    runtime: {
      implementationId: 'fake',
      fingerprint: digest,
      fingerprintBasis: 'opaque',
      assuranceLevel: 'unknown',
    },
    provenance: { provenanceKind: 'native', trust: 'declared', parentDigests: [] },
    attempts: costs.map((providerCost, at) => ({
      attemptId: `a-${at}`,
      attemptNumber: at + 1,
      attemptStatus: 'completed',
      timing,
      ...(providerCost ? { usage: { providerCost } } : {}),
    })),
    timing,
    cache: { cacheStatus: 'not-used' },
    ...parts,
  }
}

test.each([
  [[usd(1), usd(2)], { costStatus: 'reported', amount: 3, currency: 'USD' }],
  [[usd(0)], { costStatus: 'reported', amount: 0, currency: 'USD' }],
  [[undefined], { costStatus: 'unreported' }],
  [[undefined, usd(2)], { costStatus: 'partial' }],
  [[usd(1), usd(2, 'EUR')], { costStatus: 'partial' }],
])('costs of attempts %j', (costs, providerCost) => {
  expect(recordedParts(record(costs)).get('execution-facts')).toEqual({ durationMs: 12, providerCost })
})

describe('what was not kept is not there', () => {
  test('no output, no trace, no duration', () => {
    const timing = { startedAt: '2026-01-01T00:00:00.000Z' }
    expect([...recordedParts(record([undefined], { timing })).keys()]).toEqual([])
  })

  test('an output of which only the digest was kept', () => {
    const output = { captureKind: 'digest-only', classification: 'secret', digest } as const
    expect(recordedParts(record([undefined], { output })).has('output')).toBe(false)
  })

  test('an output that was kept, also when it is null', () => {
    const output = { captureKind: 'inline', classification: 'sensitive', value: null } as const
    expect(recordedParts(record([undefined], { output })).get('output')).toBe(null)
  })
})
