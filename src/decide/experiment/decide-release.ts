// The release decision of a run, from its plan and its analysis. Fails closed: what is not known is never guessed.
import { toRecordRuntime } from '../../analyze/experiment/record-runtime.js'
import type { DecisionPolicy } from '../../contracts/analysis-graph.js'
import { fits } from '../../contracts/conforms.js'
import { digestPlain } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import {
  bootstrapFamilyParametersSchema,
  type ReleaseParameters,
  releaseParametersSchema,
} from '../../contracts/experiment/analysis-parameters.js'
import {
  DECISION_RECORD_VERSION,
  type DecisionRecord,
  type UndecidedReason,
} from '../../contracts/experiment/decision-record.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../contracts/experiment/implementations.js'
import type { RecordRuntime } from '../../contracts/experiment/record-parts.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import { type Judgement, judgeRelease } from './judge-release.js'
import { findReleaseFacts } from './release-facts.js'

/** What is decided about. */
export interface ReleaseInput {
  readonly plan: RunPlan
  readonly analysis: AnalysisBundle
  /** ISO 8601, UTC. */
  readonly decidedAt: string
  /** The run was stopped before it was decided. */
  readonly cancelled?: boolean
}

/**
 * Decides a run by the policy that its plan sealed; null where it sealed none.
 * @throws {EvalChecksError} `DECISION_PLAN_INVALID` when the plan binds nothing to its policy
 */
export function decideRelease(input: ReleaseInput): DecisionRecord | null {
  const { plan, analysis, decidedAt } = input
  const { policy } = plan.decision
  if (policy === undefined) return null
  return sealDecision(judge(input, policy), {
    policy,
    implementation: implementationOf(plan, policy),
    analysisBundleDigest: analysis.bundleDigest,
    decisionPlanDigest: plan.digests.decisionPlan,
    decidedAt,
  })
}

/** What a record says beside its judgement. */
export interface DecisionFrame
  extends Pick<
    DecisionRecord,
    'implementation' | 'analysisBundleDigest' | 'decisionPlanDigest' | 'decidedAt'
  > {
  readonly policy: DecisionPolicy
}

/** The record of a judgement. */
export function sealDecision(judgement: Judgement, { policy, ...frame }: DecisionFrame): DecisionRecord {
  const record = {
    schemaVersion: DECISION_RECORD_VERSION,
    decisionPolicyId: policy.decisionPolicyId,
    policyDigest: digestPlain(policy),
    analysisResultIds: policy.analysisResultIds,
    ...frame,
    ...judgement,
  } as const
  return { ...record, decisionDigest: digestPlain(record) }
}

function judge({ plan, analysis, cancelled = false }: ReleaseInput, policy: DecisionPolicy): Judgement {
  const undecided = (reasonCodes: readonly UndecidedReason[]): Judgement => ({
    decisionStatus: 'not-decided',
    reasonCodes,
    instrumentControls: [],
  })
  const given: unknown = policy.parameters
  const parameters: ReleaseParameters | null = fits(releaseParametersSchema, given) ? given : null
  const reasonCodes: readonly UndecidedReason[] = [
    ...(cancelled || analysis.analysisBundleStatus === 'cancelled' ? (['decision-cancelled'] as const) : []),
    // Whatever a policy asks for at least: a release is decided on complete evidence only.
    ...(analysis.evidence.evidenceStatus === 'complete' ? [] : (['release-evidence-incomplete'] as const)),
    ...(isBound(plan, policy) && parameters !== null ? [] : (['release-binding-mismatch'] as const)),
    ...(descends(plan, analysis) ? [] : (['release-lineage-mismatch'] as const)),
    ...(isCorrected(plan, policy) ? [] : (['release-correction-policy-missing'] as const)),
  ]
  if (parameters === null) return undecided(reasonCodes)
  const found = findReleaseFacts(analysis, parameters)
  if (!found.found) return undecided([...new Set([...reasonCodes, ...found.reasonCodes])])
  const judgement = judgeRelease(found.facts, parameters, policy.comparisonFamily ?? [])
  if (reasonCodes.length === 0) return judgement
  const { instrumentControls } = judgement
  const further = judgement.decisionStatus === 'not-decided' ? judgement.reasonCodes : []
  return { ...undecided([...reasonCodes, ...further]), instrumentControls }
}

/** Whether the policy is the one that is carried out here, and names the comparisons of the plan. */
function isBound({ analysis }: RunPlan, policy: DecisionPolicy): boolean {
  const planned = new Set(analysis.comparisons.map(({ comparisonId }) => comparisonId))
  const results = new Set(analysis.graph.nodes.map(({ outputResultId }) => outputResultId))
  return (
    policy.implementationId === EXPERIMENT_IMPLEMENTATIONS.releaseDecision &&
    (policy.comparisonFamily ?? []).every((id) => planned.has(id)) &&
    policy.analysisResultIds.every((id) => results.has(id))
  )
}

function descends({ digests, decision }: RunPlan, analysis: AnalysisBundle): boolean {
  return (
    analysis.runContractDigest === digests.runContract &&
    analysis.analysisPlanDigest === digests.analysisPlan &&
    decision.analysisPlanDigest === digests.analysisPlan
  )
}

/** Several comparisons in one decision are corrected for their number, by the plan and by the intervals. */
function isCorrected({ analysis }: RunPlan, policy: DecisionPolicy): boolean {
  if ((policy.comparisonFamily?.length ?? 0) < 2) return true
  const node = analysis.graph.nodes.find(
    ({ outputResultId }) => outputResultId === policy.comparisonFamilyResultId,
  )
  const parameters: unknown = node?.parameters
  return (
    policy.multipleComparisonPolicyId === EXPERIMENT_IMPLEMENTATIONS.bootstrapFamily &&
    fits(bootstrapFamilyParametersSchema, parameters) &&
    parameters.correction === 'bonferroni'
  )
}

function implementationOf({ decision }: RunPlan, { decisionPolicyId }: DecisionPolicy): RecordRuntime {
  const runtime = decision.runtimes.find(
    ({ runtimeKind, referenceIds }) =>
      runtimeKind === 'decision-policy' && referenceIds.includes(decisionPolicyId),
  )
  if (runtime) return toRecordRuntime(runtime.identity)
  throw new EvalChecksError(
    'DECISION_PLAN_INVALID',
    `the plan binds nothing to the policy ${decisionPolicyId}`,
  )
}
