// Asks for an implementation of every part of an experiment, from what the definition says and nothing else.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import { digestPlain } from '../../contracts/digest.js'
import type { EvaluationDefinition } from '../../contracts/evaluation-definition.js'
import type { SeriesDefinition } from '../../contracts/experiment/options.js'
import type { ResolvedTarget } from '../../contracts/experiment/resolved-input.js'
import type { ResourceReference } from '../../contracts/resource-descriptor.js'
import {
  RUNTIME_BINDING_VERSION,
  type RuntimeBinding,
  type RuntimeBindingRequest,
} from '../../contracts/runtime-binding.js'
import type { Target } from '../../contracts/target.js'
import type { CompiledEvaluator } from './compile-evaluators.js'

/** What asks for implementations. */
export interface BoundParts {
  readonly definition: EvaluationDefinition
  readonly targets: readonly ResolvedTarget[]
  readonly evaluators: readonly CompiledEvaluator[]
  readonly series: SeriesDefinition | null
}

/** The binding request of an experiment, in code-unit order of the binding ids. */
export function bindExperiment({
  definition,
  targets,
  evaluators,
  series,
}: BoundParts): RuntimeBindingRequest {
  const { metrics, analysisGraph, experiment, decisionPolicy } = definition
  const { estimatorId } = experiment.sampling
  const resolved = new Map(targets.map((target) => [target.targetId, target]))
  const missingPolicyIds = new Set(metrics.map(({ missingPolicyId }) => missingPolicyId))
  const bindings: RuntimeBinding[] = [
    ...definition.targets.map((target) => bindTarget(target, resolved.get(target.targetId))),
    ...evaluators.map(bindEvaluator),
    ...[...missingPolicyIds].map((id) => bind('missing-policy', id, { implementationId: id })),
    ...analysisGraph.nodes.map((node) => bind('analysis-node', node.nodeId, node)),
    ...(estimatorId === undefined
      ? []
      : [bind('sampling-estimator', estimatorId, { implementationId: estimatorId })]),
    ...(decisionPolicy ? [bind('decision-policy', decisionPolicy.decisionPolicyId, decisionPolicy)] : []),
    ...(series?.nodes.map((node) => bind('series-analysis-node', node.nodeId, node)) ?? []),
    ...(series?.decisionPolicy
      ? [bind('series-decision-policy', series.decisionPolicy.decisionPolicyId, series.decisionPolicy)]
      : []),
  ]
  bindings.sort((a, b) => compareCodeUnits(a.bindingId, b.bindingId))
  return { schemaVersion: RUNTIME_BINDING_VERSION, bindings }
}

function bindTarget(target: Target, resolved: ResolvedTarget | undefined): RuntimeBinding {
  const { targetId, config, executionControls, executionRequirements, versionConstraint } = target
  const { model, effort } = resolved?.executor ?? {}
  return {
    bindingKind: 'executor',
    bindingId: `executor-${targetId}`,
    referenceId: targetId,
    implementationId: target.implementationId,
    ...(versionConstraint === undefined ? {} : { versionConstraint }),
    protocolId: target.protocolId,
    ...(config && { behaviorConfigDigest: digestPlain(config) }),
    ...(executionControls && { executionControlsDigest: digestPlain(executionControls) }),
    resourceLeaseRequirements: leasesOf(target.resources),
    qualification: {
      ...(model === undefined ? {} : { model }),
      ...(effort === undefined ? {} : { effort }),
      ...(executionRequirements && { executionRequirements }),
      resourceIntegrity: 'digest-before-use',
    },
  }
}

function bindEvaluator({ evaluator, qualification }: CompiledEvaluator): RuntimeBinding {
  const { evaluatorId, implementationId, versionConstraint, config } = evaluator
  const { instrumentId, ensembleMemberId, replicateGroupId, replicateIndex } = evaluator
  return {
    bindingKind: 'evaluator',
    bindingId: `evaluator-${evaluatorId}`,
    referenceId: evaluatorId,
    implementationId,
    ...(versionConstraint === undefined ? {} : { versionConstraint }),
    measurement: { instrumentId, ensembleMemberId, replicateGroupId, replicateIndex },
    ...(config && { configDigest: digestPlain(config) }),
    resourceLeaseRequirements: leasesOf(evaluator.resources),
    ...(qualification && { qualification }),
  }
}

function leasesOf(
  resources: readonly ResourceReference[] = [],
): Extract<RuntimeBinding, { readonly bindingKind: 'executor' }>['resourceLeaseRequirements'] {
  return resources.map(({ resourceId, role }) => ({
    resourceId,
    resourceRole: role,
    leaseMode: role === 'workspace' ? 'copy-on-write-overlay' : 'immutable-snapshot',
  }))
}

type ComputationKind = Exclude<RuntimeBinding['bindingKind'], 'executor' | 'evaluator'>

function bind(
  bindingKind: ComputationKind,
  referenceId: string,
  part: { readonly implementationId: string; readonly versionConstraint?: string | undefined },
): RuntimeBinding {
  const { implementationId, versionConstraint } = part
  return {
    bindingKind,
    bindingId: `${bindingKind}-${referenceId}`,
    referenceId,
    implementationId,
    ...(versionConstraint === undefined ? {} : { versionConstraint }),
  }
}
