// What each coordinate is allowed to touch: the defaults of a target, and what a sample puts in their place.
import type { ResourceDescriptor } from '../../contracts/resource-descriptor.js'
import type { ExecutionControls } from '../../contracts/target.js'
import type { LoadedSample } from './samples/load-samples.js'

type Override = ExecutionControls['sampleOverrides'][number]

/** What the controls of all targets are made of. */
export interface ControlParts {
  /** In code-unit order of their ids. */
  readonly samples: readonly LoadedSample[]
  /** The workspace of each sample that names one. */
  readonly sampleWorkspaces: ReadonlyMap<string, ResourceDescriptor>
  readonly mockPlans: ReadonlyMap<string, ResourceDescriptor>
  readonly mcpConfig: ResourceDescriptor | null
}

/** Makes the controls of targets. Their overrides differ only by whether samples bring their own workspaces. */
export class ControlMaker {
  readonly #parts: ControlParts
  readonly #overrides = new Map<boolean, readonly Override[]>()

  constructor(parts: ControlParts) {
    this.#parts = parts
  }

  /** The controls of a target; a sample's workspace is used when the target has none. */
  make(workspace: ResourceDescriptor | null): ExecutionControls {
    const { mcpConfig } = this.#parts
    return {
      defaults: {
        workspace: workspaceControl(workspace),
        tools: { toolMode: 'unrestricted' },
        mcp:
          mcpConfig === null
            ? { mcpMode: 'none' }
            : { mcpMode: 'native-config', resourceId: mcpConfig.resourceId },
        mockInterception: { mockMode: 'none' },
      },
      sampleOverrides: this.#overridesFor(workspace === null),
    }
  }

  #overridesFor(ownWorkspaces: boolean): readonly Override[] {
    const known = this.#overrides.get(ownWorkspaces)
    if (known !== undefined) return known
    const made = this.#parts.samples.flatMap(({ sample }) => {
      const { sampleId, executionContext } = sample
      const workspace = ownWorkspaces ? this.#parts.sampleWorkspaces.get(sampleId) : undefined
      const tools = executionContext?.allowedTools
      const plan = this.#parts.mockPlans.get(sampleId)
      if (workspace === undefined && tools === undefined && plan === undefined) return []
      return [makeOverride(sampleId, workspace, tools, plan)]
    })
    this.#overrides.set(ownWorkspaces, made)
    return made
  }
}

function makeOverride(
  sampleId: string,
  workspace: ResourceDescriptor | undefined,
  tools: readonly string[] | undefined,
  plan: ResourceDescriptor | undefined,
): Override {
  return {
    sampleId,
    ...(workspace === undefined ? {} : { workspace: workspaceControl(workspace) }),
    ...(tools === undefined
      ? {}
      : { tools: { toolMode: 'allow-list', allowedTools: [...new Set(tools)].sort() } }),
    ...(plan === undefined
      ? {}
      : { mockInterception: { mockMode: 'pre-tool-call', resourceIds: [plan.resourceId] } }),
  }
}

function workspaceControl(workspace: ResourceDescriptor | null): ExecutionControls['defaults']['workspace'] {
  return workspace === null
    ? { workspaceMode: 'none' }
    : { workspaceMode: 'copy-on-write-overlay', resourceId: workspace.resourceId }
}
