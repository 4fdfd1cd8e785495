// Reads every document of a stored run with all that is wrong with it: what can still be read is read.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { digestBytes, digestDocument } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import { analysisBundleSchema } from '../../contracts/experiment/analysis-bundle.js'
import { evaluationBundleSchema } from '../../contracts/experiment/evaluation-bundle.js'
import { executionBundleSchema } from '../../contracts/experiment/execution-bundle.js'
import { experimentReportSchema } from '../../contracts/experiment/experiment-report.js'
import type { JournalEntry } from '../../contracts/experiment/journal-entry.js'
import {
  RUN_DOCUMENTS,
  type RunDocumentKind,
  type RunManifest,
  runManifestSchema,
} from '../../contracts/experiment/run-manifest.js'
import type { StoredRunFault } from '../../contracts/experiment/stored-run-fault.js'
import { runPlanSchema } from '../../contracts/run-plan.js'
import { readExperimentJournal } from './journal.js'
import { JOURNAL_FILE } from './run-folder.js'

/** Name of the manifest's file. */
export const MANIFEST_FILE = 'manifest.json'

const SCHEMAS = {
  'run-plan': runPlanSchema,
  'execution-bundle': executionBundleSchema,
  'evaluation-bundle': evaluationBundleSchema,
  'analysis-bundle': analysisBundleSchema,
  report: experimentReportSchema,
} as const

/** The documents of a run; null where one cannot be read. */
export interface StoredDocuments {
  readonly manifest: RunManifest | null
  readonly journal: readonly JournalEntry[] | null
  readonly plan: z.infer<typeof runPlanSchema> | null
  readonly execution: z.infer<typeof executionBundleSchema> | null
  readonly evaluation: z.infer<typeof evaluationBundleSchema> | null
  readonly analysis: z.infer<typeof analysisBundleSchema> | null
  readonly report: z.infer<typeof experimentReportSchema> | null
}

/** Reads a folder, and tells of every file that is missing, changed, of another version or not as it was written. */
export function readStoredDocuments(
  folder: string,
): StoredDocuments & { readonly faults: readonly StoredRunFault[] } {
  const faults: StoredRunFault[] = []
  const files = new FolderReader(folder, faults)
  const manifest = files.document(MANIFEST_FILE, runManifestSchema, 2)
  if (manifest) checkManifest(manifest, faults)
  const document = <Schema extends z.ZodType>(kind: RunDocumentKind, schema: Schema) => {
    const fileName = RUN_DOCUMENTS[kind]
    const entry = manifest?.documents.find(({ documentKind }) => documentKind === kind)
    return files.document(fileName, schema, 0, entry?.documentDigest)
  }
  return {
    faults,
    manifest,
    journal: files.journal(manifest?.journalDigest),
    plan: document('run-plan', SCHEMAS['run-plan']),
    execution: document('execution-bundle', SCHEMAS['execution-bundle']),
    evaluation: document('evaluation-bundle', SCHEMAS['evaluation-bundle']),
    analysis: document('analysis-bundle', SCHEMAS['analysis-bundle']),
    report: document('report', SCHEMAS.report),
  }
}

class FolderReader {
  readonly #folder: string
  readonly #faults: StoredRunFault[]

  constructor(folder: string, faults: StoredRunFault[]) {
    this.#folder = folder
    this.#faults = faults
  }

  document<Schema extends z.ZodType>(
    file: string,
    schema: Schema,
    indent: number,
    digest?: string,
  ): z.infer<Schema> | null {
    const bytes = this.#bytes(file, digest)
    if (bytes === null) return null
    let value: unknown
    try {
      value = JSON.parse(bytes.toString('utf8'))
    } catch {
      this.#tell('STORED_DOCUMENT_INVALID', file, '', 'is no JSON')
      return null
    }
    // A name that stands twice, or anything else that reading drops, is not there when it is written again.
    if (`${JSON.stringify(value, null, indent)}\n` !== bytes.toString('utf8'))
      this.#tell('STORED_DOCUMENT_REWRITTEN', file, '', 'is not written as it is read')
    const read = schema.safeParse(value)
    if (read.success) return read.data
    for (const { path: place, message } of read.error.issues) {
      const isVersion = place.length === 1 && place[0] === 'schemaVersion'
      this.#tell(
        isVersion ? 'STORED_VERSION_UNKNOWN' : 'STORED_DOCUMENT_INVALID',
        file,
        place.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
        isVersion ? 'is a version that this release does not read' : message,
      )
    }
    return null
  }

  journal(digest?: string): readonly JournalEntry[] | null {
    if (this.#bytes(JOURNAL_FILE, digest) === null) return null
    try {
      return readExperimentJournal(path.join(this.#folder, JOURNAL_FILE))
    } catch (error) {
      if (!(error instanceof EvalChecksError)) throw error
      this.#tell('STORED_DOCUMENT_INVALID', JOURNAL_FILE, '', error.message)
      return null
    }
  }

  #bytes(file: string, digest?: string): Buffer | null {
    try {
      const bytes = readFileSync(path.join(this.#folder, file))
      if (digest !== undefined && digestBytes(bytes) !== digest)
        this.#tell('STORED_DIGEST_MISMATCH', file, '', 'was changed: its digest is not that of the manifest')
      return bytes
    } catch {
      this.#tell('STORED_FILE_MISSING', file, '', 'is missing or cannot be read')
      return null
    }
  }

  #tell(code: StoredRunFault['code'], file: string, place: string, message: string): void {
    this.#faults.push({ code, file, path: place, message })
  }
}

function checkManifest(manifest: RunManifest, faults: StoredRunFault[]): void {
  const { manifestDigest, ...rest } = manifest
  const tell = (code: StoredRunFault['code'], place: string, message: string) =>
    faults.push({ code, file: MANIFEST_FILE, path: place, message })
  if (digestDocument(rest) !== manifestDigest)
    tell('STORED_DIGEST_MISMATCH', '/manifestDigest', 'is not the digest of the manifest')
  const listed = manifest.documents.map(({ documentKind, fileName }) => `${documentKind} ${fileName}`)
  const expected = Object.entries(RUN_DOCUMENTS).map(([kind, fileName]) => `${kind} ${fileName}`)
  if (listed.join('\n') !== expected.join('\n'))
    tell('STORED_DOCUMENT_INVALID', '/documents', `names other documents than ${expected.join(', ')}`)
}
