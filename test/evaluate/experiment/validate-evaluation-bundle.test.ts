// Every fault of an evaluation bundle by its code: a bundle of a real run is good, and each change of it is found.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FinishedRun } from '../../../src/conduct/run-experiment.js'
import { digestDocument } from '../../../src/contracts/digest.js'
import { EVALUATION_FAULTS } from '../../../src/contracts/experiment/bundle-fault.js'
import type { EvaluationBundle } from '../../../src/contracts/experiment/evaluation-bundle.js'
import type { ExecutionBundle } from '../../../src/contracts/experiment/execution-bundle.js'
import { validateEvaluationBundle } from '../../../src/evaluate/experiment/validate/validate-evaluation-bundle.js'
import { RunProject, readBundles } from '../../conduct/support/real-run.js'
import { type Change, change, list, put } from '../../conduct/support/tamper.js'

let project: RunProject
let run: FinishedRun
let good: EvaluationBundle
let execution: ExecutionBundle

beforeAll(async () => {
  project = new RunProject({ a: 'say a', b: 'costly', c: 'broken' })
  run = await project.run({ more: 'concurrency: 4\n' })
  const bundles = readBundles(run.folder)
  good = bundles.evaluation
  execution = bundles.execution
}, 60_000)
afterAll(() => project.remove())

/** Codes of a changed bundle whose own digest was computed again. */
function codesOf(changes: readonly Change[], changedExecution: readonly Change[] = []): readonly string[] {
  const { bundleDigest: _, ...changed } = change(good, ...changes)
  const bundle = { ...changed, bundleDigest: digestDocument(changed) }
  const faults = validateEvaluationBundle(bundle, run.plan, change(execution, ...changedExecution))
  return [...new Set(faults.map(({ code }) => code.slice('EVALUATION_BUNDLE_'.length)))]
}

test('the bundle of a run in which an execution failed has no fault', () => {
  expect(good.records.map(({ evaluationStatus }) => evaluationStatus)).toEqual([
    'completed',
    'completed',
    'not-evaluated',
    'completed',
    'completed',
    'not-evaluated',
  ])
  expect(validateEvaluationBundle(good, run.plan, execution)).toEqual([])
})

const OTHER = `sha256:${'0'.repeat(64)}`
const COST = { providerCost: { amount: 1, currency: 'USD', reportedByProvider: true } }
const entryOf = (attemptId: string) => ({
  sequence: 99,
  stage: 'evaluation',
  coordinateId: 'trial-0',
  attemptId,
  invocationCount: 1,
  activeDurationMs: 1,
  providerCostStatus: 'unreported',
  admissionKind: 'first',
  outcomeKind: 'completed',
})

type Case = readonly [changes: readonly Change[], execution?: readonly Change[]]
type Kind = Exclude<(typeof EVALUATION_FAULTS)[number], 'DIGEST_MISMATCH' | 'PROVIDER_COST_INVALID'>

const CASES: Readonly<Record<Kind, Readonly<Record<string, Case>>>> = {
  DUPLICATE_COORDINATE: {
    'an evaluation that stands twice': [[list('records', (all) => [...all.slice(0, 1), ...all])]],
  },
  IDENTITY_MISMATCH: {
    'another evaluation': [[put('records.0.evaluationId', 'evaluation-0')]],
    'another replicate': [[put('records.0.measurement.replicateIndex', 1)]],
    'another program': [[put('records.0.runtime.fingerprint', OTHER)]],
    'an evaluator that is not planned': [[put('records.0.evaluatorId', 'other')]],
    'another trial': [[put('records.0.trialId', 'trial-0')]],
    'another attempt': [[put('records.0.attempts.0.attemptId', 'attempt-0')]],
    'another observation': [[put('records.0.observations.0.observationId', 'observation-0')]],
    'another run': [[put('bundleId', 'other-evaluation')]],
  },
  SOURCE_MISMATCH: {
    'another execution': [[put('executionBundleDigest', OTHER)]],
    'another record of the execution': [[put('records.0.sourceRecordDigest', OTHER)]],
    'an answer that was changed afterwards': [[], [put('records.0.output.value', 'another answer')]],
    'a reading of what did not complete': [
      [put('records.2.reasonCode', 'run-cancelled'), put('records.2.sourceRecordDigest', OTHER)],
    ],
  },
  RECORD_ORDER_INVALID: { 'records in another order': [[list('records', (all) => [...all].reverse())]] },
  ATTEMPT_ORDER_INVALID: {
    'a gap in the numbers': [[put('records.0.attempts.0.attemptNumber', 2)]],
    'a record that ends otherwise than its last attempt': [
      [put('records.0.attempts.0.attemptStatus', 'cancelled')],
    ],
  },
  COVERAGE_INVALID: {
    'one more that succeeded': [[put('coverage.succeeded', 5)]],
    'a record that is gone': [[list('records', (all) => all.slice(1))]],
  },
  STATUS_INVALID: {
    'another end than that of the execution': [[put('evaluationBundleStatus', 'failed')]],
    'a reason that the execution does not have': [[put('terminationReasonCode', 'because')]],
  },
  REPLAYABILITY_INVALID: { 'contents that are said to be elsewhere': [[put('replayability', 'resolvable')]] },
  EVIDENCE_POLICY_INVALID: {
    'evidence by digest alone': [
      [put('records.0.evidence', { captureKind: 'digest-only', classification: 'sensitive', digest: OTHER })],
    ],
    'evidence of a reading by digest alone': [
      [
        put('records.0.observations.0.evidence', {
          captureKind: 'digest-only',
          classification: 'sensitive',
          digest: OTHER,
        }),
      ],
    ],
  },
  USAGE_INVALID: { 'more than the attempts used': [[put('records.0.usage', { inputTokens: 1 })]] },
  BUDGET_SUMMARY_INVALID: {
    'a paid attempt without an entry': [
      [put('records.0.attempts.0.usage', COST), put('records.0.usage', COST)],
    ],
    'an entry without an attempt': [
      [],
      [list('budgetSummary.entries', (all) => [...all, entryOf('attempt-0')])],
    ],
  },
  CACHE_POLICY_INVALID: {
    'a reading from a cache that is off': [[put('records.0.cache.cacheStatus', 'replay')]],
    'a key of a cache that is off': [[put('records.0.cache.cacheKeyDigest', OTHER)]],
    'a source of what was not reused': [[put('records.0.cache.sourceRecordDigest', OTHER)]],
  },
  PROVENANCE_INVALID: {
    'another parent of a record': [[put('records.0.provenance.parentDigests', [OTHER])]],
    'more trust in a record': [[put('records.0.provenance.trust', 'verified')]],
    'another parent of the bundle': [[put('provenance.parentDigests.0', OTHER)]],
  },
  PLAN_MISMATCH: {
    'another contract': [[put('runContractDigest', OTHER)]],
    'another plan': [[put('evaluationPlanDigest', OTHER)]],
    'another input': [[put('evaluationInputDigest', OTHER)]],
  },
  RETRY_POLICY_INVALID: {
    'more attempts than allowed': [[list('records.0.attempts', (all) => [...all, ...all])]],
  },
  OBSERVATION_INVALID: {
    'a value of another type': [[put('records.0.observations.0.value', 1)]],
    'a metric that the evaluator does not have': [[put('records.0.observations.0.metricId', 'other')]],
    'a metric twice': [[list('records.0.observations', (all) => [...all, ...all])]],
    'another type': [[put('records.0.observations.0.valueType', 'numeric')]],
  },
}

for (const [kind, cases] of Object.entries(CASES))
  test.each(Object.entries(cases))(`${kind}: %s`, (_, [changes, changedExecution]) => {
    expect(codesOf(changes, changedExecution)).toContain(kind)
  })

test('PROVIDER_COST_INVALID: an entry without the cost that its attempt reports', () => {
  const attempt = good.records[0]
  if (attempt?.evaluationStatus !== 'completed') throw new Error('it completed')
  const { attemptId = '' } = attempt.attempts[0] ?? {}
  const paid = [put('records.0.attempts.0.usage', COST), put('records.0.usage', COST)]
  const entry = list('budgetSummary.entries', (all) => [...all, entryOf(attemptId)])
  expect(codesOf(paid, [entry])).toContain('PROVIDER_COST_INVALID')
})

test('DIGEST_MISMATCH: another digest of the bundle', () => {
  const changed = change(good, put('bundleDigest', OTHER))
  expect(validateEvaluationBundle(changed, run.plan, execution).map(({ code }) => code)).toEqual([
    'EVALUATION_BUNDLE_DIGEST_MISMATCH',
  ])
})

test('every code has a change that leads to it', () => {
  expect([...Object.keys(CASES), 'DIGEST_MISMATCH', 'PROVIDER_COST_INVALID'].sort()).toEqual(
    [...EVALUATION_FAULTS].sort(),
  )
})
