// Assertions on an output that is to be JSON as a whole.
import type { Assertion } from '../../contracts/experiment/assertion.js'
import type { Json } from '../../contracts/json.js'
import { compileJsonSchema } from '../../contracts/json-schema.js'
import type { InTime } from './in-time.js'
import { invalid, observed, type Reading } from './reading.js'

/** Assertions of this file. */
export type JsonAssertion = Extract<Assertion, { readonly type: 'json_valid' | 'json_schema' }>

/** A validator for each assertion: schemas share no ids. What is no JSON fulfils no schema. */
export function readJsonAssertion(assertion: JsonAssertion, output: string, inTime: InTime): Reading {
  const parsed = parse(output)
  if (assertion.type === 'json_valid' || parsed === undefined) return observed(parsed !== undefined)
  const compiled = compileJsonSchema(assertion.schema)
  if (!compiled.ok) return invalid('schema-invalid')
  const fits = inTime(() => compiled.accepts(parsed))
  return fits === null ? invalid('time-limit') : observed(fits)
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
