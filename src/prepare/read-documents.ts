// Validates what compiling handed over once more: plain JSON in the exact shape of the contracts, copied unless it is frozen.
import type { z } from 'zod'
import { conforms } from '../contracts/conforms.js'
import { isFrozenDocument } from '../contracts/deep-freeze.js'
import { EvalChecksError, EvalChecksErrors } from '../contracts/errors.js'
import { type EvaluationDefinition, evaluationDefinitionSchema } from '../contracts/evaluation-definition.js'
import { snapshotJson } from '../contracts/json.js'
import { type MeasurementPolicy, measurementPolicySchema } from '../contracts/measurement-policy.js'
import { type RuntimeBindingRequest, runtimeBindingRequestSchema } from '../contracts/runtime-binding.js'
import { type RuntimeIdentity, runtimeIdentitySchema } from '../contracts/runtime-identity.js'
import { definitionError } from '../semantics/definition-error.js'

/** The documents from which a plan is sealed; a compile stage's result has this shape. */
export interface PreparationInput {
  readonly definition: EvaluationDefinition
  readonly policy: MeasurementPolicy
  readonly runtimeBinding: RuntimeBindingRequest
  /** The implementations that are known; each id once. */
  readonly identities: readonly RuntimeIdentity[]
}

/**
 * Fresh copies of all documents; one that its stage froze as a document cannot change any more and is taken as it is.
 * @throws {EvalChecksErrors} `EVAL_DEFINITION_SCHEMA_INVALID`, one error per problem in any of the documents
 */
export function readDocuments(input: PreparationInput): PreparationInput {
  const errors: EvalChecksError[] = []
  const read = <T>(name: string, schema: z.ZodType<T>, value: unknown): T | undefined => {
    const found = checkDocument(name, schema, value)
    if (found.ok) return found.document
    for (const error of found.errors) errors.push(error)
    return undefined
  }
  const definition = read('definition', evaluationDefinitionSchema, input.definition)
  const policy = read('policy', measurementPolicySchema, input.policy)
  const runtimeBinding = read('runtimeBinding', runtimeBindingRequestSchema, input.runtimeBinding)
  const identities = read('identities', runtimeIdentitySchema.array(), input.identities)
  if (!definition || !policy || !runtimeBinding || !identities) throw new EvalChecksErrors(errors)
  return { definition, policy, runtimeBinding, identities }
}

type Checked<T> =
  | { readonly ok: true; readonly document: T }
  | { readonly ok: false; readonly errors: readonly EvalChecksError[] }

function checkDocument<T>(name: string, schema: z.ZodType<T>, value: unknown): Checked<T> {
  try {
    const document: unknown = isFrozenDocument(value) ? value : snapshotJson(value)
    if (conforms(schema, document)) return { ok: true, document }
    const result = schema.safeParse(document)
    if (result.success) return { ok: true, document: result.data }
    return { ok: false, errors: result.error.issues.map((issue) => schemaError(name, issue)) }
  } catch (cause) {
    if (!(cause instanceof EvalChecksError)) throw cause
    const error = definitionError('EVAL_DEFINITION_SCHEMA_INVALID', name, cause.message)
    return { ok: false, errors: [error] }
  }
}

/** One zod issue as an error. Names of unknown keys are content, so they are counted and not shown. */
export function schemaError(document: string, issue: z.core.$ZodIssue): EvalChecksError {
  const place = [document, ...issue.path].reduce<string>(
    (path, segment) => (typeof segment === 'number' ? `${path}[${segment}]` : `${path}.${String(segment)}`),
    '',
  )
  const message = issue.code === 'unrecognized_keys' ? `unknown keys: ${issue.keys.length}` : issue.message
  return definitionError('EVAL_DEFINITION_SCHEMA_INVALID', place.slice(1), message)
}
