// What a plan says of a content: its identity, never its bytes and never where it lies.
import { z } from 'zod'
import { classificationSchema, digestSchema, identifierSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'

/** A content by digest. `resourceId` is derived from the digest, e.g. `content-<hex>`; `size` is in bytes. */
export const resourceDescriptorSchema = z.strictObject({
  resourceId: identifierSchema,
  digest: digestSchema,
  mediaType: identifierSchema,
  classification: classificationSchema,
  size: z.int().min(0),
})

/** A content in the role in which it is used. An evaluator has one of each role; a target may have several, each once. */
export const resourceReferenceSchema = resourceDescriptorSchema.extend({ role: identifierSchema })

/** See {@link resourceDescriptorSchema}. */
export type ResourceDescriptor = Immutable<z.infer<typeof resourceDescriptorSchema>>
/** See {@link resourceReferenceSchema}. */
export type ResourceReference = Immutable<z.infer<typeof resourceReferenceSchema>>
