// Finds the code behind every part of a definition: every part is bound, every binding is known and fit.

import { compareCodeUnits } from '../contracts/code-point-order.js'
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { RuntimeBinding } from '../contracts/runtime-binding.js'
import type { Runtime, RuntimeIdentity, RuntimeKind } from '../contracts/runtime-identity.js'
import { definitionError } from '../semantics/definition-error.js'
import { repeated } from '../semantics/unique-ids.js'
import { compareBinding } from './compare-binding.js'
import { compareExecutor, compareJudge } from './qualify-executor.js'
import type { PreparationInput } from './read-documents.js'
import { listRequirements, type Requirement } from './requirements.js'

/** The runtimes of a plan, or everything that stands in the way. */
export interface Qualification {
  readonly runtimes: readonly Runtime[]
  readonly errors: readonly EvalChecksError[]
}

/** Qualifies all bindings: `EVAL_DEFINITION_RUNTIME_BINDING_INVALID`, `EVAL_DEFINITION_CAPABILITY_UNSUPPORTED`. */
export function qualifyRuntimes(input: PreparationInput): Qualification {
  const { bindings } = input.runtimeBinding
  const identities = new Map(input.identities.map((identity) => [identity.implementationId, identity]))
  const errors: EvalChecksError[] = [
    ...repeated(
      'identities',
      input.identities.map((identity) => identity.implementationId),
    ),
    ...repeated(
      'runtimeBinding.bindings',
      bindings.map((binding) => binding.bindingId),
    ),
    ...orderFaults(bindings),
    ...coverageFaults(input.definition, bindings),
  ]
  const groups = new Map<string, { kind: RuntimeKind; identity: RuntimeIdentity; referenceIds: string[] }>()
  const serve = (kind: RuntimeKind, implementationId: string, { referenceId }: RuntimeBinding): void => {
    const identity = identities.get(implementationId)
    if (!identity || kind.startsWith('series-')) return
    const key = `${kind}\n${implementationId}`
    const group = groups.get(key)
    if (group) group.referenceIds.push(referenceId)
    else groups.set(key, { kind, identity, referenceIds: [referenceId] })
  }
  for (const binding of bindings) {
    errors.push(...qualifyBinding(binding, identities, input))
    serve(binding.bindingKind, binding.implementationId, binding)
    const judge = judgeExecutor(binding)
    if (judge !== undefined) serve('judge-executor', judge, binding)
  }
  const sorted = [...groups].sort(([a], [b]) => compareCodeUnits(a, b))
  const runtimes = sorted.map(([, { kind, identity, referenceIds }]) => ({
    runtimeKind: kind,
    referenceIds: referenceIds.sort(compareCodeUnits),
    identity,
  }))
  return { runtimes, errors }
}

/** What one binding asks of the implementations that are known, and of what they can do. */
function qualifyBinding(
  binding: RuntimeBinding,
  identities: ReadonlyMap<string, RuntimeIdentity>,
  input: PreparationInput,
): EvalChecksError[] {
  const unfit = (message: string) =>
    definitionError('EVAL_DEFINITION_CAPABILITY_UNSUPPORTED', `runtimeBinding ${binding.bindingId}`, message)
  const identity = identities.get(binding.implementationId)
  const errors = identity ? [] : [unfit(`the implementation ${binding.implementationId} is unknown`)]
  const { versionConstraint } = binding
  if (identity && versionConstraint !== undefined && versionConstraint !== identity.version) {
    errors.push(unfit(`needs version ${versionConstraint}, found ${identity.version ?? 'none'}`))
  }
  if (identity && binding.bindingKind === 'executor')
    for (const fault of compareExecutor(binding, identity, input))
      errors.push(unfit(`${binding.implementationId}: ${fault}`))
  const judge = judgeExecutor(binding)
  const asked = judge === undefined ? undefined : identities.get(judge)
  if (judge !== undefined && !asked) errors.push(unfit(`the executor ${judge} is unknown`))
  if (asked && binding.bindingKind === 'evaluator')
    for (const fault of compareJudge(binding, asked, input.policy)) errors.push(unfit(`${judge}: ${fault}`))
  return errors
}

function judgeExecutor(binding: RuntimeBinding): string | undefined {
  return binding.bindingKind === 'evaluator' ? binding.qualification?.executorId : undefined
}

function orderFaults(bindings: readonly RuntimeBinding[]): EvalChecksError[] {
  const sorted = bindings.every(
    (binding, i) => compareCodeUnits(bindings[i - 1]?.bindingId ?? '', binding.bindingId) <= 0,
  )
  return sorted ? [] : [bindingError('runtimeBinding', 'bindings stand in code-unit order of their ids')]
}

function coverageFaults(
  definition: EvaluationDefinition,
  bindings: readonly RuntimeBinding[],
): EvalChecksError[] {
  const open = openRequirements(definition)
  const errors: EvalChecksError[] = []
  for (const binding of bindings) {
    const place = `runtimeBinding ${binding.bindingId}`
    if (binding.bindingKind.startsWith('series-')) {
      if (!definition.seriesMembership) errors.push(bindingError(place, 'the run belongs to no series'))
      continue
    }
    const needs = open.get(binding.bindingKind)
    const need = needs?.get(binding.referenceId)
    needs?.delete(binding.referenceId)
    const faults = need ? compareBinding(binding, need) : ['binds nothing that the definition still needs']
    for (const fault of faults) errors.push(bindingError(place, fault))
  }
  for (const { kind, referenceId } of [...open.values()].flatMap((needs) => [...needs.values()])) {
    errors.push(bindingError('runtimeBinding', `the ${kind} ${referenceId} is not bound`))
  }
  return errors
}

/** The requirements by kind and by what they refer to. */
function openRequirements(definition: EvaluationDefinition): Map<RuntimeKind, Map<string, Requirement>> {
  const open = new Map<RuntimeKind, Map<string, Requirement>>()
  for (const need of listRequirements(definition)) {
    const needs = open.get(need.kind)
    if (needs) needs.set(need.referenceId, need)
    else open.set(need.kind, new Map([[need.referenceId, need]]))
  }
  return open
}

function bindingError(place: string, message: string): EvalChecksError {
  return definitionError('EVAL_DEFINITION_RUNTIME_BINDING_INVALID', place, message)
}
