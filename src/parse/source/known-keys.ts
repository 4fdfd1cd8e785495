// Which keys a zod schema knows at a path, so that a mistyped one can be told the key that was meant.
import { z } from 'zod'
import { isRecord } from '../../contracts/is-json.js'
import type { SourcePath } from './locate.js'

type Schema = z.core.$ZodType

/** The keys of the objects that may stand at `path` of `value`; none where any key may. */
export function knownKeysAt(schema: Schema, path: SourcePath, value: unknown): string[] {
  let schemas = narrow(schema, value)
  let at = value
  for (const part of path) {
    at = childOf(at, part)
    schemas = schemas.flatMap((each) => stepInto(each, part)).flatMap((each) => narrow(each, at))
  }
  return [...new Set(schemas.flatMap((each) => (each instanceof z.ZodObject ? Object.keys(each.shape) : [])))]
}

function childOf(value: unknown, part: PropertyKey): unknown {
  if (Array.isArray(value)) return value[Number(part)]
  return isRecord(value) && Object.hasOwn(value, part) ? value[String(part)] : undefined
}

function stepInto(schema: Schema, part: PropertyKey): Schema[] {
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodRecord) return [schema.valueType]
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, part)) return []
  const inner: Schema = schema.shape[String(part)]
  return [inner]
}

/** A schema without what is around it; of a union, the options that `value` may have been meant for. */
function narrow(schema: Schema, value: unknown): Schema[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNonOptional || schema instanceof z.ZodLazy) {
    return narrow(schema.unwrap(), value)
  }
  if (!(schema instanceof z.ZodUnion)) return [schema]
  const options = schema.options.flatMap((option) => narrow(option, value))
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return options
  const key = schema.def.discriminator
  const chosen = options.filter(
    (option) => option instanceof z.ZodObject && z.safeParse(option.shape[key], childOf(value, key)).success,
  )
  return chosen.length > 0 ? chosen : options
}
