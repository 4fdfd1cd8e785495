// The small parts that all measurement documents share: identifiers, digests, pointers, plain JSON.
import { z } from 'zod'
import { DIGEST_PATTERN, type Digest } from './digest.js'
import { isJson, isJsonObject } from './is-json.js'
import type { Json, JsonObject } from './json.js'

/** A name by which documents refer to each other: 1 to 256 UTF-16 code units of well-formed text. */
export const identifierSchema = z
  .string()
  .min(1)
  .max(256)
  .refine((text) => text.isWellFormed(), 'expected well-formed text')

/** A text of any length. */
export const textSchema = z.string().refine((text) => text.isWellFormed(), 'expected well-formed text')

/** `sha256:` and 64 lower-case hex digits. */
export const digestSchema = z.custom<Digest>(
  (value) => typeof value === 'string' && DIGEST_PATTERN.test(value),
  'expected sha256: and 64 lower-case hex digits',
)

/** A JSON Pointer (RFC 6901); the empty text is the whole document. */
export const jsonPointerSchema = z
  .string()
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'expected a JSON Pointer (RFC 6901)')

/** Any plain JSON value. */
export const jsonSchema = z.custom<Json>(isJson, 'expected plain JSON')

/** A plain JSON object. */
export const jsonObjectSchema = z.custom<JsonObject>(
  (value) => isJson(value) && isJsonObject(value),
  'expected a plain JSON object',
)

/** How carefully a content has to be handled, from the least to the most. */
export const classificationSchema = z.enum(['public', 'sensitive', 'secret', 'gold'])

/** A positive whole number that JavaScript holds exactly. */
export const countSchema = z.int().min(1)

/** A duration in milliseconds. */
export const millisecondsSchema = z.int().min(1)
