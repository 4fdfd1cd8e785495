// What lies in the folder of an experiment's run, by digest.
import { z } from 'zod'
import { digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { replayabilitySchema } from './execution-bundle.js'
import { indexSchema } from './record-parts.js'

/** Version of {@link runManifestSchema}; any other is refused. */
export const RUN_MANIFEST_VERSION = 'eval-checks.experiment-manifest/v1'

/** Documents of a run in their fixed order, each with its file. */
export const RUN_DOCUMENTS = {
  'run-plan': 'run-plan.json',
  'execution-bundle': 'execution-bundle.json',
  'evaluation-bundle': 'evaluation-bundle.json',
  'analysis-bundle': 'analysis-bundle.json',
  report: 'report.json',
} as const

/** Kind of a document. */
export type RunDocumentKind = keyof typeof RUN_DOCUMENTS

/** A manifest. Files that it does not name (pages, contents, kept workspaces) are views or are named by records. */
export const runManifestSchema = z.strictObject({
  schemaVersion: z.literal(RUN_MANIFEST_VERSION),
  kind: z.literal('evaluation-core-run-artifacts'),
  runId: identifierSchema,
  reportId: identifierSchema,
  runContractDigest: digestSchema,
  createdAt: z.iso.datetime(),
  status: z.enum(['completed', 'cancelled', 'budget-exhausted', 'failed']),
  replayability: z.strictObject({ execution: replayabilitySchema, evaluation: replayabilitySchema }),
  generation: indexSchema,
  resumedFrom: identifierSchema.optional(),
  documents: z
    .array(
      z.strictObject({
        documentKind: z.enum([
          'run-plan',
          'execution-bundle',
          'evaluation-bundle',
          'analysis-bundle',
          'report',
        ]),
        fileName: identifierSchema,
        schemaVersion: identifierSchema,
        /** The document's own digest. */
        identityDigest: digestSchema,
        /** Of the bytes of its file. */
        documentDigest: digestSchema,
      }),
    )
    .min(1),
  /** Of the bytes of `journal.jsonl`. */
  journalDigest: digestSchema,
  /** Over the manifest without itself. */
  manifestDigest: digestSchema,
})

/** See {@link runManifestSchema}. */
export type RunManifest = Immutable<z.infer<typeof runManifestSchema>>
