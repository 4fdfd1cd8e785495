// Everything of a request that needs a disk, git or the network: what is left has no path in it but in host resources.
import type { EvalChecksError } from '../../contracts/errors.js'
import { EvalChecksErrors } from '../../contracts/errors.js'
import { HOST_RESOURCES_VERSION } from '../../contracts/experiment/host-resources.js'
import type { EvaluationRequest } from '../../contracts/experiment/request.js'
import type { ResolvedInput } from '../../contracts/experiment/resolved-input.js'
import type { SealedSample } from '../../contracts/experiment/sealed-sample.js'
import { freezeAddresses } from './addresses/freeze-addresses.js'
import { freezeCommand } from './command-runtime.js'
import { ContentFolder } from './content/content-folder.js'
import { ControlMaker } from './controls.js'
import { Faults } from './faults.js'
import { freezeGold } from './gold.js'
import type { ResolveHost } from './host.js'
import { findContamination } from './isolation.js'
import { baseFolder } from './locate.js'
import { freezeMcpConfig } from './mcp-config.js'
import { freezeMocks } from './mocks/freeze-mocks.js'
import { gatherOrchestration } from './orchestration.js'
import { resolveVariants, type VariantContent } from './resolve-variants.js'
import type { Resolving } from './resolving.js'
import { ResourceList } from './resource.js'
import { loadSamples } from './samples/load-samples.js'
import { freezeSampleWorkspaces } from './samples/sample-workspaces.js'
import { addressesOf, sealSample } from './samples/seal-samples.js'
import { makeTarget } from './targets.js'
import { type Workspace, Workspaces } from './workspaces.js'

/** A request whose content is frozen, before it becomes a measurement. */
export type ResolvedParts = Pick<
  ResolvedInput,
  'targets' | 'hostResources' | 'orchestration' | 'presentation'
> & { readonly samples: readonly SealedSample[] }

/**
 * Freezes what a request names.
 * @throws {EvalChecksErrors} all faults at once
 * @throws the reason of the host's signal
 */
export async function resolveParts(request: EvaluationRequest, host: ResolveHost): Promise<ResolvedParts> {
  host.signal.throwIfAborted()
  const { values } = request
  const resolving: Resolving = {
    host,
    values,
    base: baseFolder(values.locators.config, host.workingFolder),
    content: new ContentFolder(host.contentRoot, host.signal),
    resources: new ResourceList(),
  }
  try {
    return await resolveAll(resolving)
  } catch (error) {
    host.signal.throwIfAborted()
    throw error
  }
}

async function resolveAll(resolving: Resolving): Promise<ResolvedParts> {
  const { values, resources } = resolving
  const faults = new Faults()
  const workspaces = new Workspaces(resolving)
  const loaded = await faults.attempt(() => loadSamples(resolving))
  const samples = loaded?.samples ?? []
  const implementation = await faults.attempt(() => freezeCommand(resolving))
  const mcpConfig = await faults.attempt(() => freezeMcpConfig(resolving))
  const [addressFaults, variantFaults] = [new Faults(), new Faults()]
  const [pages, variants] = await Promise.all([
    freezeAddresses(resolving, addressesOf(samples), addressFaults),
    resolveVariants(resolving, workspaces, variantFaults),
  ])
  faults.join(addressFaults)
  faults.join(variantFaults)
  const needed = variants.some(({ workspace }) => workspace === null) ? samples : []
  const sampleWorkspaces = await freezeSampleWorkspaces(needed, workspaces, faults)
  const { mocks, plans } = await freezeMocks(resolving, samples, faults)
  const gold = await faults.attempt(() => freezeGold(resolving))
  const requirements = loaded?.requirements ?? []
  const orchestration = await faults.attempt(() => gatherOrchestration(resolving, { requirements, gold }))
  const isolation =
    values.measurement.baselineIsolation === 'strict' ? findLeaks(variants, sampleWorkspaces) : []
  const errors = [...faults.errors, ...isolation]
  if (errors.length > 0 || orchestration === null) throw new EvalChecksErrors(errors)
  const controls = new ControlMaker({
    samples,
    sampleWorkspaces: new Map([...sampleWorkspaces].map(([id, { descriptor }]) => [id, descriptor])),
    mockPlans: plans,
    mcpConfig,
  })
  const targets = variants.map(({ variant, artifact, workspace }) =>
    makeTarget(
      { variant, artifact, workspace: workspace?.descriptor ?? null },
      { values, controls, mocks, mcpConfig, implementation },
    ),
  )
  return {
    samples: samples.map(({ sample }) => sealSample(sample, pages)),
    targets: targets.sort((a, b) => (a.targetId < b.targetId ? -1 : 1)),
    hostResources: { schemaVersion: HOST_RESOURCES_VERSION, resources: resources.sorted() },
    orchestration,
    presentation: values.presentation,
  }
}

function findLeaks(
  variants: readonly VariantContent[],
  sampleWorkspaces: ReadonlyMap<string, Workspace>,
): readonly EvalChecksError[] {
  const brought = [...new Set(sampleWorkspaces.values())]
  return findContamination(
    variants.map(({ variant, artifact, workspace }) => ({
      targetId: variant.targetId,
      experimentRole: variant.experimentRole,
      instructions: artifact?.instructions ?? null,
      workspaces: workspace === null ? brought : [workspace],
    })),
  )
}
