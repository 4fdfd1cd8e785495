// The rest of what must stop an experiment before anything runs: samples, judges, series, evaluators, seeds, inputs.
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { command } from '../../../plugins/executors/command/index.js'
import { addExperimentFlags } from '../../../src/cli/eval/flags.js'
import type { CompiledExperiment } from '../../../src/contracts/experiment/compiled.js'
import { inputRows } from '../../../src/contracts/registry/registry.js'
import { walk } from './chain.js'
import { lacking, patch, stops } from './stops.js'

const WITH_TOOLS = '- { sample_id: a, prompt: x, assertions: [{ type: json_valid }], allowedTools: [Read] }\n'

test('rule 9: answers are taken from a cache only where the executor always answers alike', () =>
  stops(
    {
      resolved: (input) =>
        patch({
          policy: {
            ...input.policy,
            cache: { executionMode: 'transparent-deterministic', evaluationMode: 'disabled' },
          },
          orchestration: { ...input.orchestration, cacheSources: { executionSourceLocator: '/runs/1' } },
        })(input),
      executors: lacking('execution', { determinism: 'deterministic' }),
    },
    'prepare',
    // Its identity is declared, and not verified.
    'EVAL_DEFINITION_CAPABILITY_UNSUPPORTED',
  ))

test('rule 10: tools of samples are never united: requirements are what the single samples need', async () => {
  const { plan } = await walk({
    files: {
      'samples.yaml':
        '- { sample_id: a, prompt: x, allowedTools: [Read], assertions: [{ type: json_valid }] }\n- { sample_id: b, prompt: y, allowedTools: [], assertions: [{ type: json_valid }] }\n',
    },
  })
  const [target] = plan?.execution.targets ?? []
  expect(target?.executionControls?.sampleOverrides.map(({ sampleId, tools }) => [sampleId, tools])).toEqual([
    ['a', { toolMode: 'allow-list', allowedTools: ['Read'] }],
    ['b', { toolMode: 'allow-list', allowedTools: [] }],
  ])
  await stops(
    {
      files: { 'samples.yaml': WITH_TOOLS },
      compiled: (experiment) => ({
        ...experiment,
        definition: {
          ...experiment.definition,
          targets: experiment.definition.targets.map((each) =>
            each.executionRequirements
              ? {
                  ...each,
                  executionRequirements: { ...each.executionRequirements, toolPolicy: 'unrestricted' },
                }
              : each,
          ),
        },
      }),
    },
    'prepare',
    'EVAL_DEFINITION_VALUE_DOMAIN_INVALID',
  )
})

test('rule 11: an executor sees input and context alone, and gold stays with the host', async () => {
  const { plan } = await walk({
    more: 'goldDir: gold\n',
    files: {
      'gold/a.yaml':
        'metadata: { annotator: a, annotatedAt: today, version: "1" }\nannotations: [{ sample_id: a, score: 4 }]\n',
    },
  })
  expect(plan).not.toBeNull()
  for (const sample of plan?.execution.samples ?? [])
    expect(['sampleId', 'input', 'executionContext']).toEqual(expect.arrayContaining(Object.keys(sample)))
  expect(JSON.stringify(plan)).not.toMatch(/gold-dataset|annotator/)
})

test('rule 12: judges that are on have a member', () =>
  stops(
    { resolved: patch({ judges: { enabled: true, members: [], replicateCount: 1 } }) },
    'compile',
    'CLI_INPUT_JUDGE_REQUIRED',
  ))

describe('rule 13: a series is of one design', () => {
  test('another design has another series', async () => {
    const seriesOf = async (more: string) => {
      let id: string | undefined
      await walk({
        more: `repeat: 2\n${more}`,
        compiled: (experiment) => {
          id = experiment.orchestration.independentSeries?.definition.seriesId
          return experiment
        },
      })
      return id
    }
    const first = await seriesOf('')
    expect(first).toBeDefined()
    expect(await seriesOf('')).toBe(first)
    expect(await seriesOf('effort: high\n')).not.toBe(first)
  })
  test('a run without membership joins none', () =>
    stops(
      { more: 'repeat: 2\n' },
      'prepare',
      // The bindings of the series come with it, and this definition belongs to none.
      'EVAL_DEFINITION_RUNTIME_BINDING_INVALID',
    ))
})

describe('rule 14: what an evaluator reads can be had', () => {
  const reading = (input: object) => (experiment: CompiledExperiment) =>
    ({
      ...experiment,
      definition: {
        ...experiment.definition,
        evaluators: experiment.definition.evaluators.map((evaluator) => ({
          ...evaluator,
          inputs: [...evaluator.inputs, { inputId: 'extra', ...input }],
        })),
      },
    }) as CompiledExperiment
  test('a pointer leads somewhere in every sample', () =>
    stops(
      { compiled: reading({ sourceKind: 'evaluation-context', pointer: '/nowhere' }) },
      'prepare',
      'EVAL_DEFINITION_MISSING_REFERENCE',
    ))
  test('facts of the execution are read whole', () =>
    stops(
      { compiled: reading({ sourceKind: 'execution-facts', pointer: '/cost' }) },
      'prepare',
      'EVAL_DEFINITION_VALUE_DOMAIN_INVALID',
    ))
  test.each(['digest', 'none'] as const)('an output of which %s is kept is read by nobody', (output) =>
    stops(
      {
        compiled: (experiment) => ({
          ...experiment,
          policy: { ...experiment.policy, evidence: { ...experiment.policy.evidence, output } },
        }),
      },
      'prepare',
      'EVAL_DEFINITION_POLICY_INVALID',
    ),
  )
})

describe('rule 15: limits and seeds are kept by who can keep them', () => {
  const coupled = (seedCoupling: 'shared' | 'uncontrolled') => (experiment: CompiledExperiment) => ({
    ...experiment,
    definition: {
      ...experiment.definition,
      experiment: {
        ...experiment.definition.experiment,
        sampling: { ...experiment.definition.experiment.sampling, seedCoupling },
      },
    },
  })
  test('a time limit on who cannot be cancelled', () =>
    stops(
      { executors: lacking('execution', { cancellation: 'unsupported' }) },
      'prepare',
      'EVAL_DEFINITION_CAPABILITY_UNSUPPORTED',
    ))
  test('shared seeds for who takes none', () =>
    stops(
      { compiled: coupled('shared'), executors: lacking('execution', { seedControl: 'unsupported' }) },
      'prepare',
      'EVAL_DEFINITION_CAPABILITY_UNSUPPORTED',
    ))
  test('no seeds for who needs one', () =>
    stops(
      { compiled: coupled('uncontrolled'), executors: lacking('execution', { seedControl: 'required' }) },
      'prepare',
      'EVAL_DEFINITION_CAPABILITY_UNSUPPORTED',
    ))
})

test('rule 18: an input that the registry does not list is unknown', () => {
  const parse = (rows: typeof inputRows) => {
    const program = addExperimentFlags(
      new Command('eval').exitOverride().configureOutput({ writeErr: () => {} }),
      rows,
    )
    return () => program.parse(['--holdout-ratio', '0.3'], { from: 'user' })
  }
  expect(parse(inputRows)).not.toThrow()
  expect(parse(inputRows.filter(({ sourceKey }) => sourceKey !== '--holdout-ratio'))).toThrow(
    /unknown option/,
  )
})

test('rule 19: an address that cannot be read stops everything', () =>
  stops(
    { files: { 'samples.yaml': '- { sample_id: a, prompt: "Read http://127.0.0.1:9/gone.md" }\n' } },
    'resolve',
    'CLI_INPUT_RESOLUTION_FAILED',
  ))

test('rule 21: an assertion in JavaScript is refused, with what to write instead', async () => {
  const changes = {
    files: {
      'samples.yaml': '- { sample_id: a, prompt: x, assertions: [{ type: custom, fn: ./check.js }] }\n',
    },
  }
  await stops(changes, 'resolve', 'CLI_INPUT_INVALID')
  expect((await walk(changes)).messages).toContain('evaluator')
})

test('rule 22: an executor that declares no preflight fails also where it is skipped', async () => {
  const silent = [{ ...command, preflight: [] }]
  const passage = await walk({ executors: silent, flags: { skipDoctor: true, skipConnectivity: true } })
  expect(passage.codes).toEqual(['PREFLIGHT_UNDECLARED', 'PREFLIGHT_UNDECLARED', 'PREFLIGHT_UNDECLARED'])
  expect(passage.preflight?.ready).toBe(false)
  const skipping = await walk({ flags: { skipDoctor: true } })
  expect(skipping.preflight?.outcomes).toContainEqual(
    expect.objectContaining({
      checkId: 'command/command-program',
      status: 'skipped',
      reasonCode: 'skip-doctor',
    }),
  )
  // The question of files is still asked, that of the doctor is not.
  expect(skipping.asked).toBe(1)
})
