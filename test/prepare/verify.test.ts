// A stored plan is believed only as far as it can be computed again.
import { expect, test } from 'vitest'
import { runPlanSchema } from '../../src/contracts/run-plan.js'
import { openSealedPlan } from '../../src/prepare/prepare-plan.js'
import { readPlanDocument } from '../../src/prepare/verify.js'
import { planChecks, twoChecks } from './support/checks.js'
import { planExperiment } from './support/experiment.js'
import { findUnfrozen } from './support/frozen.js'

const text = JSON.stringify(planChecks(twoChecks))

test.each([
  ['checks', planChecks(twoChecks)],
  ['an experiment', planExperiment()],
])('the stored plan of %s is read back as it was, frozen', (_kind, plan) => {
  const read = readPlanDocument(JSON.stringify(plan, null, 2))
  expect(read).toStrictEqual(plan)
  expect(findUnfrozen(read)).toStrictEqual([])
})

test('a stored plan has no authority to run', () => {
  const read: Parameters<typeof openSealedPlan>[0] = JSON.parse(text)
  expect(() => openSealedPlan(read)).toThrow(expect.objectContaining({ code: 'PLAN_NOT_SEALED' }))
})

test.each([
  ['no JSON', text.slice(1)],
  ['a key that stands twice', text.replace('"passThreshold":0.8', '"passThreshold":0,"passThreshold":0.8')],
  [
    'a key that stands twice, spelled otherwise',
    text.replace('"passThreshold":0.8', '"passThr\\u0065shold":0,"passThreshold":0.8'),
  ],
  ['another version', text.replace('eval-checks.run-plan/v1', 'eval-checks.run-plan/v2')],
  ['an unknown key', text.replace('{', '{"more":1,')],
  ['a list', '[]'],
])('%s is no plan', (_name, changed) => {
  expect(changed).not.toBe(text)
  expect(() => readPlanDocument(changed)).toThrow(expect.objectContaining({ code: 'PLAN_DOCUMENT_INVALID' }))
})

test('texts full of quotes, colons and backslashes are no keys', () => {
  const tricky = 'a":"b\\":\\\\"{"x":1}\\'
  const plan = planChecks({ ...twoChecks, harness: { [tricky]: tricky, 'a:': ['":', '\\'] } })
  expect(readPlanDocument(JSON.stringify(plan))).toStrictEqual(plan)
})

test.each(runPlanSchema.shape.digests.keyof().options)('a changed digest %s is named', (name) => {
  const plan = JSON.parse(text)
  plan.digests[name] = plan.digests[name].replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0'))
  expect(() => readPlanDocument(JSON.stringify(plan))).toThrow(
    expect.objectContaining({ code: 'PLAN_DIGEST_MISMATCH', message: expect.stringContaining(name) }),
  )
})

test('the first digest that a changed content moves is named', () => {
  const plan = JSON.parse(text)
  plan.definition.decisionPolicy.parameters.passThreshold = 0
  expect(() => readPlanDocument(JSON.stringify(plan))).toThrow(
    expect.objectContaining({
      code: 'PLAN_DIGEST_MISMATCH',
      message: expect.stringContaining('decisionPlan'),
    }),
  )
})

type Parts = Record<string, Record<string, unknown[] & Record<string, unknown>>>
const forgeries: [what: string, part: string, change: (plan: Parts) => unknown][] = [
  ['a sample of the execution plan', 'execution', (plan) => plan.execution?.samples?.pop()],
  ['an evaluator of the evaluation plan', 'evaluation', (plan) => plan.evaluation?.evaluators?.pop()],
  [
    'the graph of the analysis plan',
    'analysis',
    (plan) => Object.assign(plan.analysis?.graph ?? [], { nodes: [] }),
  ],
  ['the policy of the decision plan', 'decision', (plan) => delete plan.decision?.policy],
]

test.each(forgeries)('%s that does not follow from the definition is found', (_what, part, change) => {
  const plan = JSON.parse(text)
  change(plan)
  const forged = JSON.stringify(plan)
  expect(forged).not.toBe(text)
  expect(() => readPlanDocument(forged)).toThrow(
    expect.objectContaining({ code: 'PLAN_DOCUMENT_MISMATCH', message: expect.stringContaining(part) }),
  )
})

test('a runtime with other code is found', () => {
  const plan = JSON.parse(text)
  plan.evaluation.runtimes[0].identity.version = '9'
  expect(() => readPlanDocument(JSON.stringify(plan))).toThrow(
    expect.objectContaining({
      code: 'PLAN_DIGEST_MISMATCH',
      message: expect.stringContaining('evaluationPlan'),
    }),
  )
})
