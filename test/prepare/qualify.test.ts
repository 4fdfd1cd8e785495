// Every part of a definition has known code behind it, and every binding says what the definition says.
import { expect, test } from 'vitest'
import { compileChecks } from '../../src/compile/checks/compile-checks.js'
import { digestBytes, digestJson } from '../../src/contracts/digest.js'
import { preparePlan } from '../../src/prepare/prepare-plan.js'
import type { PreparationInput } from '../../src/prepare/read-documents.js'
import { scriptCheck, twoChecks } from './support/checks.js'
import { experiment, requirements } from './support/experiment.js'
import { refusals } from './support/refusals.js'

test.each(experiment.identities.map((identity) => identity.implementationId))(
  'the implementation %s has to be known',
  (implementationId) => {
    const identities = experiment.identities.filter(
      (identity) => identity.implementationId !== implementationId,
    )
    const found = refusals({ ...experiment, identities })
    expect(new Set(found.map((line) => line.split(' ')[0]))).toStrictEqual(
      new Set(['EVAL_DEFINITION_CAPABILITY_UNSUPPORTED']),
    )
  },
)

test.each(experiment.runtimeBinding.bindings.filter((binding) => !binding.bindingKind.startsWith('series-')))(
  'the part that $bindingId binds has to be bound',
  ({ bindingId }) => {
    const found = refusals(
      withBindings((bindings) => bindings.filter((binding) => binding.bindingId !== bindingId)),
    )
    expect(found).toStrictEqual([
      expect.stringMatching(/^EVAL_DEFINITION_RUNTIME_BINDING_INVALID .*is not bound$/),
    ])
  },
)

test('a binding of a part that does not exist is refused', () => {
  const found = refusals(
    withBindings((bindings) => [
      ...bindings,
      { ...last(bindings), bindingKind: 'analysis-node', bindingId: 'zzz' },
    ]),
  )
  expect(found).toStrictEqual([expect.stringContaining('EVAL_DEFINITION_RUNTIME_BINDING_INVALID')])
})

test('a series binding needs a run that belongs to a series', () => {
  const { seriesMembership: _, ...definition } = experiment.definition
  expect(refusals({ ...experiment, definition })).toStrictEqual([
    expect.stringMatching(/^EVAL_DEFINITION_RUNTIME_BINDING_INVALID .*no series$/),
  ])
})

test('bindings out of order are refused', () => {
  expect(refusals(withBindings((bindings) => [...bindings].reverse()))).toStrictEqual([
    expect.stringContaining('EVAL_DEFINITION_RUNTIME_BINDING_INVALID'),
  ])
})

const departures: [what: string, bindingId: string, changes: object][] = [
  ['another implementation', 'evaluator-exact', { implementationId: 'eval-checks.rubric/v1' }],
  ['another protocol', 'executor-old', { protocolId: 'omk.session/v1' }],
  [
    'other requirements',
    'executor-old',
    { qualification: { model: 'm', resourceIntegrity: 'digest-before-use' } },
  ],
  [
    'another model',
    'executor-old',
    {
      qualification: {
        model: 'n',
        executionRequirements: requirements,
        resourceIntegrity: 'digest-before-use',
      },
    },
  ],
  ['a wrong digest of the configuration', 'evaluator-exact', { configDigest: digestBytes('other') }],
  ['a resource that is not leased', 'executor-old', { resourceLeaseRequirements: [] }],
  [
    'another measurement',
    'evaluator-exact',
    {
      measurement: {
        instrumentId: 'exact',
        ensembleMemberId: 'other',
        replicateGroupId: 'primary',
        replicateIndex: 0,
      },
    },
  ],
]

test.each(departures)('a binding with %s than the definition is refused', (_what, bindingId, changes) => {
  const found = refusals(
    withBindings((bindings) =>
      bindings.map((binding) => (binding.bindingId === bindingId ? { ...binding, ...changes } : binding)),
    ),
  )
  const [first, ...others] = found
  expect(first).toContain(`EVAL_DEFINITION_RUNTIME_BINDING_INVALID runtimeBinding ${bindingId}`)
  // An executor is asked for that protocol too.
  expect(others.every((other) => other.includes('does not speak omk.session/v1'))).toBe(true)
})

test('what may be written to is a copy of its own, and nothing else is', () => {
  const lending = (leaseMode: 'immutable-snapshot' | 'copy-on-write-overlay', role: string) => {
    const old = experiment.definition.targets[0]
    const [resource] = old?.resources ?? []
    if (!old || !resource) throw new Error('no resource')
    const targets = experiment.definition.targets.map((target) =>
      target === old ? { ...old, resources: [{ ...resource, role }] } : target,
    )
    const lease = { resourceId: resource.resourceId, resourceRole: role, leaseMode }
    const bound = withBindings((bindings) =>
      bindings.map((binding) =>
        binding.bindingId === 'executor-old' ? { ...binding, resourceLeaseRequirements: [lease] } : binding,
      ),
    )
    return refusals({ ...bound, definition: { ...experiment.definition, targets } })
  }
  expect(lending('copy-on-write-overlay', 'workspace')).toStrictEqual([])
  expect(lending('immutable-snapshot', 'artifact')).toStrictEqual([])
  for (const wrong of [
    lending('immutable-snapshot', 'workspace'),
    lending('copy-on-write-overlay', 'artifact'),
  ]) {
    expect(wrong).toStrictEqual([expect.stringContaining('EVAL_DEFINITION_RUNTIME_BINDING_INVALID')])
  }
})

test('a target may use several resources in one role, each of which is leased once', () => {
  const [old, ...others] = experiment.definition.targets
  const [resource] = old?.resources ?? []
  if (!old || !resource) throw new Error('no resource')
  const second = { ...resource, resourceId: 'workspace-2' }
  const definition = {
    ...experiment.definition,
    targets: [{ ...old, resources: [resource, second] }, ...others],
  }
  const leasing = (...resourceIds: string[]) =>
    refusals({
      ...withBindings((bindings) =>
        bindings.map((binding) =>
          binding.bindingId === 'executor-old'
            ? {
                ...binding,
                resourceLeaseRequirements: resourceIds.map((resourceId) => ({
                  resourceId,
                  resourceRole: 'workspace',
                  leaseMode: 'copy-on-write-overlay' as const,
                })),
              }
            : binding,
        ),
      ),
      definition,
    })
  expect(leasing('workspace-1', 'workspace-2')).toStrictEqual([])
  expect(leasing('workspace-2', 'workspace-1')).toStrictEqual([])
  expect(leasing('workspace-1')).toHaveLength(1)
  expect(leasing('workspace-1', 'workspace-1')).toHaveLength(2)
})

test('a judge is asked with what the configuration says', () => {
  const judge = { executorId: 'judge-cli', model: 'j', promptVariant: 'v1' }
  const asking = (config: typeof judge) => {
    const evaluators = experiment.definition.evaluators.map((evaluator) =>
      evaluator.ensembleMemberId === 'judge-1' ? { ...evaluator, config: { judge: config } } : evaluator,
    )
    return refusals({ ...experiment, definition: { ...experiment.definition, evaluators } })
  }
  expect(asking(judge)).toStrictEqual([])
  for (const fact of ['executorId', 'model', 'promptVariant', 'effort'])
    expect(asking({ ...judge, [fact]: 'other' })).toStrictEqual([expect.stringContaining(`another ${fact}`)])
})

test('the right digest of the configuration is taken', () => {
  const configDigest = digestJson({ ignoreCase: true })
  const input = withBindings((bindings) =>
    bindings.map((binding) =>
      binding.bindingId === 'evaluator-exact' ? { ...binding, configDigest } : binding,
    ),
  )
  expect(refusals(input)).toStrictEqual([])
})

test('a version that is asked for has to be the one that is there', () => {
  const constrained = (versionConstraint: string): PreparationInput => {
    const bound = withBindings((bindings) =>
      bindings.map((binding) =>
        binding.referenceId === 'table' ? { ...binding, versionConstraint } : binding,
      ),
    )
    const nodes = experiment.definition.analysisGraph.nodes.map((node) =>
      node.nodeId === 'table' ? { ...node, versionConstraint } : node,
    )
    const { definition } = experiment
    return { ...bound, definition: { ...definition, analysisGraph: { ...definition.analysisGraph, nodes } } }
  }
  expect(refusals(constrained('1.0.0'))).toStrictEqual([])
  expect(refusals(constrained('2.0.0'))).toStrictEqual([
    expect.stringContaining('EVAL_DEFINITION_CAPABILITY_UNSUPPORTED'),
  ])
})

test('one check type with two kinds of code is refused', () => {
  const other = { ...scriptCheck('b'), typeFingerprint: digestBytes('other code') }
  const found = refusals(compileChecks({ ...twoChecks, checks: [scriptCheck('a'), other] }))
  expect(found).toStrictEqual([expect.stringContaining('EVAL_DEFINITION_DUPLICATE_ID identities')])
})

test('compiled checks are sealed without a word', () => {
  expect(() => preparePlan(compileChecks(twoChecks))).not.toThrow()
})

type Bindings = PreparationInput['runtimeBinding']['bindings']

function withBindings(change: (bindings: Bindings) => Bindings): PreparationInput {
  const { runtimeBinding } = experiment
  return { ...experiment, runtimeBinding: { ...runtimeBinding, bindings: change(runtimeBinding.bindings) } }
}

function last(bindings: Bindings) {
  const binding = bindings.at(-1)
  if (binding?.bindingKind !== 'series-analysis-node') throw new Error('expected a series binding')
  return binding
}
