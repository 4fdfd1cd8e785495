// Asks for an implementation of every part of a checks definition.
import type { AnalysisNode, DecisionPolicy } from '../../contracts/analysis-graph.js'
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import type { Evaluator } from '../../contracts/evaluator.js'
import {
  RUNTIME_BINDING_VERSION,
  type RuntimeBinding,
  type RuntimeBindingRequest,
} from '../../contracts/runtime-binding.js'
import type { Target } from '../../contracts/target.js'

/** What asks for an implementation. */
export interface BoundParts {
  readonly target: Target
  readonly evaluators: readonly Evaluator[]
  readonly missingPolicyIds: readonly string[]
  readonly nodes: readonly AnalysisNode[]
  readonly decisionPolicy: DecisionPolicy
}

/** The binding request of a checks definition, in code-unit order of the binding ids. */
export function bindChecks(parts: BoundParts): RuntimeBindingRequest {
  const { target, decisionPolicy: policy } = parts
  const bindings: RuntimeBinding[] = [
    {
      bindingKind: 'executor',
      bindingId: `executor-${target.targetId}`,
      referenceId: target.targetId,
      implementationId: target.implementationId,
      protocolId: target.protocolId,
      resourceLeaseRequirements: [],
      qualification: { resourceIntegrity: 'digest-before-use' },
    },
    ...parts.evaluators.map(bindEvaluator),
    ...parts.missingPolicyIds.map((id) => bindComputation('missing-policy', id, id)),
    ...parts.nodes.map((node) => bindComputation('analysis-node', node.nodeId, node.implementationId)),
    bindComputation('decision-policy', policy.decisionPolicyId, policy.implementationId),
  ]
  bindings.sort((a, b) => compareCodeUnits(a.bindingId, b.bindingId))
  return { schemaVersion: RUNTIME_BINDING_VERSION, bindings }
}

function bindEvaluator(evaluator: Evaluator): RuntimeBinding {
  const { evaluatorId, instrumentId, ensembleMemberId, replicateGroupId, replicateIndex } = evaluator
  return {
    bindingKind: 'evaluator',
    bindingId: `evaluator-${evaluatorId}`,
    referenceId: evaluatorId,
    implementationId: evaluator.implementationId,
    measurement: { instrumentId, ensembleMemberId, replicateGroupId, replicateIndex },
    resourceLeaseRequirements: (evaluator.resources ?? []).map(({ resourceId, role }) => ({
      resourceId,
      resourceRole: role,
      leaseMode: 'immutable-snapshot',
    })),
  }
}

function bindComputation(
  bindingKind: 'analysis-node' | 'missing-policy' | 'decision-policy',
  referenceId: string,
  implementationId: string,
): RuntimeBinding {
  return { bindingKind, bindingId: `${bindingKind}-${referenceId}`, referenceId, implementationId }
}
