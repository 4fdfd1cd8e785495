// Which implementation is asked to do what: prepare resolves every binding before it seals.
import { z } from 'zod'
import { digestSchema, identifierSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'
import { executionRequirementsSchema } from './target.js'

/** Version of {@link runtimeBindingRequestSchema}; any other is refused. */
export const RUNTIME_BINDING_VERSION = 'omk.runtime-binding-request/v5'

/** A resource that a runtime reads, by role, and how it is lent out. */
export const resourceLeaseSchema = z.strictObject({
  resourceId: identifierSchema,
  resourceRole: identifierSchema,
  leaseMode: z.enum(['immutable-snapshot', 'copy-on-write-overlay']),
})

const integrity = z.literal('digest-before-use')
const common = {
  bindingId: identifierSchema,
  /** The target, evaluator, node or policy that is bound. */
  referenceId: identifierSchema,
  implementationId: identifierSchema,
  versionConstraint: identifierSchema.optional(),
}

/** Binds a target to the executor that runs it. */
export const executorBindingSchema = z.strictObject({
  bindingKind: z.literal('executor'),
  ...common,
  protocolId: identifierSchema,
  behaviorConfigDigest: digestSchema.optional(),
  executionControlsDigest: digestSchema.optional(),
  resourceLeaseRequirements: z.array(resourceLeaseSchema),
  qualification: z.strictObject({
    model: identifierSchema.optional(),
    effort: identifierSchema.optional(),
    executionRequirements: executionRequirementsSchema.optional(),
    resourceIntegrity: integrity,
  }),
})

/** Binds an evaluator to its implementation; a judge's `qualification` names the executor that it asks. */
export const evaluatorBindingSchema = z.strictObject({
  bindingKind: z.literal('evaluator'),
  ...common,
  measurement: z.strictObject({
    instrumentId: identifierSchema,
    ensembleMemberId: identifierSchema,
    replicateGroupId: identifierSchema,
    replicateIndex: z.int().min(0),
  }),
  configDigest: digestSchema.optional(),
  resourceLeaseRequirements: z.array(resourceLeaseSchema),
  qualification: z
    .strictObject({
      executorId: identifierSchema,
      model: identifierSchema,
      deploymentRevision: identifierSchema.optional(),
      effort: identifierSchema.optional(),
      promptVariant: identifierSchema,
      resourceIntegrity: integrity,
    })
    .optional(),
})

/** Binds a step of analysis or decision to its implementation. */
export const computationBindingSchema = z.strictObject({
  bindingKind: z.enum([
    'analysis-node',
    'sampling-estimator',
    'missing-policy',
    'decision-policy',
    'series-analysis-node',
    'series-decision-policy',
  ]),
  ...common,
})

/** One binding. */
export const runtimeBindingSchema = z.discriminatedUnion('bindingKind', [
  executorBindingSchema,
  evaluatorBindingSchema,
  computationBindingSchema,
])

/** All bindings of a definition, in code-unit order of their ids. */
export const runtimeBindingRequestSchema = z.strictObject({
  schemaVersion: z.literal(RUNTIME_BINDING_VERSION),
  bindings: z.array(runtimeBindingSchema),
})

/** See {@link runtimeBindingSchema}. */
export type RuntimeBinding = Immutable<z.infer<typeof runtimeBindingSchema>>
/** See {@link runtimeBindingRequestSchema}. */
export type RuntimeBindingRequest = Immutable<z.infer<typeof runtimeBindingRequestSchema>>
