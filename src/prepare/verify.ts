// Verifies a stored plan: everything in it is computed again from its definition, policy and runtimes.
import { isDeepStrictEqual } from 'node:util'
import { deepFreeze } from '../contracts/deep-freeze.js'
import { EvalChecksError } from '../contracts/errors.js'
import { planDigestsSchema, type RunPlan, runPlanSchema } from '../contracts/run-plan.js'
import { buildPlan } from './build-plan.js'
import { parseUniqueJson } from './unique-json.js'

const DOCUMENTS = [
  'execution',
  'evaluation',
  'analysis',
  'decision',
  'schemaIdentities',
  'extensions',
] as const

/**
 * Reads the text of a `plan.json`. The result is a record: it does not permit to run anything.
 * @throws {EvalChecksError} `PLAN_DOCUMENT_INVALID` when the text is no plan; `PLAN_DIGEST_MISMATCH`, naming the first
 * digest that is not what the plan's content gives; `PLAN_DOCUMENT_MISMATCH`, naming the first part that does not
 * follow from the definition
 */
export function readPlanDocument(text: string): RunPlan {
  const parsed = runPlanSchema.safeParse(parseUniqueJson(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.join('.') || 'the document'
    throw new EvalChecksError(
      'PLAN_DOCUMENT_INVALID',
      `not a run plan: ${place}: ${issue?.message ?? 'unreadable'}`,
    )
  }
  const stored: RunPlan = parsed.data
  const { execution, evaluation, analysis, decision } = stored
  const runtimes = [execution, evaluation, analysis, decision].flatMap((plan) => plan.runtimes)
  const computed = buildPlan(stored.definition, stored.measurementPolicy, runtimes)
  for (const name of planDigestsSchema.keyof().options) {
    if (stored.digests[name] === computed.digests[name]) continue
    throw new EvalChecksError(
      'PLAN_DIGEST_MISMATCH',
      `the stored plan was changed: ${name} is not what its content gives`,
      {
        expected: computed.digests[name],
      },
    )
  }
  for (const name of DOCUMENTS) {
    if (isDeepStrictEqual(stored[name], computed[name])) continue
    throw new EvalChecksError(
      'PLAN_DOCUMENT_MISMATCH',
      `the stored plan was changed: ${name} does not follow from its definition`,
    )
  }
  return deepFreeze(stored)
}
