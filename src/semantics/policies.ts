// The policies of measuring and deciding contradict neither themselves nor the definition.
import type { DecisionPolicy } from '../contracts/analysis-graph.js'
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import { CHECK_SETTINGS_ID, checkSettingsSchema, type Extension } from '../contracts/extension.js'
import type { MeasurementPolicy } from '../contracts/measurement-policy.js'
import { definitionError } from './definition-error.js'

/** `EVAL_DEFINITION_POLICY_INVALID` and `EVAL_DEFINITION_EXTENSION_INVALID`. */
export function findPolicyFaults(
  definition: EvaluationDefinition,
  policy: MeasurementPolicy,
): EvalChecksError[] {
  const { decisionPolicy, extensions = [] } = definition
  return [
    ...budgetFaults(policy),
    ...(decisionPolicy ? familyFaults(decisionPolicy) : []),
    ...extensions.flatMap(extensionFaults),
  ]
}

function budgetFaults({ budget }: MeasurementPolicy): EvalChecksError[] {
  const scopes = [
    budget?.run,
    budget?.stages?.execution,
    budget?.stages?.evaluation,
    budget?.coordinate,
    budget?.attempt,
  ]
  const costs = scopes.flatMap((scope) => scope?.maxProviderCost ?? [])
  const faults: string[] = []
  if (costs.length > 0 && !budget?.providerCostAdmission)
    faults.push('a cost limit needs providerCostAdmission')
  if (new Set(costs.map((cost) => cost.currency)).size > 1) faults.push('all cost limits need one currency')
  return faults.map((fault) => definitionError('EVAL_DEFINITION_POLICY_INVALID', 'policy.budget', fault))
}

function familyFaults(policy: DecisionPolicy): EvalChecksError[] {
  const several = (policy.comparisonFamily?.length ?? 0) > 1
  if (several === (policy.multipleComparisonPolicyId !== undefined)) return []
  const message = several
    ? 'several comparisons in a family need a policy for multiple comparisons'
    : 'a single comparison has no policy for multiple comparisons'
  return [definitionError('EVAL_DEFINITION_POLICY_INVALID', 'definition.decisionPolicy', message)]
}

// A setting that nobody reads would be a promise that nobody keeps: unknown extensions are refused.
function extensionFaults({ extensionId, appliesTo, value }: Extension): EvalChecksError[] {
  const known = extensionId === CHECK_SETTINGS_ID && appliesTo === 'evaluation'
  if (known && checkSettingsSchema.safeParse(value).success) return []
  const message = known
    ? `${extensionId} has an unexpected value`
    : `${extensionId} is unknown for ${appliesTo}`
  return [definitionError('EVAL_DEFINITION_EXTENSION_INVALID', 'definition.extensions', message)]
}
