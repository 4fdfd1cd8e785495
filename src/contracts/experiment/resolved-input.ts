// What resolving gives: everything measured, by digest, before it is mapped to a definition. Holds no path but in host resources.
import { z } from 'zod'
import { analysisGraphSchema, decisionPolicySchema } from '../analysis-graph.js'
import { datasetSchema } from '../dataset.js'
import { evaluatorInputSchema, metricSchema } from '../evaluator.js'
import { experimentDesignSchema } from '../experiment-design.js'
import {
  classificationSchema,
  countSchema,
  identifierSchema,
  jsonObjectSchema,
  jsonSchema,
  millisecondsSchema,
} from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { measurementPolicySchema } from '../measurement-policy.js'
import { resourceDescriptorSchema, resourceReferenceSchema } from '../resource-descriptor.js'
import { executionControlsSchema } from '../target.js'
import { hostResourcesSchema } from './host-resources.js'
import { orchestrationInputSchema, presentationSchema } from './options.js'
import { effortSchema, judgeMemberSchema } from './request.js'

/** Version of {@link resolvedInputSchema}; any other is refused. */
export const RESOLVED_INPUT_VERSION = 'omk.resolved-cli-evaluation-input/v6'

/** A setting that stands inline: never a secret, never gold. */
export const inlineConfigSchema = z.strictObject({ value: jsonSchema, classification: classificationSchema })

/** A mock of some samples: its rule and what it returns, in order, by descriptor. */
export const resolvedMockSchema = z.strictObject({
  sampleIds: z.array(identifierSchema).min(1),
  rule: resourceDescriptorSchema,
  strict: z.boolean(),
  payloads: z.array(resourceDescriptorSchema).min(1),
})

/** One arm, resolved. */
export const resolvedTargetSchema = z.strictObject({
  targetId: identifierSchema,
  experimentRole: z.enum(['control', 'treatment']),
  instrumentControl: z.enum(['must-win', 'must-tie']).optional(),
  /** `baseline skill prompt agent workflow`: says what it is, decides nothing. */
  targetKind: identifierSchema,
  protocolId: z.enum(['omk.invoke/v1', 'omk.session/v1']),
  executor: z.strictObject({
    implementationId: identifierSchema,
    /** A custom command's files. */
    implementationResource: resourceDescriptorSchema.optional(),
    versionConstraint: identifierSchema.optional(),
    model: identifierSchema,
    effort: effortSchema.optional(),
  }),
  behavior: z.strictObject({
    systemInstructions: z.enum(['required', 'not-required']),
    /** Null: a baseline, nothing is injected. */
    artifact: resourceDescriptorSchema.nullable(),
    mcpConfig: resourceDescriptorSchema.optional(),
    mocks: z.array(resolvedMockSchema).optional(),
    allowedSkills: z.array(identifierSchema).optional(),
    sandbox: z
      .strictObject({ sandboxId: identifierSchema, config: inlineConfigSchema.optional() })
      .optional(),
    config: inlineConfigSchema.optional(),
  }),
  executionControls: executionControlsSchema,
})

/** An evaluator before it is multiplied by members and replicates. It owns the algorithm and no provider. */
export const evaluatorTemplateSchema = z.strictObject({
  evaluatorId: identifierSchema,
  evaluatorKind: identifierSchema,
  runtimeBindingKind: z.enum(['builtin', 'judge']),
  implementationId: identifierSchema,
  versionConstraint: identifierSchema.optional(),
  applicableSampleIds: z.array(identifierSchema).min(1).optional(),
  instrumentId: identifierSchema,
  /** Needed for judges: which wording of the prompt, e.g. `rubric/v1/debias-on`. */
  runtimePromptVariant: identifierSchema.optional(),
  replicateGroupId: identifierSchema,
  metricIds: z.array(identifierSchema).min(1),
  inputs: z.array(evaluatorInputSchema),
  config: inlineConfigSchema.optional(),
  resources: z.array(resourceReferenceSchema).optional(),
})

/** A judge by identity. `ensembleMemberId` is derived from executor, model and occurrence. */
export const resolvedJudgeSchema = judgeMemberSchema.extend({
  ensembleMemberId: identifierSchema,
  effort: effortSchema.optional(),
})

const usd = z.number().positive()

/** Limits before they are mapped to a policy; absent means the documented default. */
export const policyInputSchema = z.strictObject({
  executionConcurrency: countSchema,
  evaluationConcurrency: countSchema.optional(),
  executionTimeoutMs: millisecondsSchema.optional(),
  evaluationTimeoutMs: millisecondsSchema.optional(),
  retryCount: z.int().min(0),
  retryableErrorCodes: z.array(identifierSchema).optional(),
  cache: measurementPolicySchema.shape.cache,
  budget: z
    .strictObject({
      totalProviderCostUSD: usd.optional(),
      perCoordinateProviderCostUSD: usd.optional(),
      perCoordinateActiveDurationMs: millisecondsSchema.optional(),
      runMaxInvocations: countSchema.optional(),
      executionMaxInvocations: countSchema.optional(),
      evaluationMaxInvocations: countSchema.optional(),
    })
    .optional(),
  evidence: measurementPolicySchema.shape.evidence.optional(),
  failure: measurementPolicySchema.shape.failure.optional(),
  eventDelivery: measurementPolicySchema.shape.eventDelivery.optional(),
})

/** A resolved input; frozen, plain JSON. */
export const resolvedInputSchema = z.strictObject({
  schemaVersion: z.literal(RESOLVED_INPUT_VERSION),
  dataset: datasetSchema,
  targets: z.array(resolvedTargetSchema),
  evaluatorTemplates: z.array(evaluatorTemplateSchema),
  judges: z.strictObject({
    enabled: z.boolean(),
    members: z.array(resolvedJudgeSchema),
    replicateCount: countSchema,
  }),
  metrics: z.array(metricSchema).min(1),
  experiment: experimentDesignSchema.omit({ randomizationSlots: true }),
  analysisGraph: analysisGraphSchema,
  decisionPolicy: decisionPolicySchema.optional(),
  policy: policyInputSchema,
  hostResources: hostResourcesSchema,
  orchestration: orchestrationInputSchema,
  presentation: presentationSchema,
  /** Kept beside a run, in no measurement digest. */
  staticRunMetadata: z
    .strictObject({ annotations: jsonObjectSchema.optional(), summaries: jsonObjectSchema.optional() })
    .optional(),
})

/** See {@link resolvedInputSchema}. */
export type ResolvedInput = Immutable<z.infer<typeof resolvedInputSchema>>
/** See {@link resolvedTargetSchema}. */
export type ResolvedTarget = Immutable<z.infer<typeof resolvedTargetSchema>>
/** See {@link evaluatorTemplateSchema}. */
export type EvaluatorTemplate = Immutable<z.infer<typeof evaluatorTemplateSchema>>
/** See {@link resolvedJudgeSchema}. */
export type ResolvedJudge = Immutable<z.infer<typeof resolvedJudgeSchema>>
/** See {@link policyInputSchema}. */
export type PolicyInput = Immutable<z.infer<typeof policyInputSchema>>
