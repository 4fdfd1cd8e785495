// Everything that must stop an experiment before anything runs: with its code, and before any later stage is entered.
import { describe, expect, test } from 'vitest'
import type { CompiledExperiment } from '../../../src/contracts/experiment/compiled.js'
import type { ResolvedInput } from '../../../src/contracts/experiment/resolved-input.js'
import { type ChainChanges, walk } from './chain.js'
import { lacking, patch, stops } from './stops.js'

test('the experiment that all of these change comes through', async () => {
  expect(await walk()).toMatchObject({ codes: [], stage: 'preflight', hasFrozen: true, asked: 2 })
})

const MOCKED =
  '- { sample_id: a, prompt: x, assertions: [{ type: json_valid }], mocks: [{ tool: Bash, return: ok }] }\n'
const WITH_TOOLS = '- { sample_id: a, prompt: x, assertions: [{ type: json_valid }], allowedTools: [Read] }\n'

describe('rule 1: a document of another version is refused', () => {
  test('a sample set', () =>
    stops(
      { files: { 'samples.yaml': 'schemaVersion: omk.eval-sample-set/v2\nsamples: [{ sampleId: a }]\n' } },
      'resolve',
      'CLI_INPUT_INVALID',
    ))
  test('a resolved input', () =>
    stops(
      { resolved: patch({ schemaVersion: 'omk.resolved-cli-evaluation-input/v5' }) },
      'compile',
      'CLI_INPUT_INVALID',
    ))
  test('host resources', () =>
    stops(
      {
        resolved: (input) =>
          patch({
            hostResources: { ...input.hostResources, schemaVersion: 'omk.resolved-host-resources/v2' },
          })(input),
      },
      'compile',
      'CLI_INPUT_INVALID',
    ))
  test('a binding request', () =>
    stops(
      {
        compiled: (experiment) =>
          ({
            ...experiment,
            runtimeBinding: { ...experiment.runtimeBinding, schemaVersion: 'omk.runtime-binding-request/v4' },
          }) as unknown as CompiledExperiment,
      },
      'prepare',
      'EVAL_DEFINITION_SCHEMA_INVALID',
    ))
})

describe('rule 2: what an executor cannot do is refused, and never left out', () => {
  test.each<[string, ChainChanges]>([
    [
      'interception of mocks',
      { executors: lacking('features', { mockInterception: ['none'] }), files: { 'samples.yaml': MOCKED } },
    ],
    [
      'allowed tools',
      {
        executors: lacking('features', { toolPolicies: ['unrestricted'] }),
        files: { 'samples.yaml': WITH_TOOLS },
      },
    ],
    ['discovery of skills', { executors: lacking('features', { skillDiscovery: ['runtime-default'] }) }],
    [
      'MCP servers',
      {
        executors: lacking('features', { mcp: ['none'] }),
        more: 'mcpConfig: mcp.json\n',
        files: { 'mcp.json': '{"mcpServers":{}}' },
      },
    ],
    [
      'workspaces',
      {
        executors: lacking('features', { workspace: ['none'] }),
        files: {
          'samples.yaml': '- { sample_id: a, prompt: x, assertions: [{ type: json_valid }], cwd: tree }\n',
          'tree/x.txt': 'x',
        },
      },
    ],
    ['system instructions', { executors: lacking('features', { systemInstructions: 'unsupported' }) }],
    ['cancellation', { executors: lacking('execution', { cancellation: 'unsupported' }) }],
    ['the effort', { executors: lacking('features', { efforts: [] }) }],
  ])('%s', async (_, changes) => {
    await stops(changes, 'prepare', 'EVAL_DEFINITION_CAPABILITY_UNSUPPORTED')
  })
  test('a sandbox', () =>
    stops(
      {
        resolved: (input) => ({
          ...input,
          targets: input.targets.map((target) => ({
            ...target,
            behavior: { ...target.behavior, sandbox: { sandboxId: 'container' } },
          })),
        }),
      },
      'prepare',
      'EVAL_DEFINITION_CAPABILITY_UNSUPPORTED',
    ))
})

describe('rule 3: a resource is what a reference says, by role and byte for byte', () => {
  const artifactOf = (change: (descriptor: object) => object) => (input: ResolvedInput) =>
    patch({
      targets: input.targets.map((target) =>
        target.behavior.artifact === null
          ? target
          : { ...target, behavior: { ...target.behavior, artifact: change(target.behavior.artifact) } },
      ),
    })(input)
  test('of another kind', () =>
    stops(
      {
        resolved: (input) =>
          patch({
            hostResources: {
              ...input.hostResources,
              resources: input.hostResources.resources.map((resource) => ({
                ...resource,
                resourceKind: 'content',
              })),
            },
          })(input),
      },
      'compile',
      'CLI_INPUT_RESOURCE_KIND_MISMATCH',
    ))
  test('of another size', () =>
    stops(
      { resolved: artifactOf((descriptor) => ({ ...descriptor, size: 1 })) },
      'compile',
      'CLI_INPUT_RESOURCE_DIGEST_MISMATCH',
    ))
  test('verified as something else', () =>
    stops(
      {
        resolved: (input) =>
          patch({
            hostResources: {
              ...input.hostResources,
              resources: input.hostResources.resources.map((resource) => ({
                ...resource,
                verification: { ...resource.verification, verifiedDigest: `sha256:${'0'.repeat(64)}` },
              })),
            },
          })(input),
      },
      'compile',
      'CLI_INPUT_RESOURCE_DIGEST_MISMATCH',
    ))
})

test('rule 5: a secret stands in no configuration', () =>
  stops(
    {
      resolved: (input) =>
        patch({
          targets: input.targets.map((target) => ({
            ...target,
            behavior: { ...target.behavior, config: { value: { key: 'k' }, classification: 'secret' } },
          })),
        })(input),
    },
    'compile',
    'CLI_INPUT_RESTRICTED_INLINE_CONTENT',
  ))

describe('rule 6: a branch is no commit', () => {
  test('as a pin', () =>
    stops(
      {
        resolved: (input) =>
          patch({
            hostResources: {
              ...input.hostResources,
              resources: input.hostResources.resources.map((resource) => ({
                ...resource,
                verification: { ...resource.verification, verificationKind: 'pinned-git', commitId: 'main' },
              })),
            },
          })(input),
      },
      'compile',
      'CLI_INPUT_INVALID',
    ))
  test('outside of a repository nothing is taken from git', () =>
    stops(
      {
        files: {
          'eval.yaml':
            'samples: samples.yaml\nexecutor: ./agent\nmodel: m\nnoJudge: true\nvariants:\n  - { name: control, role: control, artifact: baseline }\n  - { name: new, role: treatment, artifact: "git:main:new.md" }\n',
        },
      },
      'resolve',
      'CLI_INPUT_RESOLUTION_FAILED',
    ))
})

describe('rule 7: a cache has a source exactly when it is used, and repeats and resumed runs have none', () => {
  const cached = (cache: object, orchestration: object = {}) => ({
    resolved: (input: ResolvedInput) =>
      patch({
        policy: { ...input.policy, cache },
        orchestration: { ...input.orchestration, ...orchestration },
      })(input),
  })
  const replaying = { executionMode: 'replay-only', evaluationMode: 'disabled' }
  const source = { cacheSources: { executionSourceLocator: '/runs/1' } }
  test('without a source', () => stops(cached(replaying), 'compile', 'CLI_INPUT_CACHE_SOURCE_REQUIRED'))
  test('a source that nobody reads', () =>
    stops(
      cached({ executionMode: 'disabled', evaluationMode: 'disabled' }, source),
      'compile',
      'CLI_INPUT_CACHE_SOURCE_UNUSED',
    ))
  test('in a series', () =>
    stops(
      cached(replaying, { ...source, independentSeries: { repeatCount: 2, seriesInstanceId: 's' } }),
      'compile',
      'CLI_INPUT_CACHE_SERIES_CONFLICT',
    ))
  test('in a resumed run', () =>
    stops(
      cached(replaying, { ...source, resumeSourceLocator: '/runs/2' }),
      'compile',
      'CLI_INPUT_RESUME_CACHE_CONFLICT',
    ))
})
