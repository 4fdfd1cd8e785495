// Frozen contents lent to attempts. Digest and size are compared each time, on the very bytes that are handed out.
import { constants, copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { digestBytes } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { HostResource, HostResources } from '../../contracts/experiment/host-resources.js'
import { listTree, readPieces } from '../../resolve/experiment/content/list-tree.js'
import { type TreeEntry, TreeHash } from '../../resolve/experiment/content/tree-digest.js'

/** Bytes of a tree between two turns of the event loop. */
const STRIDE = 8 * 1024 * 1024

/** What all errors of leases ask for. */
const FIX = 'start again, and keep other programs out of the output folder'

/** The contents of one run. */
export class Leases {
  readonly #resources: ReadonlyMap<string, HostResource>

  constructor({ resources }: HostResources) {
    this.#resources = new Map(resources.map((resource) => [resource.descriptor.resourceId, resource]))
  }

  /** Whether a resource is one file or a folder. */
  kindOf(resourceId: string): 'file' | 'directory' {
    return isTree(this.#find(resourceId)) ? 'directory' : 'file'
  }

  /**
   * The bytes of a resource that is one file.
   * @throws {EvalChecksError} `CONTENT_MISSING`, or `CONTENT_CHANGED` when digest or size are not those of the plan
   */
  async read(resourceId: string): Promise<Uint8Array> {
    const { locator, descriptor } = this.#find(resourceId)
    const bytes = await readFile(locator).catch((cause) => {
      throw missing(resourceId, cause)
    })
    if (bytes.byteLength !== descriptor.size || digestBytes(bytes) !== descriptor.digest)
      throw changed(resourceId)
    return bytes
  }

  /**
   * Copies a resource to a path at which nothing stands; of the copy, digest and size were compared.
   * @throws {EvalChecksError} as {@link read}; nothing is left at the path then
   */
  async copy(resourceId: string, target: string, signal: AbortSignal): Promise<void> {
    const resource = this.#find(resourceId)
    try {
      if (isTree(resource)) await copyTree(resource, target, signal)
      else await copyOne(resource, target)
    } catch (error) {
      await rm(target, { recursive: true, force: true })
      if (error instanceof EvalChecksError || signal.aborted) throw error
      throw missing(resourceId, error)
    }
  }

  #find(resourceId: string): HostResource {
    const resource = this.#resources.get(resourceId)
    if (!resource) throw missing(resourceId)
    return resource
  }
}

function isTree({ verification, descriptor }: HostResource): boolean {
  return verification.verificationKind !== 'content-digest' && /-tree$/.test(descriptor.mediaType)
}

async function copyOne({ descriptor, locator }: HostResource, target: string): Promise<void> {
  await copyFile(locator, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  const bytes = await readFile(target)
  if (bytes.byteLength !== descriptor.size || digestBytes(bytes) !== descriptor.digest)
    throw changed(descriptor.resourceId)
}

async function copyTree(
  { descriptor, locator }: HostResource,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const entries = await listTree({ root: locator, withoutGit: false, signal })
  const hash = new TreeHash()
  let size = 0
  let sinceBreath = 0
  await mkdir(target, { mode: 0o700 })
  for (const entry of entries) {
    const place = path.join(target, entry.path)
    hash.begin(entry)
    if (entry.entryKind === 'folder') {
      await mkdir(place, { mode: 0o700 })
      continue
    }
    // A copy on write where the file system can: the copy is what is hashed.
    await copyFile(path.join(locator, entry.path), place, constants.COPYFILE_FICLONE)
    hashCopy(hash, entry, place)
    size += entry.size
    sinceBreath += entry.size
    if (sinceBreath < STRIDE) continue
    sinceBreath = 0
    await breathe(undefined, { signal })
  }
  if (size !== descriptor.size || hash.digest() !== descriptor.digest) throw changed(descriptor.resourceId)
}

function hashCopy(hash: TreeHash, { size }: TreeEntry & { entryKind: 'file' }, place: string): void {
  for (const bytes of readPieces(place, size)) hash.add(bytes)
}

function missing(resourceId: string, cause?: unknown): EvalChecksError {
  return new EvalChecksError('CONTENT_MISSING', `the frozen bytes of ${resourceId} are gone`, {
    fix: FIX,
    cause,
  })
}

function changed(resourceId: string): EvalChecksError {
  return new EvalChecksError('CONTENT_CHANGED', `the frozen bytes of ${resourceId} were changed`, {
    fix: FIX,
  })
}
