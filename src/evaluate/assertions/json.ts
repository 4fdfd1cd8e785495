// Assertions on an output that is to be JSON as a whole.
import { Ajv } from 'ajv'
import type { Assertion } from '../../contracts/experiment/assertion.js'
import type { InTime } from './in-time.js'
import { invalid, observed, type Reading } from './reading.js'

/** Assertions of this file. */
export type JsonAssertion = Extract<Assertion, { readonly type: 'json_valid' | 'json_schema' }>

/** A validator for each assertion: schemas share no ids. What is no JSON fulfils no schema. */
export function readJsonAssertion(assertion: JsonAssertion, output: string, inTime: InTime): Reading {
  const parsed = parse(output)
  if (assertion.type === 'json_valid' || !parsed.ok) return observed(parsed.ok)
  const { schema } = assertion
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema)))
    return invalid('schema-invalid')
  try {
    const validate = new Ajv({ strict: false, logger: false }).compile(schema)
    const fits = inTime(() => validate(parsed.value))
    return fits === null ? invalid('time-limit') : observed(Boolean(fits))
  } catch {
    return invalid('schema-invalid')
  }
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value }
  } catch {
    return { ok: false }
  }
}
