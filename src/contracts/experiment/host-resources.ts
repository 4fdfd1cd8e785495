// What was resolved outside the measurement documents: bytes by digest, where they lie, and how that was verified.
import { z } from 'zod'
import { digestSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { resourceDescriptorSchema } from '../resource-descriptor.js'

/** Version of {@link hostResourcesSchema}; any other is refused. */
export const HOST_RESOURCES_VERSION = 'omk.resolved-host-resources/v3'

/** What a resource is; a reference has to name the kind as its role. */
export const resourceKindSchema = z.enum([
  'artifact',
  'workspace',
  'mcp-config',
  'mock-plan',
  'mock-rule',
  'mock-payload',
  'gold-dataset',
  'runtime-implementation',
  'content',
])

/** How the bytes were verified. A branch or a tag is no commit. */
export const verificationSchema = z.discriminatedUnion('verificationKind', [
  z.strictObject({ verificationKind: z.literal('content-digest'), verifiedDigest: digestSchema }),
  z.strictObject({ verificationKind: z.literal('tree-digest'), verifiedDigest: digestSchema }),
  z.strictObject({
    verificationKind: z.literal('pinned-git'),
    verifiedDigest: digestSchema,
    commitId: z.string().regex(/^[0-9a-f]{40,64}$/, 'expected a whole commit id in lower-case hex'),
  }),
])

/** A resource. `locator` is the absolute path of frozen bytes; `lineage` says where they came from and is in no digest. */
export const hostResourceSchema = z.strictObject({
  resourceKind: resourceKindSchema,
  descriptor: resourceDescriptorSchema,
  locator: z.string().min(1),
  lineage: z
    .strictObject({
      /** As the user wrote it, without credentials. */
      source: z.string().min(1),
      resolvedCommit: z.string().optional(),
      sourceUrlDigest: digestSchema.optional(),
    })
    .optional(),
  verification: verificationSchema,
})

/** All resources of a request, in code-unit order of their ids. */
export const hostResourcesSchema = z.strictObject({
  schemaVersion: z.literal(HOST_RESOURCES_VERSION),
  resources: z.array(hostResourceSchema),
})

/** See {@link hostResourcesSchema}. */
export type HostResources = Immutable<z.infer<typeof hostResourcesSchema>>
/** See {@link hostResourceSchema}. */
export type HostResource = Immutable<z.infer<typeof hostResourceSchema>>
/** See {@link resourceKindSchema}. */
export type ResourceKind = z.infer<typeof resourceKindSchema>

/** Media types of resources. */
export const RESOURCE_MEDIA_TYPES = {
  markdown: 'text/markdown',
  json: 'application/json',
  text: 'text/plain',
  artifactTree: 'application/vnd.omk.knowledge-artifact-tree',
  workspaceTree: 'application/vnd.omk.workspace-tree',
  commandRuntime: 'application/vnd.omk.custom-command-runtime',
  goldTree: 'application/vnd.omk.gold-dataset-tree',
} as const
