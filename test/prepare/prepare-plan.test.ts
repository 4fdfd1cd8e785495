// The sealed plan: an authority that lives in this process, over a document that cannot change.
import { expect, test } from 'vitest'
import { compileChecks } from '../../src/compile/checks/compile-checks.js'
import { runPlanSchema } from '../../src/contracts/run-plan.js'
import { openSealedPlan, preparePlan } from '../../src/prepare/prepare-plan.js'
import { runContractDigest } from '../../src/prepare/run-contract.js'
import { planChecks, scriptCheck, twoChecks } from './support/checks.js'
import { experiment, planExperiment } from './support/experiment.js'
import { findUnfrozen } from './support/frozen.js'
import { refusals } from './support/refusals.js'

const sealed = preparePlan(compileChecks(twoChecks))
const plan = openSealedPlan(sealed)

test('the plans of checks and of experiments are one kind of document', () => {
  expect(runPlanSchema.parse(plan)).toStrictEqual(plan)
  const other = planExperiment()
  expect(runPlanSchema.parse(other)).toStrictEqual(other)
})

test('a plan is frozen to the last leaf, and the documents that it was made from are not', () => {
  expect(findUnfrozen(plan)).toStrictEqual([])
  const input = structuredClone(experiment)
  preparePlan(input)
  expect(findUnfrozen(input)).toContain('$.definition.dataset.samples')
})

test.each([
  ['a JSON copy', JSON.parse(JSON.stringify(sealed))],
  ['a structured clone', structuredClone(sealed)],
  ['a copy with its symbols', Object.defineProperties({}, Object.getOwnPropertyDescriptors(sealed))],
  ['the plan itself', plan],
])('%s opens nothing', (_name, copy) => {
  expect(() => openSealedPlan(copy)).toThrow(expect.objectContaining({ code: 'PLAN_NOT_SEALED' }))
})

test('a sealed plan tells nothing when it is written as JSON', () => {
  expect(JSON.stringify(sealed)).toBe('{}')
})

test('the run contract is what a plan is known by', () => {
  expect(runContractDigest(plan)).toBe(plan.digests.runContract)
})

test('sealing again gives the same plan', () => {
  expect(planChecks(twoChecks)).toStrictEqual(plan)
})

test('a project without checks can be sealed', () => {
  expect(planChecks({ ...twoChecks, checks: [] }).evaluation.evaluators).toStrictEqual([])
})

test('an id of 5,000 characters can be sealed', () => {
  const id = 'x'.repeat(5000)
  expect(planChecks({ ...twoChecks, checks: [scriptCheck(id)] }).execution.samples[0]?.input).toStrictEqual({
    checkId: id,
  })
})

test('each stage sees of a sample what it may see', () => {
  const { execution, evaluation, analysis } = planExperiment()
  const keys = (samples: readonly object[]) => [...new Set(samples.flatMap(Object.keys))].sort()
  expect(keys(execution.samples)).toStrictEqual(['executionContext', 'input', 'sampleId'])
  expect(keys(evaluation.samples)).toStrictEqual([
    'evaluationContext',
    'executionContext',
    'expected',
    'input',
    'sampleId',
  ])
  expect(keys(analysis.samples)).toStrictEqual(['analysis', 'sampleId'])
})

test('an identity stands once, with everything that it serves', () => {
  const { execution, evaluation } = planExperiment()
  expect(execution.runtimes.map((runtime) => runtime.referenceIds)).toStrictEqual([['new', 'old']])
  expect(evaluation.runtimes.map((runtime) => [runtime.runtimeKind, runtime.referenceIds])).toStrictEqual([
    ['evaluator', ['exact']],
    ['evaluator', ['rubric--judge-1--r0']],
    ['judge-executor', ['rubric--judge-1--r0']],
  ])
})

test('all problems of shape are reported at once, and unknown keys are counted without being named', () => {
  const { definition, policy, runtimeBinding } = structuredClone(experiment)
  const found = refusals({
    ...experiment,
    definition: { ...definition, metrics: [], ...{ secretKey: 1 } },
    policy: { ...policy, execution: { timeoutMs: 0 } },
    runtimeBinding: {
      ...runtimeBinding,
      ...JSON.parse('{"schemaVersion":"omk.runtime-binding-request/v4"}'),
    },
  })
  expect(found).toHaveLength(4)
  expect(found.every((line) => line.startsWith('EVAL_DEFINITION_SCHEMA_INVALID'))).toBe(true)
  expect(found.join('\n')).not.toContain('secretKey')
})

test('what is not plain JSON is refused before anything reads it', () => {
  const trap = Object.defineProperty({ ...experiment.policy }, 'execution', {
    enumerable: true,
    get: () => {
      throw new Error('read')
    },
  })
  expect(refusals({ ...experiment, policy: trap })).toStrictEqual([
    expect.stringMatching(/^EVAL_DEFINITION_SCHEMA_INVALID policy: .*accessor/),
  ])
})
