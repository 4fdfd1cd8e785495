// The whole analysis of a run: the result of every step, and whether the evidence below is complete.
import { z } from 'zod'
import { countSchema, digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { analysisRecordSchema, rowCountsSchema } from './analysis-record.js'
import { indexSchema, provenanceSchema } from './record-parts.js'

/** Version of {@link analysisBundleSchema}; any other is refused. */
export const ANALYSIS_BUNDLE_VERSION = 'eval-checks.analysis-bundle/v1'

/** What was planned to be measured, and what of it was. */
export const evidenceSchema = z.strictObject({
  /** `unresolvable`: nothing at all was observed. What does not apply by design degrades nothing. */
  evidenceStatus: z.enum(['complete', 'partial', 'unresolvable']),
  executions: z.strictObject({
    planned: indexSchema,
    completed: indexSchema,
    failed: indexSchema,
    cancelled: indexSchema,
    censored: indexSchema,
    notStarted: indexSchema,
  }),
  readings: rowCountsSchema.extend({ planned: indexSchema }),
  /** Why something is absent, the most frequent first. */
  absences: z.array(z.strictObject({ reasonCode: identifierSchema, count: countSchema })),
})

/** Records stand in the order of the plan's nodes. */
export const analysisBundleSchema = z.strictObject({
  schemaVersion: z.literal(ANALYSIS_BUNDLE_VERSION),
  bundleId: identifierSchema,
  runContractDigest: digestSchema,
  analysisPlanDigest: digestSchema,
  analysisInputDigest: digestSchema,
  /** The one parent. */
  evaluationBundleDigest: digestSchema,
  analysisMode: z.enum(['preregistered', 'exploratory']),
  analysisBundleStatus: z.enum(['completed', 'cancelled', 'failed']),
  derivedAt: z.iso.datetime(),
  graphCoverage: z.strictObject({
    planned: indexSchema,
    started: indexSchema,
    completed: indexSchema,
    inconclusive: indexSchema,
    failed: indexSchema,
    notStarted: indexSchema,
  }),
  evidence: evidenceSchema,
  records: z.array(analysisRecordSchema),
  provenance: provenanceSchema.extend({ parentDigests: z.array(digestSchema).length(1) }),
  /** Covers this document but itself. */
  bundleDigest: digestSchema,
})

/** See {@link evidenceSchema}. */
export type Evidence = Immutable<z.infer<typeof evidenceSchema>>
/** See {@link analysisBundleSchema}. */
export type AnalysisBundle = Immutable<z.infer<typeof analysisBundleSchema>>
