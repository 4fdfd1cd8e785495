// What a run writes down while it runs: what it began, what came of it, what it cost. Enough to go on after it was killed.
import { z } from 'zod'
import { countSchema, digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { ledgerEntrySchema } from './budget-summary.js'
import { evaluationRecordSchema } from './evaluation-record.js'
import { lostInFlightSchema } from './execution-bundle.js'
import { executionRecordSchema } from './execution-record.js'
import { indexSchema } from './record-parts.js'

/** Version of the entries of a journal; any other is refused. */
export const EXPERIMENT_JOURNAL_VERSION = 'eval-checks.experiment-journal/v1'

/** One entry. The first one is a `run`, and there is no other. */
export const journalEntrySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    schemaVersion: z.literal(EXPERIMENT_JOURNAL_VERSION),
    runId: identifierSchema,
    runContractDigest: digestSchema,
    startedAt: z.iso.datetime(),
    /** How many runs this one goes on with, directly and indirectly. */
    generation: indexSchema,
    resumedFrom: identifierSchema.optional(),
    /** The process that writes, to tell a run that goes on from one that was killed. */
    process: z.strictObject({ pid: countSchema, startedAt: z.string().nullable() }),
  }),
  /** A call begins. Without an end it was lost in flight. */
  z.strictObject({
    kind: z.literal('attempt'),
    ...lostInFlightSchema.shape,
    attemptNumber: countSchema,
  }),
  z.strictObject({ kind: z.literal('ledger'), entry: ledgerEntrySchema }),
  /** A trial with what was read from it, in one line: both or none. */
  z.strictObject({
    kind: z.literal('trial'),
    execution: executionRecordSchema,
    evaluations: z.array(evaluationRecordSchema),
  }),
  z.strictObject({ kind: z.literal('lost'), lost: lostInFlightSchema }),
])

/** See {@link journalEntrySchema}. */
export type JournalEntry = Immutable<z.infer<typeof journalEntrySchema>>
