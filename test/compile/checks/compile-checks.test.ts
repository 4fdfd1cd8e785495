// What a check becomes in the definition.
import { expect, test } from 'vitest'
import { compileChecks } from '../../../src/compile/checks/compile-checks.js'
import { digestBytes } from '../../../src/contracts/digest.js'
import { checkStem } from '../../../src/contracts/stem.js'
import { judgeCheck, scriptCheck, twoChecks } from '../../prepare/support/checks.js'
import { findUnfrozen } from '../../prepare/support/frozen.js'

const compiled = compileChecks(twoChecks)

test('a check becomes one sample and one evaluator that applies to it alone', () => {
  const { dataset, evaluators, targets } = compiled.definition
  const stem = checkStem('greet')
  expect(targets.map((target) => target.targetId)).toStrictEqual(['project'])
  expect(dataset.samples[0]).toStrictEqual({
    sampleId: stem,
    input: { checkId: 'greet' },
    evaluationContext: { description: 'What greet says' },
  })
  expect(evaluators[0]).toMatchObject({
    evaluatorId: stem,
    evaluatorKind: 'check',
    implementationId: 'eval-checks.check.deterministic/1',
    applicableSampleIds: [stem],
    metricIds: ['passed'],
  })
})

test('an evaluator holds all that decides how the check runs, and nothing that this machine adds', () => {
  const [script, judge] = compiled.definition.evaluators
  expect(script?.config).toStrictEqual({
    checkType: 'deterministic',
    sourcePath: 'eval_checks/greet.yaml',
    definitionSha256: twoChecks.checks[0]?.definitionSha256,
    tags: ['fast', 'ünïcode'],
    timeoutSeconds: 30,
    paths: ['src/**'],
    runtimeKind: 'python',
    typeConfig: { source: 'inline', entry: 'script' },
  })
  expect(judge?.config).toMatchObject({ skip: 'not today', runtimeKind: 'agent' })
  expect(judge?.config).not.toHaveProperty('timeoutSeconds')
})

test('a resource enters by digest, size and role, never by its bytes', () => {
  const bytes = Buffer.from('print("greet")')
  const hex = digestBytes(bytes).slice('sha256:'.length)
  expect(compiled.definition.evaluators[0]?.resources).toStrictEqual([
    {
      resourceId: `content-${hex}`,
      role: 'script',
      digest: `sha256:${hex}`,
      mediaType: 'text/x-python',
      classification: 'sensitive',
      size: bytes.length,
    },
  ])
})

test('the decision is the threshold, which forgives no errored check', () => {
  expect(compiled.definition.decisionPolicy).toMatchObject({
    implementationId: 'eval-checks.pass-threshold/v1',
    parameters: { passThreshold: 0.8, erroredChecksAllowed: 0 },
  })
})

test('the policy says nothing about concurrency', () => {
  expect(JSON.stringify(compiled)).not.toContain('oncurrency')
})

test('checks stand in code-point order of their paths', () => {
  const paths = ['b/\u{1f600}.yaml', 'b/\ufb33.yaml', 'a.yaml']
  const checks = paths.map((relativePath, i) => ({ ...scriptCheck(`c${i}`), relativePath }))
  const { evaluators } = compileChecks({ ...twoChecks, checks }).definition
  expect(evaluators.map((evaluator) => evaluator.config?.sourcePath)).toStrictEqual([
    'a.yaml',
    'b/\ufb33.yaml',
    'b/\u{1f600}.yaml',
  ])
})

test('an id of 5,000 characters fits, because samples are named by its stem', () => {
  const id = 'x'.repeat(5000)
  const { dataset, evaluators } = compileChecks({ ...twoChecks, checks: [scriptCheck(id)] }).definition
  expect(dataset.samples[0]?.sampleId).toHaveLength(105)
  expect(dataset.samples[0]?.input).toStrictEqual({ checkId: id })
  expect(evaluators[0]?.ensembleMemberId.length).toBeLessThanOrEqual(256)
})

test('every check type in use has one identity, known by its code', () => {
  const checks = [scriptCheck('a'), scriptCheck('b'), judgeCheck('c')]
  const { identities } = compileChecks({ ...twoChecks, checks })
  const types = identities.filter((identity) => identity.fingerprintBasis === 'content-derived')
  expect(types.map(({ implementationId, fingerprint }) => [implementationId, fingerprint])).toStrictEqual([
    ['eval-checks.check.deterministic/1', digestBytes('code of deterministic')],
    ['eval-checks.check.harness_judge/2', digestBytes('code of harness_judge')],
  ])
})

test('an absolute path is refused', () => {
  const check = { ...scriptCheck('a'), relativePath: '/home/me/a.yaml' }
  expect(() => compileChecks({ ...twoChecks, checks: [check] })).toThrow(
    expect.objectContaining({ code: 'ABSOLUTE_PATH_IN_PLAN' }),
  )
})

test('the result is frozen to the last leaf, and what was handed in is not', () => {
  expect(findUnfrozen(compiled)).toStrictEqual([])
  const config = { list: [1] }
  const check = { ...scriptCheck('a'), compiled: { runtimeKind: 'python', config, resources: [] } }
  compileChecks({ ...twoChecks, harness: config, checks: [check] })
  expect(
    Object.isFrozen(config) || Object.isFrozen(config.list) || Object.isFrozen(check.definition.tags),
  ).toBe(false)
})
