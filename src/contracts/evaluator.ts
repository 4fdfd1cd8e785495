// Who measures, and in what: evaluators and metrics.
import { z } from 'zod'
import { identifierSchema, jsonObjectSchema, jsonPointerSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'
import { resourceReferenceSchema } from './resource-descriptor.js'

/** Where an evaluator's input comes from; `pointer` selects a part of that source. */
export const evaluatorInputSchema = z.strictObject({
  inputId: identifierSchema,
  sourceKind: z.enum([
    'sample-input',
    'expected',
    'evaluation-context',
    'output',
    'trace',
    'execution-facts',
  ]),
  pointer: jsonPointerSchema,
})

/** One evaluator: one instrument, read by one ensemble member, in one replicate. */
export const evaluatorSchema = z.strictObject({
  evaluatorId: identifierSchema,
  evaluatorKind: identifierSchema,
  implementationId: identifierSchema,
  versionConstraint: identifierSchema.optional(),
  instrumentId: identifierSchema,
  ensembleMemberId: identifierSchema,
  replicateGroupId: identifierSchema,
  replicateIndex: z.int().min(0),
  /** Absent: every sample. Other samples are structurally missing, which degrades nothing. */
  applicableSampleIds: z.array(identifierSchema).optional(),
  metricIds: z.array(identifierSchema).min(1),
  inputs: z.array(evaluatorInputSchema),
  config: jsonObjectSchema.optional(),
  resources: z.array(resourceReferenceSchema).optional(),
})

/** What is read. `scale` belongs to numeric metrics only; a missing value is never a zero. */
export const metricSchema = z.strictObject({
  metricId: identifierSchema,
  valueType: z.enum(['numeric', 'boolean', 'categorical', 'text', 'ranking']),
  scope: z.enum(['sample', 'target', 'comparison', 'run']),
  scale: z
    .strictObject({ min: z.number().optional(), max: z.number().optional(), target: z.number().optional() })
    .optional(),
  unit: identifierSchema.optional(),
  direction: z.enum(['higher-is-better', 'lower-is-better', 'target-is-best']).optional(),
  missingPolicyId: identifierSchema,
})

/** See {@link evaluatorSchema}. */
export type Evaluator = Immutable<z.infer<typeof evaluatorSchema>>
/** See {@link evaluatorInputSchema}. */
export type EvaluatorInput = Immutable<z.infer<typeof evaluatorInputSchema>>
/** See {@link metricSchema}. */
export type Metric = Immutable<z.infer<typeof metricSchema>>
