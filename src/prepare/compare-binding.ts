// Whether a binding asks for exactly what the definition says.
import { digestPlain } from '../contracts/digest.js'
import { isJsonObject } from '../contracts/is-json.js'
import type { Json } from '../contracts/json.js'
import type { ResourceReference } from '../contracts/resource-descriptor.js'
import type { RuntimeBinding } from '../contracts/runtime-binding.js'
import type { Requirement } from './requirements.js'

/** What of a configuration an executor, or a judge, is asked with. */
const RUNTIME_FACTS = ['model', 'effort']
const JUDGE_FACTS = ['executorId', 'model', 'deploymentRevision', 'effort', 'promptVariant']

type Of<Kind extends RuntimeBinding['bindingKind']> = Extract<RuntimeBinding, { readonly bindingKind: Kind }>

/** How `binding` departs from what `need` asks, as sentences; empty when it does not. */
export function compareBinding(binding: RuntimeBinding, need: Requirement): string[] {
  const faults: string[] = []
  if (binding.implementationId !== need.implementationId)
    faults.push('names another implementation than the definition')
  if (binding.versionConstraint !== need.versionConstraint)
    faults.push('constrains another version than the definition')
  if (binding.bindingKind === 'executor' && need.target) faults.push(...compareExecutor(binding, need.target))
  if (binding.bindingKind === 'evaluator' && need.evaluator)
    faults.push(...compareEvaluator(binding, need.evaluator))
  return faults
}

function compareExecutor(binding: Of<'executor'>, target: NonNullable<Requirement['target']>): string[] {
  return [
    ...(binding.protocolId === target.protocolId ? [] : ['speaks another protocol than the target']),
    ...compareDigest('behaviorConfigDigest', binding.behaviorConfigDigest, target.config),
    ...compareDigest('executionControlsDigest', binding.executionControlsDigest, target.executionControls),
    ...compareDocuments(
      'executionRequirements',
      binding.qualification.executionRequirements,
      target.executionRequirements,
    ),
    ...compareAsked(RUNTIME_FACTS, binding.qualification, target.config?.runtime),
    ...compareLeases(binding.resourceLeaseRequirements, target.resources),
  ]
}

function compareEvaluator(
  binding: Of<'evaluator'>,
  evaluator: NonNullable<Requirement['evaluator']>,
): string[] {
  const { measurement } = binding
  const same =
    measurement.instrumentId === evaluator.instrumentId &&
    measurement.ensembleMemberId === evaluator.ensembleMemberId &&
    measurement.replicateGroupId === evaluator.replicateGroupId &&
    measurement.replicateIndex === evaluator.replicateIndex
  return [
    ...compareAsked(JUDGE_FACTS, binding.qualification, evaluator.config?.judge),
    ...(same ? [] : ['stands for another measurement than the evaluator']),
    ...compareDigest('configDigest', binding.configDigest, evaluator.config),
    ...compareLeases(binding.resourceLeaseRequirements, evaluator.resources),
  ]
}

// A digest is optional in a binding, but when it is there it has to be right.
function compareDigest(name: string, digest: string | undefined, document: object | undefined): string[] {
  if (digest === undefined) return []
  return document && digestPlain(document) === digest ? [] : [`${name} is not that of the definition`]
}

function compareDocuments(name: string, found: object | undefined, wanted: object | undefined): string[] {
  if (found === undefined && wanted === undefined) return []
  return found && wanted && digestPlain(found) === digestPlain(wanted)
    ? []
    : [`${name} differ from the definition`]
}

// Every resource is leased exactly once, in the role that the definition gives it; only workspaces may be written to.
function compareLeases(
  leases: Of<'evaluator'>['resourceLeaseRequirements'],
  resources: readonly ResourceReference[] = [],
): string[] {
  const open = new Set(resources.map(({ role, resourceId }) => `${role} ${resourceId}`))
  const faults: string[] = []
  for (const { resourceRole, resourceId, leaseMode } of leases) {
    if (!open.delete(`${resourceRole} ${resourceId}`))
      faults.push(`the lease ${resourceRole} is not a resource of the definition`)
    if ((leaseMode === 'copy-on-write-overlay') !== (resourceRole === 'workspace'))
      faults.push(
        `the lease ${resourceRole} is ${leaseMode}: workspaces are overlays, all else is a snapshot`,
      )
  }
  for (const left of open) faults.push(`the resource ${left.slice(0, left.lastIndexOf(' '))} is not leased`)
  return faults
}

// What a runtime is asked with stands in the configuration, where it is part of the plan's identity.
function compareAsked(
  facts: readonly string[],
  asked: object | undefined,
  sealed: Json | undefined,
): string[] {
  if (!isJsonObject(sealed)) return []
  const given = new Map<string, unknown>(Object.entries(asked ?? {}))
  return facts
    .filter((fact) => (given.get(fact) ?? null) !== (sealed[fact] ?? null))
    .map((fact) => `asks for another ${fact} than the definition`)
}
