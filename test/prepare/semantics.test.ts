// One test per rule: what has the right shape and still makes no sense is not sealed.
import { expect, test } from 'vitest'
import { compileChecks } from '../../src/compile/checks/compile-checks.js'
import type { Json } from '../../src/contracts/json.js'
import type { PreparationInput } from '../../src/prepare/read-documents.js'
import { judgeCheck, scriptCheck, twoChecks } from './support/checks.js'
import { experiment } from './support/experiment.js'
import { refusals } from './support/refusals.js'

test('the experiment of these tests is sealed as it is', () => {
  expect(refusals(experiment)).toStrictEqual([])
})

/** A copy of the experiment in which `change` may set anything. */
function changed(change: (input: Loose<PreparationInput>) => void): PreparationInput {
  const input = JSON.parse(JSON.stringify(experiment))
  change(input)
  return input
}
type Loose<T> = [Json] extends [T]
  ? T
  : string extends keyof T
    ? T
    : T extends object
      ? { -readonly [Key in keyof T]-?: Loose<Exclude<T[Key], undefined>> }
      : T
type Change = (input: Loose<PreparationInput>) => void

function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`no item ${index}`)
  return item
}

const rules: [rule: string, code: string, change: Change][] = [
  [
    'two samples with one id',
    'DUPLICATE_ID',
    ({ definition: d }) => d.dataset.samples.push(at(d.dataset.samples, 0)),
  ],
  [
    'two cohorts with one id',
    'DUPLICATE_ID',
    ({ definition: d }) => d.dataset.analysisCohorts.push({ cohortId: 'train' }),
  ],
  ['two metrics with one id', 'DUPLICATE_ID', ({ definition: d }) => d.metrics.push(at(d.metrics, 0))],
  [
    'two nodes with one result',
    'DUPLICATE_ID',
    ({ definition: d }) => d.analysisGraph.nodes.push({ ...at(d.analysisGraph.nodes, 1), nodeId: 'again' }),
  ],
  [
    'one reading of one instrument by two evaluators',
    'DUPLICATE_ID',
    ({ definition: d }) => d.evaluators.push({ ...at(d.evaluators, 0), evaluatorId: 'again' }),
  ],
  [
    'one resource twice in one role of a target',
    'DUPLICATE_ID',
    ({ definition: d }) => at(d.targets, 0).resources.push(at(at(d.targets, 0).resources, 0)),
  ],
  [
    'requirements that are not what the controls of the samples need',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (at(d.targets, 0).executionRequirements.toolPolicy = 'unrestricted'),
  ],
  [
    'a requirement that no sample has any more, because every one replaces the default',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => {
      at(d.targets, 0).executionControls.sampleOverrides = ['s1', 's2', 's3'].map((sampleId) => ({
        ...at(at(d.targets, 0).executionControls.sampleOverrides, 0),
        sampleId,
        workspace: { workspaceMode: 'none' },
      }))
    },
  ],
  [
    'runs as units that are not resampled',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (d.experiment.sampling.experimentalUnit = 'run'),
  ],
  [
    'a metric that does not exist',
    'MISSING_REFERENCE',
    ({ definition: d }) => (at(d.evaluators, 0).metricIds = ['none']),
  ],
  [
    'an applicable sample that does not exist',
    'MISSING_REFERENCE',
    ({ definition: d }) => (at(d.evaluators, 1).applicableSampleIds = ['none']),
  ],
  [
    'a cohort that does not exist',
    'MISSING_REFERENCE',
    ({ definition: d }) => (at(d.dataset.samples, 2).analysis.memberships = ['none']),
  ],
  [
    'a filter for a cohort that does not exist',
    'MISSING_REFERENCE',
    ({ definition: d }) => (at(d.analysisGraph.nodes, 0).cohortFilter.excludeCohortIds = ['none']),
  ],
  [
    'a comparison with a target that does not exist',
    'MISSING_REFERENCE',
    ({ definition: d }) => (at(d.comparisons, 0).treatmentTargetIds = ['none']),
  ],
  [
    'a control override for a sample that does not exist',
    'MISSING_REFERENCE',
    ({ definition: d }) => (at(at(d.targets, 0).executionControls.sampleOverrides, 0).sampleId = 'none'),
  ],
  [
    'a decision on a result that does not exist',
    'MISSING_REFERENCE',
    ({ definition: d }) => (d.decisionPolicy.analysisResultIds = ['none']),
  ],
  [
    'a decision on a family of comparisons that does not exist',
    'MISSING_REFERENCE',
    ({ definition: d }) => (d.decisionPolicy.comparisonFamily = ['none']),
  ],
  [
    'an input pointer that finds nothing in an applicable sample',
    'MISSING_REFERENCE',
    ({ definition: d }) => (at(d.dataset.samples, 1).evaluationContext = { other: 1 }),
  ],
  [
    'nodes that wait for each other',
    'GRAPH_CYCLE',
    ({ definition: d }) =>
      (at(d.analysisGraph.nodes, 1).inputs = [{ inputKind: 'result', resultId: 'interval' }]),
  ],
  [
    'a node that waits for itself',
    'GRAPH_CYCLE',
    ({ definition: d }) =>
      (at(d.analysisGraph.nodes, 1).inputs = [{ inputKind: 'result', resultId: 'table' }]),
  ],
  [
    'a scale on a boolean metric',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (at(d.metrics, 0).scale = { min: 0, max: 1, target: 1 }),
  ],
  [
    'a scale upside down',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (at(d.metrics, 1).scale = { min: 5, max: 1, target: 3 }),
  ],
  [
    'a best target that is not said',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (at(d.metrics, 1).direction = 'target-is-best'),
  ],
  [
    'a target without a slot',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => d.experiment.randomizationSlots.pop(),
  ],
  [
    'two slots for one target',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (at(d.experiment.randomizationSlots, 1).targetId = 'old'),
  ],
  [
    'slots out of order',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => d.experiment.randomizationSlots.reverse(),
  ],
  [
    'several trials without repeated measures',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (d.experiment.sampling.repeatedMeasures = false),
  ],
  [
    'a pairing key without paired blocks',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (d.experiment.sampling.resamplingUnit = 'sample'),
  ],
  [
    'paired blocks without a comparison',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => {
      d.comparisons = []
      d.decisionPolicy.comparisonFamily = ['control-vs-new']
    },
  ],
  [
    'clusters without a key',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (d.experiment.sampling.experimentalUnit = 'cluster'),
  ],
  [
    'a sampling key that finds nothing',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (d.experiment.sampling.stratumKey = '/analysis/context/x'),
  ],
  [
    'a block too small for the arms that are compared',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (d.experiment.scheduling = { schedulingKind: 'randomized-block', blockSize: 1 }),
  ],
  [
    'a control compared with itself',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) => (at(d.comparisons, 0).treatmentTargetIds = ['old', 'new']),
  ],
  [
    'a part of the execution facts',
    'VALUE_DOMAIN_INVALID',
    ({ definition: d }) =>
      at(d.evaluators, 0).inputs.push({ inputId: 'f', sourceKind: 'execution-facts', pointer: '/x' }),
  ],
  [
    'an evaluator of outputs that are not kept',
    'POLICY_INVALID',
    ({ policy }) => (policy.evidence.output = 'digest'),
  ],
  [
    'a cost limit without a rule for unknown costs',
    'POLICY_INVALID',
    ({ policy }) => Reflect.deleteProperty(policy.budget, 'providerCostAdmission'),
  ],
  [
    'cost limits in two currencies',
    'POLICY_INVALID',
    ({ policy }) => (policy.budget.attempt = { maxProviderCost: { amount: 1, currency: 'EUR' } }),
  ],
  [
    'several comparisons without a policy for them',
    'POLICY_INVALID',
    ({ definition: d }) => {
      d.comparisons.push({ ...at(d.comparisons, 0), comparisonId: 'second' })
      d.decisionPolicy.comparisonFamily = ['control-vs-new', 'second']
    },
  ],
  [
    'a policy for several comparisons where there is one',
    'POLICY_INVALID',
    ({ definition: d }) => (d.decisionPolicy.multipleComparisonPolicyId = 'holm'),
  ],
  [
    'an extension that nobody reads',
    'EXTENSION_INVALID',
    ({ definition: d }) => (d.extensions = [{ extensionId: 'mine', appliesTo: 'run', value: {} }]),
  ],
  [
    'check settings of another shape',
    'EXTENSION_INVALID',
    ({ definition: d }) =>
      (d.extensions = [{ extensionId: 'eval-checks.check-settings/v1', appliesTo: 'evaluation', value: {} }]),
  ],
]

test.each(rules)('%s is refused as %s', (_rule, code, change) => {
  const found = refusals(changed(change))
  expect(found).not.toStrictEqual([])
  expect(found.map((line) => line.split(' ')[0])).toContain(`EVAL_DEFINITION_${code}`)
})

test('every contradiction is reported, not only the first', () => {
  const found = refusals(
    changed(({ definition: d, policy }) => {
      d.decisionPolicy.analysisResultIds = ['none']
      policy.evidence.output = 'none'
      d.experiment.randomizationSlots.reverse()
    }),
  )
  expect(found).toHaveLength(3)
})

test('two checks with one id are refused with the id that repeats', () => {
  const again = { ...judgeCheck('greet'), relativePath: 'eval_checks/again.yaml' }
  const found = refusals(compileChecks({ ...twoChecks, checks: [scriptCheck('greet'), again] }))
  expect(
    found.some((line) => line.startsWith('EVAL_DEFINITION_DUPLICATE_ID') && line.includes('greet-')),
  ).toBe(true)
})
