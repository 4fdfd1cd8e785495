// Which code stands behind an experiment: one identity for each implementation that its bindings name.
import { digestJson } from '../../contracts/digest.js'
import type { Executor } from '../../contracts/executor.js'
import type { CompiledExperiment } from '../../contracts/experiment/compiled.js'
import { toJsonObject } from '../../contracts/is-json.js'
import type { RuntimeIdentity } from '../../contracts/runtime-identity.js'
import { fingerprintPlugin } from '../checks/plugin-fingerprint.js'

/** Code that measures or decides, as a plugin tells of itself. */
export interface KnownImplementation {
  readonly implementationId: string
  readonly version?: string
  /** `import.meta.url` of the plugin's main module. */
  readonly moduleUrl: string
}

/** What can be named. */
export interface Implementations {
  readonly executors: readonly Executor[]
  /** Evaluators and policies that are plugins; what is missing here is a step of this package itself. */
  readonly others: readonly KnownImplementation[]
}

/**
 * The identities of everything a compiled experiment names. A target or judge that nobody knows has none, and is refused
 * when the plan is prepared.
 */
export function identifyImplementations(
  { runtimeBinding, definition }: CompiledExperiment,
  { executors, others }: Implementations,
): readonly RuntimeIdentity[] {
  const found = new Map<string, RuntimeIdentity>()
  const commands = commandDigests(definition)
  for (const binding of runtimeBinding.bindings) {
    const judge = binding.bindingKind === 'evaluator' ? binding.qualification?.executorId : undefined
    const named = binding.bindingKind === 'executor' ? binding.implementationId : judge
    const executor = executors.find(({ executorId }) => executorId === named)
    if (executor) found.set(executor.executorId, executorIdentity(executor, commands))
    if (binding.bindingKind === 'executor' || found.has(binding.implementationId)) continue
    const known = others.find(({ implementationId }) => implementationId === binding.implementationId)
    found.set(binding.implementationId, known ? pluginIdentity(known) : ownIdentity(binding.implementationId))
  }
  return [...found.values()]
}

/** Its own code is hashed; the program or service behind it is known by what it says of itself. */
function executorIdentity(
  { executorId, version, moduleUrl, capabilities }: Executor,
  commands: readonly string[],
): RuntimeIdentity {
  const code = fingerprintPlugin(moduleUrl)
  const isCommand = executorId === 'command'
  return {
    implementationId: executorId,
    version,
    fingerprint:
      isCommand && commands.length > 0
        ? digestJson({ derivation: 'eval-checks.command-executor/v1', code, commands })
        : code,
    fingerprintBasis: 'content-derived',
    assuranceLevel: 'declared',
    capabilities: toJsonObject(capabilities),
    implementationManifest: { coverageKind: 'fingerprint-plus-facets', facets: ['executor-plugin'] },
  }
}

/** The files of commands, by descriptor, as the targets name them. */
function commandDigests({ targets }: CompiledExperiment['definition']): readonly string[] {
  const found = new Set<string>()
  for (const { resources = [] } of targets)
    for (const { role, digest } of resources) if (role === 'runtime-implementation') found.add(digest)
  return [...found].sort()
}

function pluginIdentity({ implementationId, version, moduleUrl }: KnownImplementation): RuntimeIdentity {
  return {
    implementationId,
    ...(version === undefined ? {} : { version }),
    fingerprint: fingerprintPlugin(moduleUrl),
    fingerprintBasis: 'content-derived',
    assuranceLevel: 'declared',
    capabilities: {},
    implementationManifest: { coverageKind: 'fingerprint-complete' },
  }
}

/** A step of this package: the version in its id stands for its behaviour. */
export function ownIdentity(implementationId: string): RuntimeIdentity {
  return {
    implementationId,
    fingerprint: digestJson({ derivation: 'eval-checks.built-in-implementation/v1', implementationId }),
    fingerprintBasis: 'self-reported',
    assuranceLevel: 'declared',
    capabilities: {},
    implementationManifest: { coverageKind: 'fingerprint-complete' },
  }
}
