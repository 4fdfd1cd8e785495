// An arm as the definition knows it: behaviour by descriptor, controls, and what an executor has to be able to do.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import type { ResourceKind } from '../../contracts/experiment/host-resources.js'
import type { ResolvedTarget } from '../../contracts/experiment/resolved-input.js'
import { toJsonObject } from '../../contracts/is-json.js'
import type { JsonObject } from '../../contracts/json.js'
import type { ResourceDescriptor, ResourceReference } from '../../contracts/resource-descriptor.js'
import type { ExecutionRequirements, Target } from '../../contracts/target.js'
import { aggregateControls } from '../../semantics/execution-requirements.js'
import type { ResourceCatalog } from './resource-catalog.js'

/** A target of the definition; faults of its resources are kept by the catalog. */
export function compileTarget(target: ResolvedTarget, catalog: ResourceCatalog, sampleCount: number): Target {
  const { targetId, experimentRole, targetKind, protocolId, executor, executionControls } = target
  const { versionConstraint } = executor
  return {
    targetId,
    experimentRole,
    targetKind,
    protocolId,
    implementationId: executor.implementationId,
    ...(versionConstraint === undefined ? {} : { versionConstraint }),
    config: configOf(target),
    resources: referToAll(target, catalog),
    executionRequirements: requirementsOf(target, sampleCount),
    executionControls,
  }
}

/** No path and no history of a content: only what it is. */
function configOf({ behavior, executor }: ResolvedTarget): JsonObject {
  const { artifact, mcpConfig, mocks, allowedSkills, sandbox, config, systemInstructions } = behavior
  const { model, effort, implementationResource } = executor
  return toJsonObject({
    behavior: {
      systemInstructions,
      artifact,
      ...(mcpConfig === undefined ? {} : { mcpConfig }),
      ...(mocks === undefined
        ? {}
        : {
            mocks: mocks.map((mock) => ({ ...mock, sampleIds: [...mock.sampleIds].sort(compareCodeUnits) })),
          }),
      ...(allowedSkills === undefined ? {} : { allowedSkills: [...allowedSkills].sort(compareCodeUnits) }),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(config === undefined ? {} : { config }),
    },
    runtime: {
      model,
      ...(effort === undefined ? {} : { effort }),
      ...(implementationResource === undefined ? {} : { implementation: implementationResource }),
    },
  })
}

/** Every resource that the target names, once in each role. */
function referToAll(target: ResolvedTarget, catalog: ResourceCatalog): ResourceReference[] {
  const found = new Map<string, ResourceReference>()
  const seen = new Set<string | ResourceDescriptor>()
  const owner = `the target ${target.targetId}`
  for (const [kind, named] of namedResources(target)) {
    const key = typeof named === 'string' ? `${kind} ${named}` : named
    if (seen.has(key)) continue
    seen.add(key)
    const reference = catalog.refer(owner, kind, named)
    if (reference) found.set(`${reference.role} ${reference.resourceId}`, reference)
  }
  return [...found].sort(([a], [b]) => compareCodeUnits(a, b)).map(([, reference]) => reference)
}

function* namedResources({
  behavior,
  executor,
  executionControls,
}: ResolvedTarget): Generator<[ResourceKind, string | ResourceDescriptor]> {
  if (behavior.artifact) yield ['artifact', behavior.artifact]
  if (behavior.mcpConfig) yield ['mcp-config', behavior.mcpConfig]
  for (const { rule, payloads } of behavior.mocks ?? []) {
    yield ['mock-rule', rule]
    for (const payload of payloads) yield ['mock-payload', payload]
  }
  if (executor.implementationResource) yield ['runtime-implementation', executor.implementationResource]
  const { defaults, sampleOverrides } = executionControls
  for (const { workspace, mcp, mockInterception } of [defaults, ...sampleOverrides]) {
    if (workspace?.workspaceMode === 'copy-on-write-overlay') yield ['workspace', workspace.resourceId]
    if (mcp?.mcpMode === 'native-config') yield ['mcp-config', mcp.resourceId]
    if (mockInterception?.mockMode === 'pre-tool-call')
      for (const resourceId of mockInterception.resourceIds) yield ['mock-plan', resourceId]
  }
}

function requirementsOf(
  { behavior, executionControls }: ResolvedTarget,
  sampleCount: number,
): ExecutionRequirements {
  const { systemInstructions, allowedSkills, sandbox } = behavior
  return {
    systemInstructions,
    ...aggregateControls(executionControls, sampleCount),
    skillDiscovery:
      allowedSkills === undefined
        ? 'runtime-default'
        : allowedSkills.length === 0
          ? 'disabled'
          : 'allow-list',
    ...(sandbox === undefined ? {} : { sandboxId: sandbox.sandboxId }),
  }
}
