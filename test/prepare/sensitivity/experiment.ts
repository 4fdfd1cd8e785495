// The experiment whose parts are changed one by one: three arms, assertions of every source, a rubric, judges, a holdout.
import type { HostResource } from '../../../src/contracts/experiment/host-resources.js'
import type { OrchestrationInput } from '../../../src/contracts/experiment/options.js'
import type { RequestValues } from '../../../src/contracts/experiment/request.js'
import type { ResolvedTarget } from '../../../src/contracts/experiment/resolved-input.js'
import type { SealedSample } from '../../../src/contracts/experiment/sealed-sample.js'
import type { RunPlan } from '../../../src/contracts/run-plan.js'
import type { RuntimeIdentity } from '../../../src/contracts/runtime-identity.js'
import { openSealedPlan, preparePlan } from '../../../src/prepare/prepare-plan.js'
import {
  compiled,
  identitiesFor,
  resource,
  sample,
  target,
  values,
} from '../../compile/experiment/support/experiments.js'

/** Everything of an experiment that a change can touch. */
export interface Parts {
  readonly samples: readonly SealedSample[]
  readonly targets: readonly ResolvedTarget[]
  readonly values: RequestValues
  readonly resources: readonly HostResource[]
  readonly orchestration: Partial<OrchestrationInput>
  /** Applied to every identity. */
  readonly identify: (identity: RuntimeIdentity) => RuntimeIdentity
}

/** Resources by what they are, each with its bytes. */
export const bytes = {
  v1: resource({ kind: 'artifact', bytes: 'first', mediaType: 'text/markdown' }),
  v2: resource({ kind: 'artifact', bytes: 'second', mediaType: 'text/markdown' }),
  v3: resource({ kind: 'artifact', bytes: 'third', mediaType: 'text/markdown' }),
  workspace: resource({ kind: 'workspace', bytes: 'tree' }),
  otherWorkspace: resource({ kind: 'workspace', bytes: 'other tree' }),
  mcp: resource({ kind: 'mcp-config', bytes: '{"mcpServers":{}}' }),
  otherMcp: resource({ kind: 'mcp-config', bytes: '{"mcpServers":{"a":{}}}' }),
  program: resource({ kind: 'runtime-implementation', bytes: 'program' }),
  otherProgram: resource({ kind: 'runtime-implementation', bytes: 'other program' }),
  gold: resource({ kind: 'gold-dataset', bytes: 'gold' }),
}

/** One of the eight samples; the first ones have more to them. */
function makeSample(sampleId: string, parts: Partial<SealedSample> = {}): SealedSample {
  return sample(sampleId, {
    rubric: {
      clarity: { criterion: '1 unclear, 5 clear', weight: 1 },
      tone: { criterion: '1 rude, 5 kind' },
    },
    assertions: [
      { type: 'contains', value: sampleId },
      { type: 'max_length', value: 100 },
      { type: 'tools_called', values: ['Read'] },
    ],
    annotations: { difficulty: 'easy' },
    ...parts,
  })
}

/** A comparison of a part of the output with what is expected. */
export function exactMatch(checkId: string): SealedSample['checks'][number] {
  const actual = { sourceKind: 'output', pointer: '/answer' } as const
  return { checkKind: 'exact-match', checkId, actual, expectedPointer: '/answer', layer: 'fact' }
}

/** The unchanged experiment. */
export function baseParts(): Parts {
  return {
    samples: [
      makeSample('a', {
        executionContext: { locale: 'en' },
        expected: { answer: 1 },
        checks: [exactMatch('answer')],
      }),
      makeSample('b', { reference: 'b', assertions: [{ type: 'semantic_similarity', reference: 'b' }] }),
      ...['c', 'd', 'e', 'f', 'g', 'h'].map((id) => makeSample(id)),
    ],
    targets: [arm('control', bytes.v1), arm('new', bytes.v2), arm('newer', bytes.v3)],
    values: values({
      measurement: {
        holdoutRatio: 0.5,
        budget: { totalProviderCostUSD: 10, perCoordinateActiveDurationMs: 60_000 },
      },
      judges: {
        members: [
          { executorId: 'claude', model: 'haiku' },
          { executorId: 'openai-api', model: 'mini' },
        ],
        replicateCount: 2,
      },
    }),
    resources: Object.values(bytes),
    orchestration: {},
    identify: (identity) => identity,
  }
}

/** An arm with this artifact, in the workspace and with the MCP servers that all arms have. */
export function arm(targetId: string, artifact: HostResource | null): ResolvedTarget {
  return target(targetId, {
    artifact,
    behavior: { allowedSkills: [], mcpConfig: bytes.mcp.descriptor },
    defaults: {
      workspace: {
        workspaceMode: 'copy-on-write-overlay',
        resourceId: bytes.workspace.descriptor.resourceId,
      },
      mcp: { mcpMode: 'native-config', resourceId: bytes.mcp.descriptor.resourceId },
    },
    overrides: [{ sampleId: 'a', tools: { toolMode: 'allow-list', allowedTools: ['Read', 'Write'] } }],
  })
}

/** The plan of an experiment; of a series that of its first run. */
export function seal({ identify, ...parts }: Parts): RunPlan {
  const { definition, policy, runtimeBinding, orchestration } = compiled(parts)
  const membership = orchestration.independentSeries?.memberships[0]
  return openSealedPlan(
    preparePlan({
      definition: membership ? { ...definition, seriesMembership: membership } : definition,
      policy,
      runtimeBinding,
      identities: identitiesFor(runtimeBinding).map(identify),
    }),
  )
}
