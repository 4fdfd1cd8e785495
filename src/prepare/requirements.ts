// Everything in a definition that code has to stand behind.
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { Evaluator } from '../contracts/evaluator.js'
import type { RuntimeKind } from '../contracts/runtime-identity.js'
import type { Target } from '../contracts/target.js'

/** A part of a definition that needs an implementation. */
export interface Requirement {
  readonly kind: RuntimeKind
  readonly referenceId: string
  readonly implementationId: string
  readonly versionConstraint?: string | undefined
  readonly target?: Target
  readonly evaluator?: Evaluator
}

/** All requirements, each once. Policies and estimators are named by their implementation. */
export function listRequirements(definition: EvaluationDefinition): Requirement[] {
  const { targets, evaluators, metrics, analysisGraph, experiment, decisionPolicy } = definition
  const { estimatorId } = experiment.sampling
  const missingPolicyIds = new Set(metrics.map((metric) => metric.missingPolicyId))
  return [
    ...targets.map((target) => ({ ...named('executor', target.targetId, target), target })),
    ...evaluators.map(evaluatorRequirement),
    ...[...missingPolicyIds].map((id) => named('missing-policy', id, { implementationId: id })),
    ...analysisGraph.nodes.map((node) => named('analysis-node', node.nodeId, node)),
    ...(estimatorId === undefined
      ? []
      : [named('sampling-estimator', estimatorId, { implementationId: estimatorId })]),
    ...(decisionPolicy ? [named('decision-policy', decisionPolicy.decisionPolicyId, decisionPolicy)] : []),
  ]
}

// There may be thousands: a spread would make each of them slow.
function evaluatorRequirement(evaluator: Evaluator): Requirement {
  const { evaluatorId, implementationId, versionConstraint } = evaluator
  return { kind: 'evaluator', referenceId: evaluatorId, implementationId, versionConstraint, evaluator }
}

function named(
  kind: RuntimeKind,
  referenceId: string,
  part: { readonly implementationId: string; readonly versionConstraint?: string | undefined },
): Requirement {
  const { implementationId, versionConstraint } = part
  return { kind, referenceId, implementationId, versionConstraint }
}
