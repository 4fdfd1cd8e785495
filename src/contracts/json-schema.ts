// JSON Schemas that users write: which of them can be used, and what they say of a value. Every schema gets a validator of its
// own, so that no `$id` of one is seen by another; nothing is fetched.
import { Ajv, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isJsonObject } from './is-json.js'
import type { Json } from './json.js'

/** A schema that can be used, as a decision about values; or why it cannot. */
export type CompiledJsonSchema =
  | { readonly ok: true; readonly accepts: (value: Json) => boolean }
  | { readonly ok: false; readonly why: string }

// Unknown keywords are refused: a mistyped one would let everything pass. `format` is an annotation.
const options: Options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowUnionTypes: true,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
}

/**
 * Compiles a schema of draft 7 (also without `$schema`), 2019-09 or 2020-12. References stay inside the schema.
 * Takes a few milliseconds.
 */
export function compileJsonSchema(schema: Json): CompiledJsonSchema {
  if (!isJsonObject(schema) && typeof schema !== 'boolean') return { ok: false, why: 'a schema is an object' }
  try {
    const validate = newValidator(schema).compile(schema)
    return { ok: true, accepts: (value) => validate(value) === true }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) }
  }
}

function newValidator(schema: Json): Ajv {
  const draft = isJsonObject(schema) ? schema.$schema : undefined
  if (typeof draft === 'string' && draft.includes('2020-12')) return new Ajv2020(options)
  if (typeof draft === 'string' && draft.includes('2019-09')) return new Ajv2019(options)
  return new Ajv(options)
}
