// Identity of a folder, `omk.tree-sha256/v1`: what is in it, wherever it lies and whatever made it.
import { createHash } from 'node:crypto'
import type { Digest } from '../../../contracts/digest.js'

/** One thing in a tree. Folders are entries of their own, so that empty ones count. */
export type TreeEntry =
  | { readonly entryKind: 'folder'; readonly path: string }
  | {
      readonly entryKind: 'file'
      /** From the root, with slashes. */
      readonly path: string
      /** Bytes. */
      readonly size: number
      readonly executable: boolean
      /** The bytes, piece by piece; a piece is good until the next one is asked for. */
      readonly read: () => Iterable<Uint8Array>
    }

/** Sorts entries by their paths, in code-unit order. */
export function sortTree(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  return [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/**
 * SHA-256 over the domain, a NUL, and for each entry in the order of {@link sortTree}: `d` or `f`, u64be(length of
 * path), path in UTF-8, and of a file u64be(size), one byte that is 1 for an executable, its bytes.
 */
export class TreeHash {
  readonly #hash = createHash('sha256').update('omk.tree-sha256/v1\0')

  /** Begins an entry. */
  begin(entry: TreeEntry): void {
    const path = Buffer.from(entry.path, 'utf8')
    this.#hash
      .update(entry.entryKind === 'folder' ? 'd' : 'f')
      .update(u64(path.length))
      .update(path)
    if (entry.entryKind === 'file')
      this.#hash.update(u64(entry.size)).update(Uint8Array.of(entry.executable ? 1 : 0))
  }

  /** Adds bytes of the file that was begun last. */
  add(bytes: Uint8Array): void {
    this.#hash.update(bytes)
  }

  digest(): Digest {
    return `sha256:${this.#hash.digest('hex')}`
  }
}

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
