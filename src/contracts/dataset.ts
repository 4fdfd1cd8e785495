// What is measured on: samples with what may be seen of them at which stage.
import { z } from 'zod'
import { identifierSchema, jsonObjectSchema, jsonSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'

/** One sample. Executors see `input` and `executionContext`; evaluators see all but `analysis`; nothing measures `annotations`. */
export const sampleSchema = z.strictObject({
  sampleId: identifierSchema,
  input: jsonSchema,
  executionContext: jsonSchema.optional(),
  expected: jsonSchema.optional(),
  evaluationContext: jsonSchema.optional(),
  analysis: z
    .strictObject({
      /** Ids of the analysis cohorts to which the sample belongs; a set. */
      memberships: z.array(identifierSchema).optional(),
      context: jsonSchema.optional(),
    })
    .optional(),
  annotations: jsonObjectSchema.optional(),
})

/** A named part of the samples that analysis can filter by, e.g. a holdout. */
export const analysisCohortSchema = z.strictObject({ cohortId: identifierSchema })

/** The samples of a definition. Annotations enter the dataset revision and no other digest. */
export const datasetSchema = z.strictObject({
  datasetId: identifierSchema,
  samples: z.array(sampleSchema),
  analysisCohorts: z.array(analysisCohortSchema).optional(),
  annotations: jsonObjectSchema.optional(),
})

/** See {@link sampleSchema}. */
export type Sample = Immutable<z.infer<typeof sampleSchema>>
/** See {@link datasetSchema}. */
export type Dataset = Immutable<z.infer<typeof datasetSchema>>
