// What one step of the analysis came to: its table, and of what rows it was made or was not.
import { z } from 'zod'
import { analysisInputReferenceSchema, analysisNodeSchema } from '../analysis-graph.js'
import { digestSchema, identifierSchema, textSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { analysisTableSchema } from './analysis-tables.js'
import { indexSchema, recordErrorSchema, recordRuntimeSchema } from './record-parts.js'

/** Version of {@link analysisRecordSchema}; any other is refused. */
export const ANALYSIS_RECORD_VERSION = 'eval-checks.analysis-record/v1'

/** How rows ended, each in exactly one way. All but the first two are absences that degrade evidence. */
export const rowCountsSchema = z.strictObject({
  observed: indexSchema,
  /** By design there is nothing to read. */
  notApplicable: indexSchema,
  missing: indexSchema,
  invalid: indexSchema,
  evaluationFailed: indexSchema,
  /** The execution to be read failed or was cancelled. */
  sourceUnavailable: indexSchema,
  notStarted: indexSchema,
  /** The budget did not admit the execution. */
  censored: indexSchema,
})

/** The rows that a step read. */
export const analysisCoverageSchema = rowCountsSchema
  .extend({
    planned: indexSchema,
    /** Rows that entered the result. */
    included: indexSchema,
    /** All others that apply. */
    excluded: indexSchema,
    /** Included rows that have their counterpart in the other arm; of a reducer all included ones. */
    comparable: indexSchema,
  })
  .refine(
    ({ planned, included, excluded, comparable, ...counts }) =>
      Object.values(counts).reduce((sum, count) => sum + count, 0) === planned &&
      included + excluded + counts.notApplicable === planned &&
      comparable <= included,
    'the rows do not add up',
  )

const record = {
  schemaVersion: z.literal(ANALYSIS_RECORD_VERSION),
  resultId: identifierSchema,
  nodeId: identifierSchema,
  analysisNodeKind: analysisNodeSchema.shape.analysisNodeKind,
  implementation: recordRuntimeSchema,
  outputSchema: identifierSchema,
  inputReferences: z.array(analysisInputReferenceSchema).min(1),
  coverage: analysisCoverageSchema,
  /** `rowId` is the JSON text of what names a row, target, sample and trial first. */
  exclusions: z.array(z.strictObject({ rowId: textSchema, reasonCode: identifierSchema })),
  notApplicableRows: z.array(textSchema),
  assumptionChecks: z.array(
    z.strictObject({
      assumptionId: identifierSchema,
      nodeId: identifierSchema,
      checkStatus: z.enum(['passed', 'failed', 'not-evaluated']),
    }),
  ),
  /** Estimators and policies that it rests on besides its own implementation. */
  runtimeDependencies: z.array(recordRuntimeSchema),
  analysisMode: z.enum(['preregistered', 'exploratory']),
  derivedAt: z.iso.datetime(),
  /** The evaluation bundle first, then the records of the results that it read. */
  parentDigests: z.array(digestSchema).min(1),
  /** Covers this record but itself. */
  recordDigest: digestSchema,
}
const reasonCodes = z.array(identifierSchema).min(1)
const resultType = z.enum(['scalar', 'interval', 'distribution', 'table', 'matrix', 'curve'])

/** A result; `inconclusive` has its table too, in which nothing was observed. */
export const analysisRecordSchema = z.discriminatedUnion('analysisStatus', [
  z.strictObject({
    analysisStatus: z.literal('completed'),
    ...record,
    resultType,
    value: analysisTableSchema,
  }),
  z.strictObject({
    analysisStatus: z.literal('inconclusive'),
    ...record,
    reasonCodes,
    resultType,
    value: analysisTableSchema,
  }),
  z.strictObject({ analysisStatus: z.literal('failed'), ...record, error: recordErrorSchema }),
  z.strictObject({ analysisStatus: z.literal('not-evaluated'), ...record, reasonCodes }),
])

/** See {@link rowCountsSchema}. */
export type RowCounts = Immutable<z.infer<typeof rowCountsSchema>>
/** See {@link analysisCoverageSchema}. */
export type AnalysisCoverage = Immutable<z.infer<typeof analysisCoverageSchema>>
/** See {@link analysisRecordSchema}. */
export type AnalysisRecord = Immutable<z.infer<typeof analysisRecordSchema>>
