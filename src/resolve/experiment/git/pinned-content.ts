// What a commit holds at a path: read from the objects of the repository and never from a checkout, so that nothing that
// was changed, is untracked or is ignored in a checkout can get in.
import type { TreeEntry } from '../content/tree-digest.js'
import { sortTree } from '../content/tree-digest.js'
import { resolutionError } from '../faults.js'
import type { AskGit } from './ask-git.js'
import { type GitTreeEntry, parseTree, rootTree } from './git-tree.js'
import { readObjects } from './read-objects.js'

/** A file or a folder of a commit. */
export type PinnedContent =
  | { readonly contentKind: 'file'; readonly bytes: Buffer }
  | { readonly contentKind: 'tree'; readonly entries: readonly TreeEntry[] }

/** A commit whose id was verified. */
export class PinnedCommit {
  readonly commitId: string
  readonly #ask: AskGit
  readonly #root: string

  private constructor(ask: AskGit, commitId: string, root: string) {
    this.#ask = ask
    this.commitId = commitId
    this.#root = root
  }

  /** Null: the id is none of a commit in this repository. */
  static async open(ask: AskGit, commitId: string): Promise<PinnedCommit | null> {
    const object = (await readObjects(ask, [commitId])).get(commitId)
    return object?.type === 'commit' ? new PinnedCommit(ask, commitId, rootTree(object.content)) : null
  }

  /** What stands at a path from the root, with slashes; the empty path is the root. Null: nothing. */
  async find(path: string): Promise<GitTreeEntry | null> {
    let found: GitTreeEntry = { entryKind: 'folder', name: '', id: this.#root }
    for (const name of path === '' ? [] : path.split('/')) {
      refuseOther(found, path)
      if (found.entryKind !== 'folder') return null
      const inside = (await this.#readTree(found.id, path)).find((entry) => entry.name === name)
      if (inside === undefined) return null
      found = inside
    }
    return found
  }

  /**
   * The content of what was found at a path.
   * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` for links, submodules and placeholders of large files
   */
  async read(found: GitTreeEntry, path: string): Promise<PinnedContent> {
    refuseOther(found, path)
    if (found.entryKind !== 'folder') {
      const bytes = (await this.#readAll([found])).get(found.id)
      return { contentKind: 'file', bytes: refusePlaceholder(bytes, path) }
    }
    const listed = await this.#list(found.id, path)
    const blobs = await this.#readAll(listed.map(([, entry]) => entry).filter(isFile))
    const entries = listed.map(([inside, entry]): TreeEntry => {
      if (!isFile(entry)) return { entryKind: 'folder', path: inside }
      const bytes = refusePlaceholder(blobs.get(entry.id), `${path}/${inside}`)
      const executable = entry.entryKind === 'executable'
      return { entryKind: 'file', path: inside, size: bytes.length, executable, read: () => [bytes] }
    })
    return { contentKind: 'tree', entries: sortTree(entries) }
  }

  /** Everything below a tree, level by level. */
  async #list(treeId: string, path: string): Promise<readonly (readonly [string, GitTreeEntry])[]> {
    const listed: (readonly [string, GitTreeEntry])[] = []
    for (let level: [string, string][] = [['', treeId]]; level.length > 0; ) {
      const trees = await readObjects(
        this.#ask,
        level.map(([, id]) => id),
      )
      const next: [string, string][] = []
      for (const [folder, id] of level) {
        for (const entry of parseTree(contentOf(trees.get(id)?.content, id), id.length, folder)) {
          const inside = folder === '' ? entry.name : `${folder}/${entry.name}`
          refuseOther(entry, `${path}/${inside}`)
          listed.push([inside, entry])
          if (entry.entryKind === 'folder') next.push([inside, entry.id])
        }
      }
      level = next
    }
    return listed
  }

  async #readTree(id: string, path: string): Promise<readonly GitTreeEntry[]> {
    const object = (await readObjects(this.#ask, [id])).get(id)
    return parseTree(contentOf(object?.content, id), id.length, path)
  }

  async #readAll(entries: readonly GitTreeEntry[]): Promise<Map<string, Buffer>> {
    const objects = await readObjects(
      this.#ask,
      entries.map(({ id }) => id),
    )
    return new Map(entries.map(({ id }) => [id, contentOf(objects.get(id)?.content, id)]))
  }
}

function isFile({ entryKind }: GitTreeEntry): boolean {
  return entryKind === 'file' || entryKind === 'executable'
}

function contentOf(content: Buffer | undefined, id: string): Buffer {
  if (content !== undefined) return content
  throw resolutionError(`the repository does not hold its object ${id}`, {
    fix: 'fetch it: the clone is shallow or partial',
  })
}

function refuseOther({ entryKind }: GitTreeEntry, path: string): void {
  if (entryKind !== 'link' && entryKind !== 'submodule') return
  const what =
    entryKind === 'link' ? 'a symbolic link' : 'a submodule, whose content no commit of this repository pins'
  throw resolutionError(`${path} is ${what}`, {
    expected: 'regular files and folders alone',
    fix:
      entryKind === 'link'
        ? 'commit a copy of what it leads to'
        : 'commit the files themselves, or name the other repository',
  })
}

function refusePlaceholder(bytes: Buffer | undefined, path: string): Buffer {
  const content = bytes ?? Buffer.alloc(0)
  if (content.toString('latin1', 0, PLACEHOLDER.length) !== PLACEHOLDER) return content
  throw resolutionError(`${path} is a placeholder of Git LFS: the commit does not hold its content`, {
    fix: 'commit the file itself',
  })
}

const PLACEHOLDER = 'version https://git-lfs.github.com/spec/v1\n'
