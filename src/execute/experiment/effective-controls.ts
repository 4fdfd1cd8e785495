// What one coordinate may touch, and what of a target reaches it: other samples' tools and mocks do not.
import type { EffectiveControls } from '../../contracts/experiment/executor-call.js'
import { isJsonObject } from '../../contracts/is-json.js'
import type { JsonObject } from '../../contracts/json.js'
import type { ResourceReference } from '../../contracts/resource-descriptor.js'
import type { ExecutionControls, Target } from '../../contracts/target.js'

/** Nothing but what the executor has by itself. */
const UNCONTROLLED: EffectiveControls = {
  workspace: { workspaceMode: 'none' },
  tools: { toolMode: 'unrestricted' },
  mcp: { mcpMode: 'none' },
  mockInterception: { mockMode: 'none' },
}

type Override = ExecutionControls['sampleOverrides'][number]

const overridesOf = new WeakMap<object, ReadonlyMap<string, Override>>()

/** The target's defaults, each field replaced by that of the sample where it has one. */
export function effectiveControls({ executionControls }: Target, sampleId: string): EffectiveControls {
  if (!executionControls) return UNCONTROLLED
  const { defaults, sampleOverrides } = executionControls
  let overrides = overridesOf.get(executionControls)
  if (!overrides) {
    overrides = new Map(sampleOverrides.map((override) => [override.sampleId, override]))
    overridesOf.set(executionControls, overrides)
  }
  const override = overrides.get(sampleId)
  if (!override) return defaults
  return {
    workspace: override.workspace ?? defaults.workspace,
    tools: override.tools ?? defaults.tools,
    mcp: override.mcp ?? defaults.mcp,
    mockInterception: override.mockInterception ?? defaults.mockInterception,
  }
}

/** Ids of the resources that a coordinate uses by its controls; a mock plan stands for its rules and payloads. */
function controlledResources({ workspace, mcp, mockInterception }: EffectiveControls): Set<string> {
  return new Set([
    ...(workspace.workspaceMode === 'copy-on-write-overlay' ? [workspace.resourceId] : []),
    ...(mcp.mcpMode === 'native-config' ? [mcp.resourceId] : []),
    ...(mockInterception.mockMode === 'pre-tool-call' ? mockInterception.resourceIds : []),
  ])
}

const CONTROLLED_ROLES = ['workspace', 'mcp-config', 'mock-plan']
const INSIDE_PLANS = ['mock-rule', 'mock-payload']

/** The resources that reach a coordinate. */
export function coordinateResources(
  { resources = [] }: Target,
  controls: EffectiveControls,
): readonly ResourceReference[] {
  const used = controlledResources(controls)
  return resources.filter(({ role, resourceId }) => {
    if (CONTROLLED_ROLES.includes(role)) return used.has(resourceId)
    if (INSIDE_PLANS.includes(role)) return controls.mockInterception.mockMode !== 'none'
    return true
  })
}

/** A target as one coordinate knows it: without the table of controls and without mocks but for its own plan. */
export function coordinateTarget(target: Target, controls: EffectiveControls): JsonObject {
  const { targetId, targetKind, protocolId, implementationId, versionConstraint, config } = target
  const { experimentRole, executionRequirements } = target
  const resources = coordinateResources(target, controls).filter(({ role }) => !INSIDE_PLANS.includes(role))
  return {
    targetId,
    experimentRole,
    targetKind,
    protocolId,
    implementationId,
    ...(versionConstraint === undefined ? {} : { versionConstraint }),
    ...(config === undefined ? {} : { config: withoutMocks(config) }),
    resources: resources.map((resource) => ({ ...resource })),
    requirements: {
      systemInstructions: executionRequirements?.systemInstructions ?? 'not-required',
      skillDiscovery: executionRequirements?.skillDiscovery ?? 'runtime-default',
    },
  }
}

/** Mocks stand in a target's settings with the samples that they belong to. */
function withoutMocks(config: JsonObject): JsonObject {
  const { behavior, ...rest } = config
  if (!isJsonObject(behavior)) return config
  const { mocks: _, ...kept } = behavior
  return { ...rest, behavior: kept }
}
