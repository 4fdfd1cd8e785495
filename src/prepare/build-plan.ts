// Builds the plan document from validated parts: four stage plans, each sealed on top of the one before.
import { compareCodeUnits } from '../contracts/code-point-order.js'
import type { Digest } from '../contracts/digest.js'
import { digestDocument } from '../contracts/digest.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { Extension } from '../contracts/extension.js'
import type { MeasurementPolicy } from '../contracts/measurement-policy.js'
import {
  type AnalysisPlan,
  type DecisionPlan,
  type EvaluationPlan,
  type ExecutionPlan,
  PLAN_VERSIONS,
  type RunPlan,
} from '../contracts/run-plan.js'
import type { Runtime, RuntimeKind } from '../contracts/runtime-identity.js'
import { groupTargets } from '../semantics/target-groups.js'
import { digestInputs, projectSamples } from './input-digests.js'
import { assignSlots, digestRandomizationDesign, withoutEstimator } from './randomization-design.js'
import { runContractDigest } from './run-contract.js'

/** Builds the run plan of a valid definition. Deterministic: the same parts give the same plan. */
export function buildPlan(
  definition: EvaluationDefinition,
  policy: MeasurementPolicy,
  runtimes: readonly Runtime[],
): RunPlan {
  const { dataset, experiment, metrics, targets, comparisons, decisionPolicy } = definition
  const samples = projectSamples(dataset)
  const inputs = digestInputs(dataset, samples)
  const layout = {
    assignments: assignSlots(definition),
    schedulingTargetGroups: groupTargets(targets, comparisons),
  }
  const randomizationDesign = digestRandomizationDesign(definition, layout, inputs.executionInput)
  const { output, trace, maximumClassification } = policy.evidence

  const execution: ExecutionPlan = stamp({
    schemaVersion: PLAN_VERSIONS.execution,
    executionInputDigest: inputs.executionInput,
    randomizationDesignDigest: randomizationDesign,
    samples: samples.execution,
    targets,
    ...layout,
    experiment: withoutEstimator(experiment),
    runtimes: ofKinds(runtimes, ['executor']),
    policy: {
      execution: policy.execution,
      retry: policy.retry,
      ...(policy.budget && { budget: policy.budget }),
      executionCacheMode: policy.cache.executionMode,
      evidence: { output, trace, maximumClassification },
      failure: policy.failure,
    },
    ...extensionsFor(definition, 'execution'),
  })
  const evaluation: EvaluationPlan = stamp({
    schemaVersion: PLAN_VERSIONS.evaluation,
    executionPlanDigest: execution.digest,
    evaluationInputDigest: inputs.evaluationInput,
    samples: samples.evaluation,
    evaluators: definition.evaluators,
    metrics,
    runtimes: ofKinds(runtimes, ['evaluator', 'judge-executor']),
    policy: {
      evaluation: policy.evaluation,
      ...(policy.budget && { budget: policy.budget }),
      evaluationCacheMode: policy.cache.evaluationMode,
      evidence: policy.evidence,
      failure: policy.failure,
    },
    ...extensionsFor(definition, 'evaluation'),
  })
  const analysis: AnalysisPlan = stamp({
    schemaVersion: PLAN_VERSIONS.analysis,
    evaluationPlanDigest: evaluation.digest,
    analysisInputDigest: inputs.analysisInput,
    samples: samples.analysis,
    cohorts: samples.cohorts,
    metrics,
    graph: definition.analysisGraph,
    experiment,
    comparisons,
    runtimes: ofKinds(runtimes, ['analysis-node', 'sampling-estimator', 'missing-policy']),
    ...extensionsFor(definition, 'analysis'),
  })
  const decision: DecisionPlan = stamp({
    schemaVersion: PLAN_VERSIONS.decision,
    analysisPlanDigest: analysis.digest,
    analysisInputDigest: inputs.analysisInput,
    ...(decisionPolicy && { policy: decisionPolicy }),
    runtimes: ofKinds(runtimes, ['decision-policy']),
    ...extensionsFor(definition, 'decision'),
  })
  const parts = {
    schemaVersion: PLAN_VERSIONS.run,
    definition,
    measurementPolicy: policy,
    execution,
    evaluation,
    analysis,
    decision,
    schemaIdentities: [...Object.values(PLAN_VERSIONS), definition.schemaVersion, policy.schemaVersion].sort(
      compareCodeUnits,
    ),
    ...extensionsFor(definition, 'run'),
  }
  return {
    ...parts,
    digests: {
      ...inputs,
      randomizationDesign,
      executionPlan: execution.digest,
      evaluationPlan: evaluation.digest,
      analysisPlan: analysis.digest,
      decisionPlan: decision.digest,
      runContract: runContractDigest(parts),
    },
  }
}

/** A stage plan with the digest over it. Its samples are covered by the input digest that it names. */
function stamp<T extends object>(document: T): T & { readonly digest: Digest } {
  const { samples: _, ...covered }: T & { readonly samples?: unknown } = document
  return { ...document, digest: digestDocument(covered) }
}

function ofKinds(runtimes: readonly Runtime[], kinds: readonly RuntimeKind[]): Runtime[] {
  return runtimes.filter((runtime) => kinds.includes(runtime.runtimeKind))
}

function extensionsFor(
  { extensions = [] }: EvaluationDefinition,
  stage: Extension['appliesTo'],
): { readonly extensions?: readonly Extension[] } {
  const applying = extensions
    .filter((extension) => extension.appliesTo === stage)
    .sort((a, b) => compareCodeUnits(a.extensionId, b.extensionId))
  return applying.length > 0 ? { extensions: applying } : {}
}
