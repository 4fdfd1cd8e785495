// Which code measures: what is known about an implementation and how well it is known.
import { z } from 'zod'
import { digestSchema, identifierSchema, jsonObjectSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'

/** How the fingerprint came about. `self-reported` and `opaque` identities prove nothing about the code. */
export const fingerprintBasisSchema = z.enum([
  'content-derived',
  'environment-derived',
  'self-reported',
  'opaque',
])

/** How far the fingerprint covers the implementation. */
export const implementationManifestSchema = z.discriminatedUnion('coverageKind', [
  z.strictObject({ coverageKind: z.literal('fingerprint-complete') }),
  z.strictObject({
    coverageKind: z.literal('fingerprint-plus-facets'),
    facets: z.array(identifierSchema).min(1),
  }),
])

/** The identity of an implementation, as it is sealed into the plans that use it. */
export const runtimeIdentitySchema = z.strictObject({
  implementationId: identifierSchema,
  version: identifierSchema.optional(),
  fingerprint: digestSchema,
  fingerprintBasis: fingerprintBasisSchema,
  assuranceLevel: z.enum(['verified', 'declared', 'unknown']),
  /** What the implementation offers; its shape depends on the kind of runtime. */
  capabilities: jsonObjectSchema,
  implementationManifest: implementationManifestSchema,
})

/** What a runtime does for a run. */
export const runtimeKindSchema = z.enum([
  'executor',
  'evaluator',
  'judge-executor',
  'analysis-node',
  'sampling-estimator',
  'missing-policy',
  'decision-policy',
  'series-analysis-node',
  'series-decision-policy',
])

/** One identity and everything it serves: ids of targets, evaluators, nodes or policies, in code-unit order. */
export const runtimeSchema = z.strictObject({
  runtimeKind: runtimeKindSchema,
  referenceIds: z.array(identifierSchema).min(1),
  identity: runtimeIdentitySchema,
})

/** See {@link runtimeIdentitySchema}. */
export type RuntimeIdentity = Immutable<z.infer<typeof runtimeIdentitySchema>>
/** See {@link runtimeKindSchema}. */
export type RuntimeKind = z.infer<typeof runtimeKindSchema>
/** See {@link runtimeSchema}. */
export type Runtime = Immutable<z.infer<typeof runtimeSchema>>
