// Seals the one plan of a run. Only here does a sealed plan come into being, and only here can it be opened.
import { deepFreeze } from '../contracts/deep-freeze.js'
import { EvalChecksError, EvalChecksErrors } from '../contracts/errors.js'
import type { RunPlan } from '../contracts/run-plan.js'
import { checkSemantics } from '../semantics/check-semantics.js'
import { buildPlan } from './build-plan.js'
import { qualifyRuntimes } from './qualify.js'
import { type PreparationInput, readDocuments } from './read-documents.js'

const brand: unique symbol = Symbol('sealed plan')
const sealedPlans = new WeakMap<object, RunPlan>()

/** The authority to run a plan: it exists in this process alone, and any copy of it opens nothing. */
export interface SealedPlan {
  readonly [brand]: true
}

/**
 * Validates all documents once more, qualifies every implementation, computes the digests and seals the plan.
 * @throws {EvalChecksErrors} all problems of the first step that finds any: shape, then meaning and implementations;
 * codes `EVAL_DEFINITION_*`
 */
export function preparePlan(input: PreparationInput): SealedPlan {
  const documents = readDocuments(input)
  const { definition, policy } = documents
  const { runtimes, errors } = qualifyRuntimes(documents)
  const problems = [...checkSemantics(definition, policy), ...errors]
  if (problems.length > 0) throw new EvalChecksErrors(problems)
  const sealed: SealedPlan = Object.freeze({ [brand]: true as const })
  sealedPlans.set(sealed, deepFreeze(buildPlan(definition, policy, runtimes)))
  return sealed
}

/**
 * The plan that was sealed, frozen to the last leaf.
 * @throws {EvalChecksError} `PLAN_NOT_SEALED` for anything that {@link preparePlan} did not return, such as a copy
 */
export function openSealedPlan(sealed: SealedPlan): RunPlan {
  const plan = sealedPlans.get(sealed)
  if (plan) return plan
  throw new EvalChecksError(
    'PLAN_NOT_SEALED',
    'this is not a sealed plan: a copy or a stored plan has no authority',
    {
      fix: 'prepare the plan in this process',
    },
  )
}
