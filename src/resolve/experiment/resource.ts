// Resources: what was frozen, under an id that follows from its bytes.
import type { Digest } from '../../contracts/digest.js'
import { sha256Hex } from '../../contracts/digest.js'
import type { HostResource, ResourceKind } from '../../contracts/experiment/host-resources.js'
import type { ResourceDescriptor } from '../../contracts/resource-descriptor.js'

/** Frozen bytes. */
export interface Frozen {
  readonly digest: Digest
  /** Bytes; of a tree the sum over its files. */
  readonly size: number
  /** Absolute. */
  readonly locator: string
}

/** What a resource is made of. */
export interface ResourceRequest {
  readonly kind: ResourceKind
  /** Tells resources of the same bytes apart, e.g. by target. */
  readonly scope?: string
  readonly frozen: Frozen
  readonly mediaType: string
  readonly classification: ResourceDescriptor['classification']
  readonly verified: 'content-digest' | 'tree-digest' | { readonly commitId: string }
  readonly lineage?: HostResource['lineage']
}

/** A resource called `<kind>-<hex>`, or `<kind>-<16 hex digits of its scope>-<hex>`. */
export function createResource(request: ResourceRequest): HostResource {
  const { kind, scope, frozen, verified, lineage } = request
  const { digest, size, locator } = frozen
  const hex = digest.slice('sha256:'.length)
  return {
    resourceKind: kind,
    descriptor: {
      resourceId: [kind, ...(scope === undefined ? [] : [sha256Hex(scope).slice(0, 16)]), hex].join('-'),
      digest,
      mediaType: request.mediaType,
      classification: request.classification,
      size,
    },
    locator,
    ...(lineage === undefined ? {} : { lineage }),
    verification:
      typeof verified === 'string'
        ? { verificationKind: verified, verifiedDigest: digest }
        : { verificationKind: 'pinned-git', verifiedDigest: digest, commitId: verified.commitId },
  }
}

/** The resources of a request. The first one of an id is kept. */
export class ResourceList {
  readonly #resources = new Map<string, HostResource>()

  /** Keeps a resource and gives its descriptor. */
  add(resource: HostResource): ResourceDescriptor {
    const { resourceId } = resource.descriptor
    const kept = this.#resources.get(resourceId) ?? resource
    this.#resources.set(resourceId, kept)
    return kept.descriptor
  }

  /** In code-unit order of their ids. */
  sorted(): readonly HostResource[] {
    return [...this.#resources.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, resource]) => resource)
  }
}
