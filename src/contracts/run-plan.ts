// The one plan of a run: what prepare seals and every later stage reads. The same document for checks and experiments.
import { z } from 'zod'
import { analysisGraphSchema, decisionPolicySchema } from './analysis-graph.js'
import { analysisCohortSchema, sampleSchema } from './dataset.js'
import { evaluationDefinitionSchema } from './evaluation-definition.js'
import { evaluatorSchema, metricSchema } from './evaluator.js'
import { comparisonSchema, experimentDesignSchema, samplingSchema } from './experiment-design.js'
import { extensionSchema } from './extension.js'
import { digestSchema, identifierSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'
import { measurementPolicySchema } from './measurement-policy.js'
import { runtimeSchema } from './runtime-identity.js'
import { targetSchema } from './target.js'

/** Versions of the plan documents; any other is refused. */
export const PLAN_VERSIONS = {
  run: 'eval-checks.run-plan/v1',
  execution: 'eval-checks.execution-plan/v1',
  evaluation: 'eval-checks.evaluation-plan/v1',
  analysis: 'eval-checks.analysis-plan/v1',
  decision: 'eval-checks.decision-plan/v1',
  randomizationDesign: 'eval-checks.randomization-design/v1',
} as const

const policy = measurementPolicySchema.shape
const extensions = z.array(extensionSchema).optional()
const runtimes = z.array(runtimeSchema)
const evidence = policy.evidence.shape

/** What executing needs, without a word about expectations, evaluators or statistics. */
export const executionPlanSchema = z.strictObject({
  schemaVersion: z.literal(PLAN_VERSIONS.execution),
  executionInputDigest: digestSchema,
  randomizationDesignDigest: digestSchema,
  samples: z.array(sampleSchema.pick({ sampleId: true, input: true, executionContext: true })),
  targets: z.array(targetSchema),
  assignments: z.array(
    z.strictObject({
      sampleId: identifierSchema,
      targetId: identifierSchema,
      randomizationSlotId: identifierSchema,
    }),
  ),
  /** Targets that comparisons connect; all arms of a group are dispatched together. */
  schedulingTargetGroups: z.array(z.array(identifierSchema).min(1)),
  experiment: experimentDesignSchema.extend({ sampling: samplingSchema.omit({ estimatorId: true }) }),
  runtimes,
  policy: z.strictObject({
    execution: policy.execution,
    retry: policy.retry,
    budget: policy.budget,
    executionCacheMode: policy.cache.shape.executionMode,
    evidence: z.strictObject({
      output: evidence.output,
      trace: evidence.trace,
      maximumClassification: evidence.maximumClassification,
    }),
    failure: policy.failure,
  }),
  extensions,
  /** Covers this document but itself and the samples, which the input digest covers. */
  digest: digestSchema,
})

/** What evaluating needs, on top of an execution plan. */
export const evaluationPlanSchema = z.strictObject({
  schemaVersion: z.literal(PLAN_VERSIONS.evaluation),
  executionPlanDigest: digestSchema,
  evaluationInputDigest: digestSchema,
  samples: z.array(sampleSchema.omit({ analysis: true, annotations: true })),
  evaluators: z.array(evaluatorSchema),
  metrics: z.array(metricSchema),
  runtimes,
  policy: z.strictObject({
    evaluation: policy.evaluation,
    budget: policy.budget,
    evaluationCacheMode: policy.cache.shape.evaluationMode,
    evidence: policy.evidence,
    failure: policy.failure,
  }),
  extensions,
  /** Covers this document but itself and the samples, which the input digest covers. */
  digest: digestSchema,
})

/** What analysing needs, on top of an evaluation plan. */
export const analysisPlanSchema = z.strictObject({
  schemaVersion: z.literal(PLAN_VERSIONS.analysis),
  evaluationPlanDigest: digestSchema,
  analysisInputDigest: digestSchema,
  samples: z.array(sampleSchema.pick({ sampleId: true, analysis: true })),
  /** In code-unit order of the id. */
  cohorts: z.array(analysisCohortSchema),
  metrics: z.array(metricSchema),
  graph: analysisGraphSchema,
  experiment: experimentDesignSchema,
  comparisons: z.array(comparisonSchema),
  runtimes,
  extensions,
  /** Covers this document but itself and the samples, which the input digest covers. */
  digest: digestSchema,
})

/** What deciding needs, on top of an analysis plan. */
export const decisionPlanSchema = z.strictObject({
  schemaVersion: z.literal(PLAN_VERSIONS.decision),
  analysisPlanDigest: digestSchema,
  analysisInputDigest: digestSchema,
  policy: decisionPolicySchema.optional(),
  runtimes,
  extensions,
  /** Covers this document but itself. */
  digest: digestSchema,
})

/** The ten digests of a plan, in the order in which they build on each other. */
export const planDigestsSchema = z.strictObject({
  datasetRevision: digestSchema,
  executionInput: digestSchema,
  evaluationInput: digestSchema,
  analysisInput: digestSchema,
  randomizationDesign: digestSchema,
  executionPlan: digestSchema,
  evaluationPlan: digestSchema,
  analysisPlan: digestSchema,
  decisionPlan: digestSchema,
  runContract: digestSchema,
})

/** A run plan. As JSON it is a record; the authority to run is the sealed plan inside the process. */
export const runPlanSchema = z.strictObject({
  schemaVersion: z.literal(PLAN_VERSIONS.run),
  definition: evaluationDefinitionSchema,
  measurementPolicy: measurementPolicySchema,
  execution: executionPlanSchema,
  evaluation: evaluationPlanSchema,
  analysis: analysisPlanSchema,
  decision: decisionPlanSchema,
  /** Versions of all documents in the plan, in code-unit order. */
  schemaIdentities: z.array(identifierSchema).min(1),
  digests: planDigestsSchema,
  /** Extensions that apply to the run as a whole. */
  extensions,
})

/** See {@link executionPlanSchema}. */
export type ExecutionPlan = Immutable<z.infer<typeof executionPlanSchema>>
/** See {@link evaluationPlanSchema}. */
export type EvaluationPlan = Immutable<z.infer<typeof evaluationPlanSchema>>
/** See {@link analysisPlanSchema}. */
export type AnalysisPlan = Immutable<z.infer<typeof analysisPlanSchema>>
/** See {@link decisionPlanSchema}. */
export type DecisionPlan = Immutable<z.infer<typeof decisionPlanSchema>>
/** See {@link planDigestsSchema}. */
export type PlanDigests = Immutable<z.infer<typeof planDigestsSchema>>
/** See {@link runPlanSchema}. */
export type RunPlan = Immutable<z.infer<typeof runPlanSchema>>
