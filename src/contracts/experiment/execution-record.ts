// What execution records of one coordinate (target, sample, trial): what came of it, by how many attempts, at what cost.
import { z } from 'zod'
import { digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import {
  attemptSchema,
  cacheSchema,
  capturedJsonSchema,
  capturedSchema,
  indexSchema,
  provenanceSchema,
  recordErrorSchema,
  recordRuntimeSchema,
  timingSchema,
  usageSchema,
} from './record-parts.js'
import { trialTraceSchema } from './trial-evidence.js'

const identity = {
  targetId: identifierSchema,
  randomizationSlotId: identifierSchema,
  sampleId: identifierSchema,
  trialIndex: indexSchema,
  executionCoordinateDigest: digestSchema,
  trialId: identifierSchema,
  /** Null: the executor takes no seed. */
  trialSeed: identifierSchema.nullable(),
  schedulingBlockId: identifierSchema,
  samplingUnitIds: z.strictObject({
    pairingBlockId: identifierSchema.optional(),
    clusterId: identifierSchema.optional(),
    stratumId: identifierSchema.optional(),
  }),
  runtime: recordRuntimeSchema,
  provenance: provenanceSchema,
}

const active = {
  ...identity,
  attempts: z.array(attemptSchema).min(1),
  timing: timingSchema,
  /** The sum of the attempts; a value that one of them did not report is absent, and so is a cost in two currencies. */
  usage: usageSchema.optional(),
  trace: capturedSchema(trialTraceSchema).optional(),
  cache: cacheSchema,
}

/** Attempts are numbered from 1, only the last may have completed, and the record ends as its last attempt ended. */
export const executionRecordSchema = z
  .discriminatedUnion('executionStatus', [
    /** Without `output` it completed and said nothing. */
    z.strictObject({
      executionStatus: z.literal('completed'),
      ...active,
      output: capturedJsonSchema.optional(),
    }),
    z.strictObject({ executionStatus: z.literal('failed'), ...active, error: recordErrorSchema }),
    z.strictObject({
      executionStatus: z.literal('cancelled'),
      ...active,
      error: recordErrorSchema.optional(),
    }),
    /** The budget did not let it begin: it has neither attempts nor usage. */
    z.strictObject({
      executionStatus: z.literal('budget-censored'),
      ...identity,
      censorReasonCode: identifierSchema,
      censoredAt: z.iso.datetime(),
    }),
  ])
  .superRefine((record, context) => {
    if (record.executionStatus === 'budget-censored') return
    const { attempts, executionStatus } = record
    const numbered = attempts.every(({ attemptNumber }, at) => attemptNumber === at + 1)
    if (!numbered) refuse('attempts are numbered from 1 without a gap')
    if (attempts.slice(0, -1).some(({ attemptStatus }) => attemptStatus === 'completed'))
      refuse('an attempt that completed is the last one')
    if (attempts.at(-1)?.attemptStatus !== executionStatus)
      refuse(`the last attempt of a record that is ${executionStatus} is ${executionStatus}`)

    function refuse(message: string): void {
      context.addIssue({ code: 'custom', path: ['attempts'], message })
    }
  })

/** See {@link executionRecordSchema}. */
export type ExecutionRecord = Immutable<z.infer<typeof executionRecordSchema>>
/** One that began. */
export type ActiveExecutionRecord = Exclude<ExecutionRecord, { readonly executionStatus: 'budget-censored' }>
/** One that completed: the only kind that is evaluated. */
export type CompletedExecutionRecord = Extract<ExecutionRecord, { readonly executionStatus: 'completed' }>
