// What is computed from the measurements, and how a decision is taken from that.
import { z } from 'zod'
import { digestSchema, identifierSchema, jsonObjectSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'

/** An input of an analysis node: the observations of a metric, or the result of another node. */
export const analysisInputReferenceSchema = z.discriminatedUnion('inputKind', [
  z.strictObject({ inputKind: z.literal('metric'), metricId: identifierSchema }),
  z.strictObject({ inputKind: z.literal('result'), resultId: identifierSchema }),
])

/** One step of the analysis. */
export const analysisNodeSchema = z.strictObject({
  nodeId: identifierSchema,
  analysisNodeKind: z.enum(['reducer', 'estimator', 'correction']),
  implementationId: identifierSchema,
  versionConstraint: identifierSchema.optional(),
  inputs: z.array(analysisInputReferenceSchema).min(1),
  outputResultId: identifierSchema,
  targetFilter: z.array(identifierSchema).min(1).optional(),
  cohortFilter: z
    .strictObject({
      includeCohortIds: z.array(identifierSchema).min(1).optional(),
      excludeCohortIds: z.array(identifierSchema).min(1).optional(),
    })
    .optional(),
  parameters: jsonObjectSchema.optional(),
})

/** All steps of the analysis; results flow from node to node without a cycle. */
export const analysisGraphSchema = z.strictObject({
  analysisMode: z.enum(['preregistered', 'exploratory']),
  nodes: z.array(analysisNodeSchema),
})

/** How the run is decided. Several comparisons in a family need a policy for multiple comparisons. */
export const decisionPolicySchema = z.strictObject({
  decisionPolicyId: identifierSchema,
  implementationId: identifierSchema,
  versionConstraint: identifierSchema.optional(),
  analysisResultIds: z.array(identifierSchema).min(1),
  /** Ids of the planned comparisons that are decided together. */
  comparisonFamily: z.array(identifierSchema).min(1).optional(),
  comparisonFamilyResultId: identifierSchema.optional(),
  multipleComparisonPolicyId: identifierSchema.optional(),
  minimumEvidenceStatus: z.enum(['complete', 'partial']),
  parameters: jsonObjectSchema,
})

/** The run's place in a series of independent runs; it moves the run contract and no other digest. */
export const seriesMembershipSchema = z.strictObject({
  seriesDesignDigest: digestSchema,
  memberId: identifierSchema,
  replicateIndex: z.int().min(0),
})

/** See {@link analysisNodeSchema}. */
export type AnalysisNode = Immutable<z.infer<typeof analysisNodeSchema>>
/** See {@link analysisGraphSchema}. */
export type AnalysisGraph = Immutable<z.infer<typeof analysisGraphSchema>>
/** See {@link decisionPolicySchema}. */
export type DecisionPolicy = Immutable<z.infer<typeof decisionPolicySchema>>
/** See {@link seriesMembershipSchema}. */
export type SeriesMembership = Immutable<z.infer<typeof seriesMembershipSchema>>
