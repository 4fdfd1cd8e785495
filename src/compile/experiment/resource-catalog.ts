// The resources of a request: what each kind has to be, and whether a reference names the right one.
import {
  type HostResource,
  type HostResources,
  RESOURCE_MEDIA_TYPES,
  type ResourceKind,
} from '../../contracts/experiment/host-resources.js'
import { EvalInputError, type InputErrorCode } from '../../contracts/experiment/input-error.js'
import type { ResourceDescriptor, ResourceReference } from '../../contracts/resource-descriptor.js'

type Verification = HostResource['verification']['verificationKind']
type Classification = ResourceDescriptor['classification']

interface KindRule {
  readonly verifications: readonly Verification[]
  readonly classifications: readonly Classification[]
  readonly mediaType?: string
}

const content: readonly Verification[] = ['content-digest']
const anyButGold: readonly Classification[] = ['public', 'sensitive', 'secret']
const secret: KindRule = { verifications: content, classifications: ['secret'] }

/** What a resource of each kind has to be. */
const KIND_RULES: Readonly<Record<ResourceKind, KindRule>> = {
  artifact: {
    verifications: ['content-digest', 'tree-digest', 'pinned-git'],
    classifications: anyButGold,
  },
  workspace: { verifications: ['tree-digest', 'pinned-git'], classifications: anyButGold },
  'mcp-config': secret,
  'mock-plan': secret,
  'mock-rule': { ...secret, mediaType: RESOURCE_MEDIA_TYPES.json },
  'mock-payload': secret,
  'gold-dataset': { verifications: ['content-digest', 'tree-digest'], classifications: ['gold'] },
  'runtime-implementation': { verifications: content, classifications: anyButGold },
  content: { verifications: content, classifications: anyButGold },
}

/** Looks resources up and keeps every fault that it meets. */
export class ResourceCatalog {
  readonly faults: EvalInputError[] = []
  readonly #resources: ReadonlyMap<string, HostResource>

  constructor({ resources }: HostResources) {
    this.#resources = new Map(resources.map((resource) => [resource.descriptor.resourceId, resource]))
    for (const resource of resources) this.#check(resource)
  }

  /**
   * A reference in the role `kind`, by id alone or by a descriptor that has to be that of the resource. Null, with the
   * fault kept, where there is no such resource or it is something else.
   */
  refer(owner: string, kind: ResourceKind, named: string | ResourceDescriptor): ResourceReference | null {
    const resourceId = typeof named === 'string' ? named : named.resourceId
    const resource = this.#resources.get(resourceId)
    if (!resource)
      return this.#refuse('MISSING', owner, `names the ${kind} ${resourceId}, which was not resolved`)
    if (resource.resourceKind !== kind)
      return this.#refuse(
        'KIND_MISMATCH',
        owner,
        `uses the ${resource.resourceKind} ${resourceId} as ${kind}`,
      )
    const { descriptor } = resource
    if (typeof named !== 'string' && !isSame(named, descriptor))
      return this.#refuse('DIGEST_MISMATCH', owner, `describes ${resourceId} otherwise than it was resolved`)
    return { ...descriptor, role: kind }
  }

  #check({ resourceKind, descriptor, verification }: HostResource): void {
    const { verifications, classifications, mediaType } = KIND_RULES[resourceKind]
    const { resourceId, classification } = descriptor
    const { verificationKind, verifiedDigest } = verification
    const owner = `the ${resourceKind} ${resourceId}`
    if (!verifications.includes(verificationKind))
      this.#refuse('KIND_MISMATCH', owner, `was verified by ${verificationKind}`)
    if (!classifications.includes(classification))
      this.#refuse('KIND_MISMATCH', owner, `is classified as ${classification}`)
    if (mediaType !== undefined && descriptor.mediaType !== mediaType)
      this.#refuse('KIND_MISMATCH', owner, `is not ${mediaType}`)
    if (verifiedDigest !== descriptor.digest)
      this.#refuse('DIGEST_MISMATCH', owner, 'was verified with another digest than it is described with')
  }

  #refuse(what: 'MISSING' | 'KIND_MISMATCH' | 'DIGEST_MISMATCH', owner: string, message: string): null {
    const code: InputErrorCode = `CLI_INPUT_RESOURCE_${what}`
    this.faults.push(
      new EvalInputError(code, `${owner} ${message}`, { fieldPath: 'hostResources.resources' }),
    )
    return null
  }
}

function isSame(a: ResourceDescriptor, b: ResourceDescriptor): boolean {
  return (
    a.resourceId === b.resourceId &&
    a.digest === b.digest &&
    a.mediaType === b.mediaType &&
    a.classification === b.classification &&
    a.size === b.size
  )
}
