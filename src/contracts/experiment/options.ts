// What a host does around a run and how it shows it: in no measurement document and in no digest but where it is said.
import { z } from 'zod'
import { seriesMembershipSchema } from '../analysis-graph.js'
import { countSchema, digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { requestValuesSchema } from './request.js'
import { sampleRequirementsSchema } from './sample-set.js'

const given = requestValuesSchema.shape.orchestration.shape

/** What a bundle of samples needs, with the folder from which its files and commands are read. */
export const dependencyRequirementsSchema = z.strictObject({
  baseDirectoryLocator: z.string().min(1),
  requires: sampleRequirementsSchema,
})

const common = {
  dryRun: given.dryRun,
  batch: given.batch,
  resumeSourceLocator: given.resumeSourceLocator,
  preflight: given.preflight,
  diagnostic: given.diagnostic,
  managedEvidence: given.managedEvidence,
  dependencyRequirements: z.array(dependencyRequirementsSchema).optional(),
  /** Each needed exactly when the cache mode of its stage is not `disabled`. */
  cacheSources: z
    .strictObject({
      executionSourceLocator: z.string().min(1).optional(),
      evaluationSourceLocator: z.string().min(1).optional(),
    })
    .optional(),
  /** Compared after the run, exploratory: never part of a decision. */
  gold: z
    .strictObject({ resourceId: identifierSchema, comparisonMode: z.literal('exploratory-post-hoc') })
    .optional(),
}
const seriesScope = {
  comparisonScope: z.enum(['evaluation', 'analysis', 'decision']).optional(),
  minimumStatus: z.enum(['complete', 'conditional']).optional(),
}

/** Orchestration before compiling. `seriesInstanceId` is given by the host, at most 192 characters. */
export const orchestrationInputSchema = z.strictObject({
  ...common,
  independentSeries: z
    .strictObject({ repeatCount: countSchema, seriesInstanceId: z.string().min(1).max(192), ...seriesScope })
    .optional(),
})

/** A series of independent runs of one design. */
export const seriesDefinitionSchema = z.strictObject({
  seriesId: identifierSchema,
  seriesDesignDigest: digestSchema,
  measurementDesignDigest: digestSchema,
  repeatCount: countSchema,
  comparisonScope: z.enum(['evaluation', 'analysis', 'decision']),
  minimumStatus: z.enum(['complete', 'conditional']),
  nodes: z.array(
    z.strictObject({
      nodeId: identifierSchema,
      implementationId: identifierSchema,
      minimumMembers: countSchema,
    }),
  ),
  /** How the series is decided as a whole; absent where its runs decide nothing. */
  decisionPolicy: z
    .strictObject({ decisionPolicyId: identifierSchema, implementationId: identifierSchema })
    .optional(),
})

/** Orchestration as it goes to the host: a series with the membership of each run. */
export const orchestrationOptionsSchema = z.strictObject({
  ...common,
  independentSeries: z
    .strictObject({ definition: seriesDefinitionSchema, memberships: z.array(seriesMembershipSchema) })
    .optional(),
})

/** How a run is shown. None of it can change a decision. */
export const presentationSchema = requestValuesSchema.shape.presentation

/** See {@link orchestrationInputSchema}. */
export type OrchestrationInput = Immutable<z.infer<typeof orchestrationInputSchema>>
/** See {@link orchestrationOptionsSchema}. */
export type OrchestrationOptions = Immutable<z.infer<typeof orchestrationOptionsSchema>>
/** See {@link seriesDefinitionSchema}. */
export type SeriesDefinition = Immutable<z.infer<typeof seriesDefinitionSchema>>
/** See {@link presentationSchema}. */
export type PresentationOptions = Immutable<z.infer<typeof presentationSchema>>
/** See {@link dependencyRequirementsSchema}. */
export type DependencyRequirements = Immutable<z.infer<typeof dependencyRequirementsSchema>>
