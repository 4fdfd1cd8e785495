// Every fault of an execution bundle by its code: a bundle of a real run is good, and each change of it is found.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FinishedRun } from '../../../src/conduct/run-experiment.js'
import { digestDocument } from '../../../src/contracts/digest.js'
import { EXECUTION_FAULTS } from '../../../src/contracts/experiment/bundle-fault.js'
import type { ExecutionBundle } from '../../../src/contracts/experiment/execution-bundle.js'
import { validateExecutionBundle } from '../../../src/execute/experiment/validate/validate-execution-bundle.js'
import { RunProject, readBundles } from '../../conduct/support/real-run.js'
import { at, type Change, change, list, put } from '../../conduct/support/tamper.js'

let project: RunProject
let run: FinishedRun
let good: ExecutionBundle

beforeAll(async () => {
  project = new RunProject({ a: 'say a', b: 'once costly', c: 'broken' })
  run = await project.run({
    more: 'concurrency: 4\n',
    resolved: (input) => ({
      ...input,
      policy: {
        ...input.policy,
        retryCount: 1,
        retryableErrorCodes: ['exit-nonzero'],
        budget: { perCoordinateActiveDurationMs: 600_000 },
      },
    }),
  })
  good = readBundles(run.folder).execution
}, 60_000)
afterAll(() => project.remove())

/** Codes of a changed bundle whose own digest was computed again. */
function codesOf(...changes: readonly Change[]): readonly string[] {
  const { bundleDigest: _, ...changed } = change(good, ...changes)
  const bundle = { ...changed, bundleDigest: digestDocument(changed) }
  return [
    ...new Set(
      validateExecutionBundle(bundle, run.plan).map(({ code }) => code.slice('EXECUTION_BUNDLE_'.length)),
    ),
  ]
}

test('the bundle of a run with failures, retries and costs has no fault', () => {
  expect(good.coverage).toMatchObject({ planned: 6, succeeded: 4, failed: 2 })
  expect(
    good.records.map((record) => (record.executionStatus === 'budget-censored' ? 0 : record.attempts.length)),
  ).toEqual([1, 2, 2, 1, 2, 2])
  expect(validateExecutionBundle(good, run.plan)).toEqual([])
})

/** Makes the second arm of the first sample one that the budget did not let begin. */
const censor: Change = at('records.3', (record) => {
  if (typeof record !== 'object' || record === null) return record
  const {
    attempts: _,
    timing: __,
    usage: ___,
    output: ____,
    trace: _____,
    cache: ______,
    ...kept
  } = unknown(record)
  return {
    ...kept,
    executionStatus: 'budget-censored',
    censorReasonCode: 'run-max-invocations',
    censoredAt: NOW,
  }
})
const NOW = '2026-01-01T00:00:00.000Z'
const OTHER = `sha256:${'0'.repeat(64)}`

function unknown(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value))
}

type Kind = (typeof EXECUTION_FAULTS)[number]

const CASES: Readonly<Record<Exclude<Kind, 'DIGEST_MISMATCH'>, Readonly<Record<string, readonly Change[]>>>> =
  {
    DUPLICATE_COORDINATE: {
      'a coordinate that stands twice': [list('records', (all) => [...all.slice(0, 1), ...all])],
    },
    IDENTITY_MISMATCH: {
      'another trial': [put('records.0.trialId', 'trial-0000000000000000')],
      'another coordinate': [put('records.0.executionCoordinateDigest', OTHER)],
      'a seed': [put('records.0.trialSeed', 'seed')],
      'another block': [put('records.0.schedulingBlockId', 'block-0000000000000000')],
      'another sampling unit': [put('records.0.samplingUnitIds.clusterId', 'unit-0')],
      'another program': [put('records.0.runtime.fingerprint', OTHER)],
      'a sample that is not planned': [put('records.0.sampleId', '_')],
      'another attempt': [put('records.0.attempts.0.attemptId', 'attempt-0')],
      'another run': [put('bundleId', 'other-execution')],
      'a lost call of no trial': [
        put('lostInFlight', [
          {
            targetId: 'new',
            sampleId: 'a',
            trialIndex: 0,
            trialId: 'trial-0',
            attemptId: 'attempt-0',
            startedAt: NOW,
          },
        ]),
      ],
    },
    RANDOMIZATION_SLOT_INVALID: { 'another slot': [put('records.0.randomizationSlotId', 'slot-old')] },
    RECORD_ORDER_INVALID: { 'records in another order': [list('records', (all) => [...all].reverse())] },
    ATTEMPT_ORDER_INVALID: {
      'a gap in the numbers': [put('records.1.attempts.1.attemptNumber', 3)],
      'a record that ends otherwise than its last attempt': [
        put('records.1.attempts.1.attemptStatus', 'cancelled'),
      ],
      'an attempt after one that completed': [put('records.1.attempts.0.attemptStatus', 'completed')],
      'no attempt': [put('records.0.attempts', [])],
    },
    BLOCK_ATOMICITY_INVALID: { 'one arm that the budget censored': [censor] },
    COVERAGE_INVALID: {
      'one more that succeeded': [put('coverage.succeeded', 5)],
      'a record that is gone': [list('records', (all) => all.slice(1))],
    },
    STATUS_INVALID: {
      'a reason of what completed': [put('terminationReasonCode', 'because')],
      'an end without a reason': [put('executionBundleStatus', 'cancelled')],
      'an arm without a record': [list('records', (all) => all.slice(1))],
      'an exhausted budget that censored nothing': [
        put('executionBundleStatus', 'budget-exhausted'),
        put('terminationReasonCode', 'run-max-invocations'),
      ],
      'a censored arm of what completed': [censor],
      'an error of what completed': [put('terminationError', { code: 'x', stage: 'internal', message: 'x' })],
    },
    REPLAYABILITY_INVALID: { 'contents that are said to be here': [put('replayability', 'self-contained')] },
    EVIDENCE_POLICY_INVALID: {
      'an output by digest alone': [
        put('records.0.output', { captureKind: 'digest-only', classification: 'sensitive', digest: OTHER }),
      ],
      'a trace in full': [
        put('records.0.trace', {
          captureKind: 'inline',
          classification: 'sensitive',
          value: { toolCalls: [] },
        }),
      ],
    },
    USAGE_INVALID: {
      'more than the attempts used': [put('records.0.usage.inputTokens', 4)],
      'nothing where the attempts used something': [put('records.0.usage', undefined)],
    },
    BUDGET_SUMMARY_INVALID: {
      'a total that does not add up': [put('budgetSummary.scopes.0.totals.invocations', 11)],
      'an entry that is gone': [list('budgetSummary.entries', (all) => all.slice(0, -1))],
      'an entry twice': [list('budgetSummary.entries', (all) => [...all, ...all.slice(0, 1)])],
      'an entry of no attempt': [put('budgetSummary.entries.0.attemptId', 'attempt-0')],
      'another duration': [put('budgetSummary.entries.0.activeDurationMs', 1)],
      'another end': [put('budgetSummary.entries.0.outcomeKind', 'cancelled')],
      'another admission': [put('budgetSummary.entries.0.admissionKind', 'retry')],
      'another status': [put('budgetSummary.summaryStatus', 'exhausted')],
      'an overshoot without a limit': [put('budgetSummary.wallClock.overshootMs', 1)],
      'more at once than were made': [put('budgetSummary.maximumUnreservedInFlightInvocations', 99)],
      'another digest': [put('budgetSummary.ledgerDigest', OTHER)],
      'a lost call without an entry': [
        put('lostInFlight', [
          {
            targetId: 'new',
            sampleId: 'a',
            trialIndex: 0,
            trialId: 'trial-0',
            attemptId: 'attempt-0',
            startedAt: NOW,
          },
        ]),
      ],
    },
    CACHE_POLICY_INVALID: {
      'a replay where caches are off': [put('records.0.cache.cacheStatus', 'replay')],
      'a key where caches are off': [put('records.0.cache.cacheKeyDigest', OTHER)],
      'a source of what was not replayed': [put('records.0.cache.sourceRecordDigest', OTHER)],
    },
    PROVIDER_COST_INVALID: {
      'a cost that no provider reported': [
        put('budgetSummary.entries.0.providerCost', { amount: 1, currency: 'USD' }),
      ],
      'a reported cost that is not there': [at('budgetSummary.entries', (entries) => free(entries))],
      'another cost of the attempt': [put('records.4.attempts.1.usage.providerCost.amount', 0.5)],
    },
    PROVENANCE_INVALID: {
      'another parent of a record': [put('records.0.provenance.parentDigests', [OTHER])],
      'more trust in a record': [put('records.0.provenance.trust', 'verified')],
      'imported records': [put('records.0.provenance.provenanceKind', 'imported')],
      'another parent of the bundle': [put('provenance.parentDigests.0', OTHER)],
      'more trust in the bundle': [put('provenance.trust', 'verified')],
    },
    PLAN_MISMATCH: {
      'another contract': [put('runContractDigest', OTHER)],
      'another plan': [put('executionPlanDigest', OTHER)],
      'another dataset': [put('datasetRevisionDigest', OTHER)],
      'another input': [put('executionInputDigest', OTHER)],
      'an account of another contract': [put('budgetSummary.runContractDigest', OTHER)],
    },
    RETRY_POLICY_INVALID: {
      'a retry of what is not retried': [put('records.1.attempts.0.error.code', 'output-malformed')],
      'one attempt more than allowed': [list('records.1.attempts', (all) => [...all.slice(0, 1), ...all])],
    },
  }

/** Takes the cost from the first entry that has one. */
function free(entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries
  const found: { providerCost?: unknown } | undefined = entries.find((entry) => 'providerCost' in entry)
  delete found?.providerCost
  return entries
}

for (const [kind, cases] of Object.entries(CASES))
  test.each(Object.entries(cases))(`${kind}: %s`, (_, changes) => {
    expect(codesOf(...changes)).toContain(kind)
  })

test('DIGEST_MISMATCH: another digest of the bundle', () => {
  const changed = change(good, put('bundleDigest', OTHER))
  expect(validateExecutionBundle(changed, run.plan).map(({ code }) => code)).toEqual([
    'EXECUTION_BUNDLE_DIGEST_MISMATCH',
  ])
})

test('every code has a change that leads to it', () => {
  expect([...Object.keys(CASES), 'DIGEST_MISMATCH'].sort()).toEqual([...EXECUTION_FAULTS].sort())
})

test('all faults come at once, each with its place', () => {
  const changed = change(good, put('records.0.trialId', 'trial-0'), put('coverage.planned', 7))
  expect(validateExecutionBundle(changed, run.plan)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'EXECUTION_BUNDLE_IDENTITY_MISMATCH', path: '/records/0/trialId' }),
      expect.objectContaining({ code: 'EXECUTION_BUNDLE_COVERAGE_INVALID', path: '/coverage/planned' }),
    ]),
  )
})
