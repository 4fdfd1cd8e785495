// Workspaces: folders in which targets work, each copied and hashed once however often it is named.
import { realpathSync } from 'node:fs'
import type { Digest } from '../../contracts/digest.js'
import { RESOURCE_MEDIA_TYPES } from '../../contracts/experiment/host-resources.js'
import type { InputErrorDetails } from '../../contracts/experiment/input-error.js'
import type { ResourceDescriptor } from '../../contracts/resource-descriptor.js'
import { listTree } from './content/list-tree.js'
import { callSystem, resolutionError } from './faults.js'
import { lookAt } from './locate.js'
import type { Resolving } from './resolving.js'
import { createResource } from './resource.js'

/** A frozen workspace. */
export interface Workspace {
  readonly descriptor: ResourceDescriptor
  /** Paths of its files by the SHA-256 of their bytes; of equal files the first one. */
  readonly files: ReadonlyMap<Digest, string>
}

/** The workspaces of a request, by the real paths of their folders. */
export class Workspaces {
  readonly #resolving: Resolving
  readonly #frozen = new Map<string, Promise<Workspace>>()

  constructor(resolving: Resolving) {
    this.#resolving = resolving
  }

  /**
   * Freezes a folder. `written` is its locator as the user wrote it.
   * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when it is no folder or holds more than files and folders
   */
  async freeze(folder: string, written: string, details: InputErrorDetails): Promise<Workspace> {
    if (!lookAt(folder, details)?.isDirectory())
      throw resolutionError(`the workspace ${folder} is no folder`, {
        location: { file: folder },
        ...details,
      })
    const root = callSystem(`cannot look at ${folder}`, details, () => realpathSync(folder))
    const known = this.#frozen.get(root) ?? this.#copy(root, written)
    this.#frozen.set(root, known)
    return known
  }

  async #copy(root: string, source: string): Promise<Workspace> {
    const { host, content, resources } = this.#resolving
    const { signal } = host
    host.onProgress?.({ stepKind: 'copy-tree', subject: root })
    const entries = await listTree({ root, withoutGit: true, mustNotContain: content.folder, signal })
    const files = new Map<Digest, string>()
    const frozen = await content.freezeTree(entries, (path, digest) => {
      if (!files.has(digest)) files.set(digest, path)
    })
    const resource = createResource({
      kind: 'workspace',
      frozen,
      mediaType: RESOURCE_MEDIA_TYPES.workspaceTree,
      classification: 'sensitive',
      verified: 'tree-digest',
      lineage: { source },
    })
    return { descriptor: resources.add(resource), files }
  }
}
