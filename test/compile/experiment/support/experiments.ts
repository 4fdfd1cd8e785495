// Experiments for tests: samples and settings by hand, and all documents that come of them.
import { capabilities } from '../../../../plugins/executors/command/capabilities.js'
import { compileExperiment } from '../../../../src/compile/experiment/compile-experiment.js'
import { digestBytes } from '../../../../src/contracts/digest.js'
import type { CompiledExperiment } from '../../../../src/contracts/experiment/compiled.js'
import {
  HOST_RESOURCES_VERSION,
  type HostResource,
  type ResourceKind,
} from '../../../../src/contracts/experiment/host-resources.js'
import type { OrchestrationInput } from '../../../../src/contracts/experiment/options.js'
import type { RequestValues } from '../../../../src/contracts/experiment/request.js'
import {
  RESOLVED_INPUT_VERSION,
  type ResolvedInput,
  type ResolvedTarget,
} from '../../../../src/contracts/experiment/resolved-input.js'
import type { SealedSample } from '../../../../src/contracts/experiment/sealed-sample.js'
import { toJsonObject } from '../../../../src/contracts/is-json.js'
import type { RunPlan } from '../../../../src/contracts/run-plan.js'
import type { RuntimeBindingRequest } from '../../../../src/contracts/runtime-binding.js'
import type { RuntimeIdentity } from '../../../../src/contracts/runtime-identity.js'
import { openSealedPlan, preparePlan } from '../../../../src/prepare/prepare-plan.js'
import { designMeasurement } from '../../../../src/resolve/experiment/measurement/design-measurement.js'

/** A sample with nothing to measure but what `parts` say. */
export function sample(sampleId: string, parts: Partial<SealedSample> = {}): SealedSample {
  return { sampleId, input: `Task ${sampleId}`, assertions: [], checks: [], ...parts }
}

/** What a test may say of a resource. */
export interface ResourceParts {
  readonly kind: ResourceKind
  readonly bytes: string
  readonly mediaType?: string
}

const SECRETS: ReadonlySet<ResourceKind> = new Set(['mcp-config', 'mock-plan', 'mock-rule', 'mock-payload'])
const TREES: ReadonlySet<ResourceKind> = new Set(['workspace', 'gold-dataset'])

/** A host resource of these bytes. */
export function resource({ kind, bytes, mediaType = 'application/json' }: ResourceParts): HostResource {
  const digest = digestBytes(bytes)
  return {
    resourceKind: kind,
    descriptor: {
      resourceId: `${kind}-${digest.slice('sha256:'.length)}`,
      digest,
      mediaType,
      classification: SECRETS.has(kind) ? 'secret' : kind === 'gold-dataset' ? 'gold' : 'sensitive',
      size: Buffer.byteLength(bytes),
    },
    locator: `/content/${digest.slice(-8)}`,
    lineage: { source: `./${kind}` },
    verification: {
      verificationKind: TREES.has(kind) ? 'tree-digest' : 'content-digest',
      verifiedDigest: digest,
    },
  }
}

const NOTHING: ResolvedTarget['executionControls'] = {
  defaults: {
    workspace: { workspaceMode: 'none' },
    tools: { toolMode: 'unrestricted' },
    mcp: { mcpMode: 'none' },
    mockInterception: { mockMode: 'none' },
  },
  sampleOverrides: [],
}

/** What a test may change of a target. */
export interface TargetParts {
  readonly role?: 'control' | 'treatment'
  readonly artifact?: HostResource | null
  readonly executor?: Partial<ResolvedTarget['executor']>
  readonly behavior?: Partial<ResolvedTarget['behavior']>
  readonly defaults?: Partial<ResolvedTarget['executionControls']['defaults']>
  readonly overrides?: ResolvedTarget['executionControls']['sampleOverrides']
  readonly instrumentControl?: 'must-win' | 'must-tie'
}

/** A target; `control` is the control unless `role` says otherwise. */
export function target(targetId: string, parts: TargetParts = {}): ResolvedTarget {
  const { role = targetId === 'control' ? 'control' : 'treatment', artifact = null } = parts
  return {
    targetId,
    experimentRole: role,
    ...(parts.instrumentControl && { instrumentControl: parts.instrumentControl }),
    targetKind: artifact ? 'skill' : 'baseline',
    protocolId: 'omk.invoke/v1',
    executor: { implementationId: 'claude', model: 'sonnet', effort: 'low', ...parts.executor },
    behavior: {
      systemInstructions: artifact ? 'required' : 'not-required',
      artifact: artifact?.descriptor ?? null,
      ...parts.behavior,
    },
    executionControls: {
      defaults: { ...NOTHING.defaults, ...parts.defaults },
      sampleOverrides: parts.overrides ?? [],
    },
  }
}

/** What a test may change of the settings. */
export interface ValueParts {
  readonly measurement?: Partial<RequestValues['measurement']>
  readonly judges?: Partial<RequestValues['judges']>
  readonly effort?: RequestValues['targetRuntime']['effort']
}

/** Settings; judges are off unless `judges` has members. */
export function values({ measurement, judges, effort = 'low' }: ValueParts = {}): RequestValues {
  return {
    locators: { samples: 'samples.yaml', skillDirectory: 'skills' },
    variants: [],
    targetRuntime: { executorId: 'claude', model: 'sonnet', effort },
    judges: {
      enabled: judges?.members !== undefined,
      members: [],
      replicateCount: 1,
      lengthDebias: true,
      ...judges,
    },
    measurement: {
      baselineIsolation: 'strict',
      executionConcurrency: 2,
      timeoutMs: 120_000,
      retryCount: 0,
      cache: { executionMode: 'disabled', evaluationMode: 'disabled' },
      bootstrap: { enabled: true, resamples: 1000 },
      decision: { sampleSize: { sampleSizePlanningKind: 'minimum-count', minimumComparisonUnits: 20 } },
      ...measurement,
    },
    orchestration: {
      dryRun: false,
      batch: false,
      repeatCount: 1,
      preflight: { doctor: 'required', connectivity: 'required' },
      diagnostic: 'enabled-outside-core',
      managedEvidence: 'append',
    },
    presentation: {
      outputDirectoryLocator: 'out',
      indexScope: 'project',
      language: 'en',
      serve: false,
      verbose: false,
      layeredView: false,
      exitMode: 'gate',
      keepWorkspaces: false,
      includeContent: false,
      json: false,
    },
  }
}

/** What an experiment is made of. */
export interface ExperimentParts {
  readonly samples: readonly SealedSample[]
  readonly targets: readonly ResolvedTarget[]
  readonly values?: RequestValues
  readonly resources?: readonly HostResource[]
  readonly orchestration?: Partial<OrchestrationInput>
}

/** The resolved input of an experiment. */
export function resolvedInput(parts: ExperimentParts): ResolvedInput {
  const { samples, targets, values: settings = values(), resources = [] } = parts
  const { fieldSources: _, ...design } = designMeasurement({ samples, targets, values: settings })
  const { repeatCount: __, ...orchestration } = settings.orchestration
  return {
    schemaVersion: RESOLVED_INPUT_VERSION,
    targets,
    ...design,
    hostResources: {
      schemaVersion: HOST_RESOURCES_VERSION,
      resources: [...new Map(resources.map((each) => [each.descriptor.resourceId, each])).values()],
    },
    orchestration: { ...orchestration, ...parts.orchestration },
    presentation: settings.presentation,
  }
}

/** Compiles an experiment. */
export function compiled(parts: ExperimentParts): CompiledExperiment {
  return compileExperiment(resolvedInput(parts))
}

/** An identity of everything that a binding request names; its fingerprint follows from the id. */
export function identitiesFor({ bindings }: RuntimeBindingRequest): RuntimeIdentity[] {
  const ids = new Set<string>()
  const executors = new Set<string>()
  for (const binding of bindings) {
    ids.add(binding.implementationId)
    if (binding.bindingKind === 'executor') executors.add(binding.implementationId)
    if (binding.bindingKind !== 'evaluator' || !binding.qualification) continue
    ids.add(binding.qualification.executorId)
    executors.add(binding.qualification.executorId)
  }
  return [...ids].map((implementationId) => ({
    implementationId,
    version: '1.0.0',
    fingerprint: digestBytes(implementationId),
    fingerprintBasis: 'content-derived',
    assuranceLevel: 'verified',
    capabilities: executors.has(implementationId) ? toJsonObject(capabilities) : {},
    implementationManifest: { coverageKind: 'fingerprint-complete' },
  }))
}

/** The plan of a compiled experiment; of a series that of its first run. */
export function planOf(experiment: CompiledExperiment): RunPlan {
  const { definition, policy, runtimeBinding, orchestration } = experiment
  const membership = orchestration.independentSeries?.memberships[0]
  return openSealedPlan(
    preparePlan({
      definition: membership ? { ...definition, seriesMembership: membership } : definition,
      policy,
      runtimeBinding,
      identities: identitiesFor(runtimeBinding),
    }),
  )
}
