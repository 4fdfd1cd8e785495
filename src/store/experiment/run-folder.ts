// The folder of an experiment's run: `<output>/<run id>.partial` while it runs, renamed to `<output>/<run id>` when it is whole.
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { type Digest, digestBytes, digestDocument } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import {
  RUN_DOCUMENTS,
  RUN_MANIFEST_VERSION,
  type RunDocumentKind,
  type RunManifest,
} from '../../contracts/experiment/run-manifest.js'
import { atomicWrite, describeCause } from '../atomic-write.js'

/** What a folder is called until its run is whole. */
export const PARTIAL = '.partial'

/** Name of the journal. */
export const JOURNAL_FILE = 'journal.jsonl'

/** A document on its way to disk. */
export interface StoredDocument {
  readonly documentKind: RunDocumentKind
  readonly document: object & { readonly schemaVersion: string }
  readonly identityDigest: Digest
}

/** What a manifest says beside its documents. */
export type ManifestHead = Omit<
  RunManifest,
  'schemaVersion' | 'kind' | 'documents' | 'journalDigest' | 'manifestDigest'
>

/** A run folder that is being filled. */
export class ExperimentFolder {
  readonly runId: string
  /** Where it is now; absolute. */
  readonly path: string
  readonly #final: string

  /**
   * Makes a new folder, 0700.
   * @throws {EvalChecksError} `RUN_FOLDER_FAILED`
   */
  constructor(output: string, runId: string) {
    this.runId = runId
    this.#final = path.join(output, runId)
    this.path = `${this.#final}${PARTIAL}`
    try {
      mkdirSync(output, { recursive: true, mode: 0o700 })
      if (lstatSync(output).isSymbolicLink()) throw new Error('it is a symbolic link')
      mkdirSync(this.path, { mode: 0o700 })
      mkdirSync(this.contents, { mode: 0o700 })
      mkdirSync(this.logs, { mode: 0o700 })
    } catch (cause) {
      throw folderFailed(this.path, cause)
    }
  }

  /** Contents that records refer to. */
  get contents(): string {
    return path.join(this.path, 'content')
  }

  /** What programs of failed attempts said on standard error. */
  get logs(): string {
    return path.join(this.path, 'logs')
  }

  /** Where kept workspaces go; made when asked for. */
  get workspaces(): string {
    const folder = path.join(this.path, 'workspaces')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  get journal(): string {
    return path.join(this.path, JOURNAL_FILE)
  }

  /** Writes one document; returns its entry for the manifest. */
  write({ documentKind, document, identityDigest }: StoredDocument): RunManifest['documents'][number] {
    const fileName = RUN_DOCUMENTS[documentKind]
    const bytes = Buffer.from(`${JSON.stringify(document)}\n`)
    atomicWrite(path.join(this.path, fileName), bytes)
    return {
      documentKind,
      fileName,
      schemaVersion: document.schemaVersion,
      identityDigest,
      documentDigest: digestBytes(bytes),
    }
  }

  /**
   * Writes the manifest and gives the folder its final name: from then on it is whole. Returns its path.
   * @throws {EvalChecksError} `RUN_FOLDER_FAILED`
   */
  publish(head: ManifestHead, documents: RunManifest['documents']): string {
    const manifest = {
      schemaVersion: RUN_MANIFEST_VERSION,
      kind: 'evaluation-core-run-artifacts',
      ...head,
      documents,
      journalDigest: digestBytes(readFileSync(this.journal)),
    } as const
    const whole: RunManifest = { ...manifest, manifestDigest: digestDocument(manifest) }
    atomicWrite(path.join(this.path, 'manifest.json'), `${JSON.stringify(whole, null, 2)}\n`)
    try {
      renameSync(this.path, this.#final)
    } catch (cause) {
      throw folderFailed(this.#final, cause)
    }
    return this.#final
  }
}

/** The folder of a stored run by its id, whole or partial; null when there is none. */
export function findRunFolder(output: string, runId: string): { path: string; isPartial: boolean } | null {
  const whole = path.join(output, runId)
  if (existsSync(path.join(whole, JOURNAL_FILE))) return { path: whole, isPartial: whole.endsWith(PARTIAL) }
  const partial = `${whole}${PARTIAL}`
  return existsSync(path.join(partial, JOURNAL_FILE)) ? { path: partial, isPartial: true } : null
}

function folderFailed(folder: string, cause: unknown): EvalChecksError {
  return new EvalChecksError(
    'RUN_FOLDER_FAILED',
    `cannot use the folder ${folder}: ${describeCause(cause)}`,
    {
      location: { file: folder },
      fix: 'name a real folder that can be written (--output-dir), and see that the disk has room',
      cause,
    },
  )
}
