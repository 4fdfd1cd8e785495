// Which change moves which digest: every digest covers what its stage depends on, and nothing else.
import { expect, test } from 'vitest'
import { digestBytes } from '../../src/contracts/digest.js'
import type { EvaluationDefinition } from '../../src/contracts/evaluation-definition.js'
import type { PlanDigests, RunPlan } from '../../src/contracts/run-plan.js'
import type { PreparationInput } from '../../src/prepare/read-documents.js'
import { planChecks, scriptCheck, twoChecks } from './support/checks.js'
import { definition, experiment, planExperiment, policy } from './support/experiment.js'

type Name = keyof PlanDigests

const fromDecision: Name[] = ['decisionPlan', 'runContract']
const fromAnalysis: Name[] = ['analysisPlan', ...fromDecision]
const fromEvaluation: Name[] = ['evaluationPlan', ...fromAnalysis]
const fromExecution: Name[] = ['executionPlan', ...fromEvaluation]
const fromDesign: Name[] = ['randomizationDesign', ...fromExecution]
const allInputs: Name[] = ['datasetRevision', 'executionInput', 'evaluationInput']

const [greet = scriptCheck('greet'), tone = scriptCheck('tone')] = twoChecks.checks
const withGreet = (changes: Partial<typeof greet>) => ({
  ...twoChecks,
  checks: [{ ...greet, ...changes }, tone],
})
const withDefinition = (changes: Partial<typeof greet.definition>) =>
  withGreet({ definition: { ...greet.definition, ...changes } })

const checkChanges: [change: string, input: typeof twoChecks, moved: Name[]][] = [
  ['the threshold', { ...twoChecks, passThreshold: 0.81 }, fromDecision],
  [
    "a check's script",
    withGreet({
      compiled: {
        ...greet.compiled,
        resources: [{ role: 'script', bytes: Buffer.from('!'), mediaType: 'text/x-python' }],
      },
    }),
    fromEvaluation,
  ],
  [
    "a check's configuration",
    withGreet({ compiled: { ...greet.compiled, config: { source: 'file' } } }),
    fromEvaluation,
  ],
  ["a check's definition digest", withGreet({ definitionSha256: digestBytes('other') }), fromEvaluation],
  ["a check's relative path", withGreet({ relativePath: 'eval_checks/moved.yaml' }), fromEvaluation],
  ["a check type's code", withGreet({ typeFingerprint: digestBytes('other') }), fromEvaluation],
  ["a check type's version", withGreet({ typeVersion: '2' }), fromEvaluation],
  [
    'the kind of interpreter',
    withGreet({ compiled: { ...greet.compiled, runtimeKind: 'node' } }),
    fromEvaluation,
  ],
  ["a check's time limit", withDefinition({ timeoutSeconds: 31 }), fromEvaluation],
  ["a check's tags", withDefinition({ tags: [] }), fromEvaluation],
  ["a check's paths", withDefinition({ paths: [] }), fromEvaluation],
  ["a check's skip reason", withDefinition({ skip: 'later' }), fromEvaluation],
  [
    "a check's description",
    withDefinition({ description: 'Other' }),
    ['datasetRevision', 'evaluationInput', ...fromEvaluation],
  ],
  ['the harness', { ...twoChecks, harness: { agent: 'codex' } }, fromEvaluation],
  ['the longest input of judges', { ...twoChecks, llmMaxInputChars: 4001 }, fromEvaluation],
  [
    'one check more',
    { ...twoChecks, checks: [...twoChecks.checks, scriptCheck('new')] },
    [...allInputs, 'analysisInput', ...fromDesign],
  ],
  ['the order of the checks', { ...twoChecks, checks: [...twoChecks.checks].reverse() }, []],
]

const beforeChecks = planChecks(twoChecks)
test.each(checkChanges)('%s of a checks run moves exactly its digests', (_change, input, moved) => {
  expect(movedDigests(beforeChecks, planChecks(input))).toStrictEqual(inOrder(moved))
})

type Sample = EvaluationDefinition['dataset']['samples'][number]
const { dataset, experiment: design } = definition
const withSample = (changes: Partial<Sample>, index = 0): Partial<PreparationInput> =>
  withDataset({
    samples: dataset.samples.map((sample, i) => (i === index ? { ...sample, ...changes } : sample)),
  })
const withDataset = (changes: Partial<typeof dataset>) =>
  inDefinition({ dataset: { ...dataset, ...changes } })
const inDefinition = (changes: Partial<EvaluationDefinition>) => ({
  definition: { ...definition, ...changes },
})
const inDesign = (changes: Partial<typeof design>) => inDefinition({ experiment: { ...design, ...changes } })
const inPolicy = (changes: Partial<typeof policy>) => ({ policy: { ...policy, ...changes } })
const memberships = (...ids: string[]) => ({ analysis: { memberships: ids, context: { weight: 3 } } })

const experimentChanges: [change: string, input: Partial<PreparationInput>, moved: Name[]][] = [
  ["a sample's annotations", withSample({ annotations: { by: 'you' } }), ['datasetRevision']],
  ["the dataset's annotations", withDataset({ annotations: {} }), ['datasetRevision']],
  ["a sample's input", withSample({ input: 'Say ho' }), [...allInputs, ...fromDesign]],
  ["a sample's execution context", withSample({ executionContext: 1 }), [...allInputs, ...fromDesign]],
  [
    "a sample's expectation",
    withSample({ expected: 'ho' }),
    ['datasetRevision', 'evaluationInput', ...fromEvaluation],
  ],
  [
    "a sample's evaluation context",
    withSample({ evaluationContext: { rubric: 'rude' } }),
    ['datasetRevision', 'evaluationInput', ...fromEvaluation],
  ],
  [
    "a sample's cohorts",
    withSample(memberships('train'), 2),
    ['datasetRevision', 'analysisInput', ...fromAnalysis],
  ],
  ["the order of a sample's cohorts", withSample(memberships('holdout', 'train'), 2), ['datasetRevision']],
  ['the estimator', withEstimator('other/v1'), fromAnalysis],
  ['the seed', inDesign({ seed: 'other' }), fromDesign],
  ['the number of trials', inDesign({ trials: 3 }), fromDesign],
  ['a limit on running arms', inPolicy({ execution: { timeoutMs: 1 } }), fromExecution],
  ['the retries', inPolicy({ retry: { ...policy.retry, maxAttempts: 3 } }), fromExecution],
  ['a limit on evaluating', inPolicy({ evaluation: { timeoutMs: 1 } }), fromEvaluation],
  [
    'replaying executions',
    inPolicy({ cache: { ...policy.cache, executionMode: 'replay-only' } }),
    fromExecution,
  ],
  ['reusing evaluations', inPolicy({ cache: { ...policy.cache, evaluationMode: 'reuse' } }), fromEvaluation],
  ['the budget', inPolicy({ budget: { run: { maxInvocations: 99 } } }), fromExecution],
  ['what a failure does', inPolicy({ failure: { failureMode: 'continue' } }), fromExecution],
  [
    'how much evidence is kept',
    inPolicy({ evidence: { ...policy.evidence, evidence: 'digest' } }),
    fromEvaluation,
  ],
  [
    'how much output is kept',
    inPolicy({ evidence: { ...policy.evidence, output: 'reference' } }),
    fromExecution,
  ],
  [
    'how events are delivered',
    inPolicy({ eventDelivery: { ...policy.eventDelivery, writerMode: 'enabled' } }),
    ['runContract'],
  ],
  [
    'the place in a series',
    inDefinition({
      seriesMembership: { seriesDesignDigest: digestBytes('series'), memberId: 'm2', replicateIndex: 1 },
    }),
    ['runContract'],
  ],
  ['the code of an executor', withCode('claude'), fromExecution],
  ["the code of a judge's executor", withCode('judge-cli'), fromEvaluation],
  ['the code of an analysis node', withCode('table/v1'), fromAnalysis],
  ['the code of a missing policy', withCode('exclude/v1'), fromAnalysis],
  ['the code of the decision', withCode('release/v1'), fromDecision],
  ['the code of a series step', withCode('variance/v1'), []],
  ['the order of identities', { identities: [...experiment.identities].reverse() }, []],
]

const beforeExperiment = planExperiment()
test.each(experimentChanges)('%s of an experiment moves exactly its digests', (_change, input, moved) => {
  expect(movedDigests(beforeExperiment, planExperiment(input))).toStrictEqual(inOrder(moved))
})

test('renaming a target leaves the randomization as it was', () => {
  const renamed = JSON.parse(
    JSON.stringify(experiment).replaceAll('"new"', '"newer"').replaceAll('executor-new', 'executor-newer'),
  )
  const moved = movedDigests(beforeExperiment, planExperiment(renamed))
  expect(moved).not.toContain('randomizationDesign')
  expect(moved).toContain('executionPlan')
})

function withEstimator(estimatorId: string): Partial<PreparationInput> {
  const { runtimeBinding, identities } = experiment
  const bindings = runtimeBinding.bindings.map((binding) =>
    binding.bindingId === 'sampling-estimator'
      ? { ...binding, referenceId: estimatorId, implementationId: estimatorId }
      : binding,
  )
  return {
    ...inDesign({ sampling: { ...design.sampling, estimatorId } }),
    runtimeBinding: { ...runtimeBinding, bindings },
    identities: [
      ...identities,
      ...identities.slice(0, 1).map((one) => ({ ...one, implementationId: estimatorId })),
    ],
  }
}

function withCode(implementationId: string): Partial<PreparationInput> {
  const fingerprint = digestBytes('other code')
  return {
    identities: experiment.identities.map((identity) =>
      identity.implementationId === implementationId ? { ...identity, fingerprint } : identity,
    ),
  }
}

function movedDigests(before: RunPlan, after: RunPlan): string[] {
  return inOrder(Object.keys(before.digests)).filter((name) => !sameDigest(before, after, name))
}

function sameDigest(before: RunPlan, after: RunPlan, name: string): boolean {
  const digestOf = (plan: RunPlan) => Object.entries(plan.digests).find(([key]) => key === name)?.[1]
  return digestOf(before) === digestOf(after)
}

function inOrder(names: readonly string[]): string[] {
  return Object.keys(beforeChecks.digests).filter((name) => names.includes(name))
}
