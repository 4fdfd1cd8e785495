// What a field's schema makes of a value that it lets through.
import type { z } from 'zod'

const absent = { data: undefined }
/** Schemas that were seen to let a missing field pass as missing: most fields are missing in most files. */
const optional = new WeakSet<z.ZodType>()

/** The value as `schema` hands it on, undefined for a field that is missing; null when it refuses `value`. */
export function acceptValue(schema: z.ZodType, value: unknown): { readonly data: unknown } | null {
  if (value === undefined && optional.has(schema)) return absent
  const result = schema.safeParse(value)
  if (!result.success) return null
  if (value === undefined && result.data === undefined) optional.add(schema)
  return result
}
