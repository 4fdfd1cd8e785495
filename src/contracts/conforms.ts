// Says quickly that a plain value has the shape of a schema. Zod copies what it validates and gathers what is wrong; large
// documents that are right need neither. The same schemas decide: their guards are made from them, once.
import { z } from 'zod'
import { isRecord } from './is-json.js'

type Guard = (value: unknown) => boolean
type Check = NonNullable<z.core.$ZodTypeDef['checks']>[number]

/** What a schema says that guards do not know: never sure. */
const unsure: Guard = () => false
const guards = new WeakMap<z.core.$ZodType, Guard>()

/**
 * True only if `schema` lets the plain JSON `value` through as it is. False says nothing: `safeParse` has to decide, and
 * to say what is wrong.
 */
export function conforms<T>(schema: z.ZodType<T>, value: unknown): value is T {
  return guardOf(schema)(value)
}

/** Whether `schema` lets the plain JSON `value` through as it is: decided by the schema where its guard is not sure. */
export function fits<T>(schema: z.ZodType<T>, value: unknown): value is T {
  return conforms(schema, value) || schema.safeParse(value).success
}

function guardOf(schema: z.core.$ZodType): Guard {
  const kept = guards.get(schema)
  if (kept) return kept
  const guard = withChecks(makeGuard(schema), schema._zod.def.checks ?? [])
  guards.set(schema, guard)
  return guard
}

function makeGuard(schema: z.core.$ZodType): Guard {
  if (schema instanceof z.ZodOptional) {
    const inner = guardOf(schema.def.innerType)
    return (value) => value === undefined || inner(value)
  }
  if (schema instanceof z.ZodNullable) {
    const inner = guardOf(schema.def.innerType)
    return (value) => value === null || inner(value)
  }
  if (schema instanceof z.ZodObject) return guardObject(schema)
  if (schema instanceof z.ZodArray) {
    const item = guardOf(schema.def.element)
    return (value) => Array.isArray(value) && value.every(item)
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.def.options.map(guardOf)
    return (value) => options.some((guard) => guard(value))
  }
  if (schema instanceof z.ZodLiteral) return guardOneOf(schema.def.values)
  if (schema instanceof z.ZodEnum) return guardOneOf(schema.options)
  if (schema instanceof z.ZodBoolean && schema.def.coerce !== true)
    return (value) => typeof value === 'boolean'
  if (schema instanceof z.ZodString) return guardString(schema)
  if (schema instanceof z.ZodNumber) return guardNumber(schema)
  if (schema instanceof z.ZodCustom) return (value) => schema.def.fn(value) === true
  return unsure
}

/** Only objects without unknown keys. */
function guardObject(schema: z.ZodObject): Guard {
  if (!(schema.def.catchall instanceof z.ZodNever)) return unsure
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, guardOf(field)] as const)
  if (fields.some(([name]) => name in Object.prototype)) return unsure
  return (value) => {
    if (!isRecord(value)) return false
    let known = 0
    for (const [name, guard] of fields) {
      const item = value[name]
      if (!guard(item)) return false
      if (item !== undefined) known++
    }
    return Object.keys(value).length === known
  }
}

function guardOneOf(values: Iterable<unknown>): Guard {
  const known = new Set(values)
  return (value) => known.has(value)
}

function guardString({ def }: z.ZodString): Guard {
  return def.coerce === true || 'format' in def ? unsure : (value) => typeof value === 'string'
}

function guardNumber({ def }: z.ZodNumber): Guard {
  if (def.coerce === true) return unsure
  if (!('format' in def)) return Number.isFinite
  return def.format === 'safeint' ? Number.isSafeInteger : unsure
}

function withChecks(guard: Guard, checks: readonly Check[]): Guard {
  if (checks.length === 0) return guard
  const all = [guard, ...checks.map(guardCheck)]
  return (value) => all.every((one) => one(value))
}

function guardCheck(check: Check): Guard {
  if (check instanceof z.core.$ZodCheckMinLength) {
    const { minimum } = check._zod.def
    return (value) => lengthOf(value) >= minimum
  }
  if (check instanceof z.core.$ZodCheckMaxLength) {
    const { maximum } = check._zod.def
    return (value) => lengthOf(value) <= maximum
  }
  if (check instanceof z.core.$ZodCheckGreaterThan) {
    const { value: limit, inclusive } = check._zod.def
    return (value) => Number(value) > Number(limit) || (inclusive && Number(value) === Number(limit))
  }
  if (check instanceof z.core.$ZodCheckLessThan) {
    const { value: limit, inclusive } = check._zod.def
    return (value) => Number(value) < Number(limit) || (inclusive && Number(value) === Number(limit))
  }
  if (check instanceof z.core.$ZodCheckRegex) {
    const { pattern } = check._zod.def
    return pattern.global || pattern.sticky ? unsure : (value) => pattern.test(String(value))
  }
  if (check instanceof z.ZodCustom) {
    const { fn } = check.def
    return (value) => fn(value) === true
  }
  return unsure
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN
}
