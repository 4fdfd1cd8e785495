// Three experiments as people write them: a smoke test without judges, an agent with mocks, retrieval with a rubric.
import { canonicalJson } from '../../../../src/contracts/canonical-json.js'
import { type ExperimentParts, resource, sample, target, values } from './experiments.js'

const prompt = (bytes: string) => resource({ kind: 'artifact', bytes, mediaType: 'text/markdown' })

const oldSkill = prompt('Review carefully.')
const newSkill = prompt('Review carefully; name the weakness and the fix.')
const program = resource({
  kind: 'runtime-implementation',
  bytes: 'agent',
  mediaType: 'application/vnd.omk.custom-command-runtime',
})

/** Two skills, deterministic assertions, no judge, a budget. */
export const smoke: ExperimentParts = {
  samples: [
    sample('sql-001', {
      input: 'Review this code.\n\n```\ndb.query(id)\n```',
      context: 'db.query(id)',
      assertions: [
        { type: 'contains', value: 'injection', weight: 2 },
        {
          type: 'assert-set',
          mode: 'any',
          children: [
            { type: 'contains', value: 'parameterized' },
            { type: 'regex', pattern: 'prepared\\s+statement' },
          ],
        },
        { type: 'max_length', value: 2000 },
      ],
      annotations: { difficulty: 'easy' },
    }),
    sample('sql-002', { assertions: [{ type: 'not_contains', value: 'looks good' }] }),
    sample('xss-001', { assertions: [{ type: 'latency_max', value: 20_000 }] }),
  ],
  targets: [
    target('base', {
      role: 'control',
      artifact: oldSkill,
      executor: { implementationId: 'command', implementationResource: program.descriptor, model: 'fake-1' },
    }),
    target('next', {
      artifact: newSkill,
      executor: { implementationId: 'command', implementationResource: program.descriptor, model: 'fake-1' },
      behavior: { allowedSkills: [] },
    }),
  ],
  values: values({
    measurement: {
      bootstrap: { enabled: true, resamples: 500 },
      decision: {
        threshold: 3,
        trivialDifference: 0.1,
        sampleSize: { sampleSizePlanningKind: 'minimum-count', minimumComparisonUnits: 12 },
      },
      budget: {
        totalProviderCostUSD: 1,
        perCoordinateProviderCostUSD: 0.05,
        perCoordinateActiveDurationMs: 20_000,
      },
    },
  }),
  resources: [oldSkill, newSkill, program],
}

const workspace = resource({
  kind: 'workspace',
  bytes: 'tree',
  mediaType: 'application/vnd.omk.workspace-tree',
})
const mcp = resource({ kind: 'mcp-config', bytes: '{"mcpServers":{}}' })
const rule = resource({ kind: 'mock-rule', bytes: canonicalJson({ tool: 'Bash' }) })
const pending = resource({ kind: 'mock-payload', bytes: '{"status":"PENDING"}' })
const counted = resource({ kind: 'mock-payload', bytes: '{"count":42}' })
const plan = resource({ kind: 'mock-plan', bytes: '{"rules":["Bash"]}' })
const opsMain = prompt('Count with the log store.')
const opsRemote = prompt('Ask the log store twice.')
const gold = resource({
  kind: 'gold-dataset',
  bytes: 'gold',
  mediaType: 'application/vnd.omk.gold-dataset-tree',
})

const opsControls = {
  defaults: { mcp: { mcpMode: 'native-config', resourceId: mcp.descriptor.resourceId } },
  overrides: [
    {
      sampleId: 'ops-001',
      workspace: { workspaceMode: 'copy-on-write-overlay', resourceId: workspace.descriptor.resourceId },
      tools: { toolMode: 'allow-list', allowedTools: ['Bash', 'Read'] },
      mockInterception: { mockMode: 'pre-tool-call', resourceIds: [plan.descriptor.resourceId] },
    },
  ],
} as const
const opsBehavior = {
  mcpConfig: mcp.descriptor,
  mocks: [
    {
      sampleIds: ['ops-001'],
      rule: rule.descriptor,
      strict: true,
      payloads: [pending.descriptor, counted.descriptor],
    },
  ],
}

/** An agent with tools, mocks and a workspace; two judges; a power plan, a holdout, a series of three, gold. */
export const ops: ExperimentParts = {
  samples: [
    sample('ops-001', {
      input: 'Count ERROR log lines of the last hour.',
      rubric: {
        correctness: { criterion: 'States 42 errors' },
        process: { criterion: 'Queries the log store once more after PENDING' },
      },
      assertions: [
        { type: 'tool_input_contains', value: 'Bash:ERROR' },
        { type: 'mock_hit', value: 'Bash:1', threshold: 2 },
        { type: 'turns_max', value: 8 },
      ],
    }),
    ...Array.from({ length: 11 }, (_, index) =>
      sample(`ops-1${String(index).padStart(2, '0')}`, {
        rubric: { correctness: { criterion: `States ${index} errors` } },
        assertions: [{ type: 'contains', value: String(index) }],
      }),
    ),
  ],
  targets: [
    target('baseline', { role: 'control', behavior: { ...opsBehavior, allowedSkills: [] }, ...opsControls }),
    target('main', { artifact: opsMain, behavior: opsBehavior, ...opsControls }),
    target('remote', { artifact: opsRemote, behavior: opsBehavior, ...opsControls }),
  ],
  values: values({
    judges: {
      members: [
        { executorId: 'claude', model: 'haiku' },
        { executorId: 'openai-api', model: 'gpt-x', deploymentRevision: '2026-08-01' },
      ],
      replicateCount: 3,
    },
    measurement: {
      holdoutRatio: 0.3,
      retryCount: 2,
      decision: {
        sampleSize: {
          sampleSizePlanningKind: 'a-priori-power',
          minimumDetectableDifference: 0.5,
          expectedDifferenceStandardDeviation: 1,
          targetPower: 0.8,
          assumptionSource: 'pilot-2026-q3',
        },
      },
    },
  }),
  resources: [workspace, mcp, rule, pending, counted, plan, opsMain, opsRemote, gold],
  orchestration: {
    gold: { resourceId: gold.descriptor.resourceId, comparisonMode: 'exploratory-post-hoc' },
    independentSeries: { repeatCount: 3, seriesInstanceId: 'ops-2026-09' },
  },
}

const careful = prompt('Answer from the passages alone.')

/** Answers from passages: weighted rubric, assertions of models, an exact match, a control of the instrument. */
export const rag: ExperimentParts = {
  samples: ['rag-1', 'rag-2'].map((id, index) =>
    sample(id, {
      input: 'What is the refund window?',
      executionContext: { data: { passages: [`Refunds within ${30 + index} days`] } },
      expected: { days: 30 + index },
      reference: `Refund window is ${30 + index} days`,
      rubric: {
        accuracy: { criterion: `${30 + index} days stated`, weight: 0.7 },
        tone: { criterion: 'polite', weight: 0.3 },
      },
      assertions: [
        { type: 'faithfulness', threshold: 4 },
        { type: 'context_recall' },
        { type: 'answer_relevancy' },
      ],
      checks: [
        {
          checkKind: 'exact-match',
          checkId: 'days',
          actual: { sourceKind: 'output', pointer: '/days' },
          expectedPointer: '/days',
          layer: 'fact',
        },
      ],
    }),
  ),
  targets: [
    target('plain', { role: 'control' }),
    target('careful', { artifact: careful }),
    target('same', { instrumentControl: 'must-tie' }),
  ],
  values: values({ judges: { members: [{ executorId: 'anthropic-api', model: 'haiku' }] } }),
  resources: [careful],
}

/** All three by name. */
export const examples = { smoke, ops, rag } as const
