// The folder of frozen bytes: whatever is measured is copied here first, and what was hashed is the copy.
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Digest, digestBytes } from '../../../contracts/digest.js'
import { atomicWrite } from '../../../store/atomic-write.js'
import { callSystem, inputError, resolutionError } from '../faults.js'
import type { Frozen } from '../resource.js'
import { listTree } from './list-tree.js'
import { type TreeEntry, TreeHash } from './tree-digest.js'

/** Bytes between two looks at the signal. */
const STRIDE = 32 * 1024 * 1024

/** Called with the SHA-256 of each file of a tree. */
export type OnFile = (path: string, content: Digest) => void

/** `<root>/content`: 0700, files 0600 or 0700 where they are executable, each named by the hex digits of its digest. */
export class ContentFolder {
  readonly #root: string
  readonly #signal: AbortSignal
  readonly #known = new Set<Digest>()
  #folder: string | null = null

  constructor(root: string, signal: AbortSignal) {
    this.#root = root
    this.#signal = signal
  }

  /** The real path of the folder; it is made when it is first asked for. */
  get folder(): string {
    this.#folder ??= openFolder(path.join(this.#root, 'content'))
    return this.#folder
  }

  /**
   * Freezes bytes.
   * @throws {EvalInputError} `CLI_INPUT_RESOURCE_DIGEST_MISMATCH` when other bytes stand under their name
   */
  freezeBytes(bytes: Uint8Array): Frozen {
    const digest = digestBytes(bytes)
    const locator = this.#locate(digest)
    if (!this.#known.has(digest)) {
      if (!this.#exists(locator)) atomicWrite(locator, bytes, 0o600)
      else if (!lstatSync(locator).isFile() || digestBytes(readFileSync(locator)) !== digest)
        throw mismatch(locator)
      this.#known.add(digest)
    }
    return { digest, size: bytes.length, locator }
  }

  /**
   * Copies a tree and hashes what it copies.
   * @throws {EvalInputError} `CLI_INPUT_RESOURCE_DIGEST_MISMATCH` when an older copy was changed since
   */
  async freezeTree(entries: readonly TreeEntry[], onFile?: OnFile): Promise<Frozen> {
    const staged = path.join(this.folder, `.${randomBytes(8).toString('hex')}.tmp`)
    try {
      mkdirSync(staged, { mode: 0o700 })
      const digest = await this.#pass(entries, staged, onFile)
      const locator = this.#locate(digest)
      if (!moveTree(staged, locator)) await this.#verifyTree(digest, locator)
      return { digest, size: sizeOf(entries), locator }
    } finally {
      rmSync(staged, { recursive: true, force: true })
    }
  }

  async #verifyTree(digest: Digest, locator: string): Promise<void> {
    if (this.#known.has(digest)) return
    if (!lstatSync(locator).isDirectory()) throw mismatch(locator)
    const entries = await listTree({ root: locator, withoutGit: false, signal: this.#signal })
    if ((await this.#pass(entries, null)) !== digest) throw mismatch(locator)
    this.#known.add(digest)
  }

  /** Goes over the bytes of a tree once: hashes them, and copies them where there is a `target`. */
  async #pass(entries: readonly TreeEntry[], target: string | null, onFile?: OnFile): Promise<Digest> {
    const hash = new TreeHash()
    let passed = 0
    for (const entry of entries) {
      hash.begin(entry)
      const place = target === null ? null : path.join(target, entry.path)
      passed += 4096 + (entry.entryKind === 'file' ? entry.size : 0)
      if (entry.entryKind === 'file') copyFile(entry, hash, place, onFile)
      else if (place !== null) mkdirSync(place, { mode: 0o700 })
      if (passed < STRIDE) continue
      passed = 0
      await breathe(undefined, { signal: this.#signal })
    }
    return hash.digest()
  }

  #locate(digest: Digest): string {
    return path.join(this.folder, digest.slice('sha256:'.length))
  }

  #exists(locator: string): boolean {
    return lstatSync(locator, { throwIfNoEntry: false }) !== undefined
  }
}

function openFolder(folder: string): string {
  const details = { location: { file: folder }, fix: 'choose an output folder that can be written' }
  return callSystem(`cannot make the folder ${folder}`, details, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (lstatSync(folder).isSymbolicLink())
      throw resolutionError(`${folder} is a symbolic link: nothing is written through it`, {
        location: { file: folder },
        fix: 'remove the link',
      })
    return realpathSync(folder)
  })
}

function copyFile(
  entry: TreeEntry & { entryKind: 'file' },
  hash: TreeHash,
  place: string | null,
  onFile?: OnFile,
): void {
  const own = onFile === undefined ? null : createHash('sha256')
  const copy = place === null ? null : openSync(place, 'wx', entry.executable ? 0o700 : 0o600)
  try {
    for (const bytes of entry.read()) {
      hash.add(bytes)
      own?.update(bytes)
      if (copy !== null) writeAll(copy, bytes)
    }
  } finally {
    if (copy !== null) closeSync(copy)
  }
  if (own !== null) onFile?.(entry.path, `sha256:${own.digest('hex')}`)
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}

/** False: something stands there already. */
function moveTree(staged: string, target: string): boolean {
  try {
    renameSync(staged, target)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && TAKEN.has(String(error.code))) return false
    throw error
  }
}

const TAKEN = new Set(['EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EPERM'])

function sizeOf(entries: readonly TreeEntry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.entryKind === 'file' ? entry.size : 0), 0)
}

function mismatch(locator: string): Error {
  return inputError(
    'CLI_INPUT_RESOURCE_DIGEST_MISMATCH',
    `the frozen copy ${locator} was changed after it was made`,
    {
      location: { file: locator },
      expected: 'content whose digest is its name',
      fix: 'find out who writes there, then delete the copy: it is made anew',
    },
  )
}
