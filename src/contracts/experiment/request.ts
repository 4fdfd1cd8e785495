// What parsing gives: every input of an experiment under one name, checked, with where each value came from.
import { z } from 'zod'
import { countSchema, identifierSchema, millisecondsSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'

/** Version of {@link evaluationRequestSchema}; any other is refused. */
export const EVALUATION_REQUEST_VERSION = 'omk.cli-evaluation-request/v3'

const locator = z.string().min(1)
const usd = z.number().positive()

/** How hard a model is asked to think. */
export const effortSchema = z.enum(['low', 'medium', 'high', 'xhigh', 'max'])

/** Where a variant's artifact comes from. Fields of a remote repository are never joined into one text. */
export const artifactSourceSchema = z.discriminatedUnion('artifactSourceKind', [
  z.strictObject({ artifactSourceKind: z.literal('expression'), expression: z.string().min(1) }),
  z.strictObject({
    artifactSourceKind: z.literal('remote-git'),
    url: z.string().min(1),
    /** Default `HEAD`. */
    ref: z.string().min(1).optional(),
    spec: z.string().min(1),
  }),
])

/** One arm. `allowedSkills: []` turns the discovery of skills off; absent leaves it as the executor has it. */
export const variantSchema = z.strictObject({
  targetId: identifierSchema,
  experimentRole: z.enum(['control', 'treatment']),
  /** Ours: a control of the instrument, which stays outside the family of comparisons. */
  instrumentControl: z.enum(['must-win', 'must-tie']).optional(),
  artifactSource: artifactSourceSchema,
  workspaceLocator: locator.optional(),
  allowedSkills: z.array(identifierSchema).optional(),
})

/** A judge: who is asked, never how. */
export const judgeMemberSchema = z.strictObject({
  executorId: identifierSchema,
  model: identifierSchema,
  deploymentRevision: identifierSchema.optional(),
})

/** How many complete pairs a decision needs. Differences and standard deviations are on the scale from 1 to 5. */
export const sampleSizeSchema = z.discriminatedUnion('sampleSizePlanningKind', [
  z.strictObject({
    sampleSizePlanningKind: z.literal('minimum-count'),
    minimumComparisonUnits: countSchema,
  }),
  z.strictObject({
    sampleSizePlanningKind: z.literal('a-priori-power'),
    minimumDetectableDifference: z.number().positive().max(4),
    expectedDifferenceStandardDeviation: z.number().positive().max(4),
    targetPower: z.number().gt(0.5).lt(1),
    assumptionSource: z.string().min(1),
  }),
])

/** How a custom command is spoken to. */
export const executorCommandSchema = z.strictObject({
  command: z.array(z.string().min(1)).min(1),
  protocol: z.enum(['v0', 'v1']),
})

/** The values of a request. Locators are as written; relative ones start at `baseDirectory`. */
export const requestValuesSchema = z.strictObject({
  locators: z.strictObject({
    /** The experiment file; its folder is where relative locators start. Absent: the working folder is. */
    config: locator.optional(),
    samples: locator,
    skillDirectory: locator,
    mcpConfig: locator.optional(),
    gold: locator.optional(),
  }),
  variants: z.array(variantSchema),
  targetRuntime: z.strictObject({
    /** A built-in executor, or `command` with {@link executorCommandSchema}. */
    executorId: identifierSchema,
    executorCommand: executorCommandSchema.optional(),
    model: identifierSchema,
    effort: effortSchema,
  }),
  judges: z.strictObject({
    enabled: z.boolean(),
    members: z.array(judgeMemberSchema),
    replicateCount: countSchema,
    lengthDebias: z.boolean(),
  }),
  measurement: z.strictObject({
    /** `strict`: the control discovers no skill and sees no file of a treatment. */
    baselineIsolation: z.enum(['strict', 'relaxed']),
    executionConcurrency: countSchema,
    timeoutMs: millisecondsSchema,
    retryCount: z.int().min(0),
    cache: z.strictObject({
      executionMode: z.literal('disabled'),
      evaluationMode: z.literal('disabled'),
    }),
    /** Share of the samples that is held out; open interval from 0 to 1. */
    holdoutRatio: z.number().gt(0).lt(1).optional(),
    bootstrap: z.strictObject({ enabled: z.boolean(), resamples: z.int().min(100) }),
    decision: z.strictObject({
      /** A mean of a layer below it fails; scale from 1 to 5. Absent: derived when compiling, 3. */
      threshold: z.number().min(1).max(5).optional(),
      /** Absent: derived when compiling, 0.1. */
      trivialDifference: z.number().min(0).max(4).optional(),
      sampleSize: sampleSizeSchema,
    }),
    budget: z
      .strictObject({
        totalProviderCostUSD: usd.optional(),
        perCoordinateProviderCostUSD: usd.optional(),
        perCoordinateActiveDurationMs: millisecondsSchema.optional(),
      })
      .optional(),
  }),
  orchestration: z.strictObject({
    dryRun: z.boolean(),
    batch: z.boolean(),
    repeatCount: countSchema,
    resumeSourceLocator: locator.optional(),
    preflight: z.strictObject({
      doctor: z.enum(['required', 'skip']),
      connectivity: z.enum(['required', 'skip']),
    }),
    diagnostic: z.enum(['enabled-outside-core', 'disabled']),
    managedEvidence: z.enum(['append', 'skip']),
  }),
  presentation: z.strictObject({
    outputDirectoryLocator: locator,
    indexScope: z.enum(['project', 'global']),
    language: z.enum(['zh', 'en']),
    serve: z.boolean(),
    verbose: z.boolean(),
    layeredView: z.boolean(),
    exitMode: z.enum(['gate', 'report-only']),
    /** Ours: where an attempt's workspace goes afterwards. */
    keepWorkspaces: z.boolean(),
    /** Ours: whether pages may show what samples and outputs say. */
    includeContent: z.boolean(),
    /** Ours: whether what is printed is JSON. */
    json: z.boolean(),
  }),
})

const source = { normalizedField: z.string().min(1), sourceKey: z.string().min(1) }

/** Where the value of a field came from. There is an entry exactly where there is a value. */
export const fieldSourceSchema = z.discriminatedUnion('sourceKind', [
  z.strictObject({ ...source, sourceKind: z.literal('cli-flag') }),
  z.strictObject({ ...source, sourceKind: z.literal('eval-config') }),
  z.strictObject({
    ...source,
    sourceKind: z.literal('documented-default'),
    defaultSource: z.literal('documented'),
  }),
  z.strictObject({
    ...source,
    sourceKind: z.literal('host-default'),
    defaultSource: z.enum(['environment-selection', 'derived']),
  }),
])

/** A request; frozen, plain JSON. */
export const evaluationRequestSchema = z.strictObject({
  schemaVersion: z.literal(EVALUATION_REQUEST_VERSION),
  values: requestValuesSchema,
  /** In code-unit order of the field, then of the key. */
  fieldSources: z.array(fieldSourceSchema),
})

/** See {@link evaluationRequestSchema}. */
export type EvaluationRequest = Immutable<z.infer<typeof evaluationRequestSchema>>
/** See {@link requestValuesSchema}. */
export type RequestValues = Immutable<z.infer<typeof requestValuesSchema>>
/** See {@link fieldSourceSchema}. */
export type FieldSource = Immutable<z.infer<typeof fieldSourceSchema>>
/** See {@link variantSchema}. */
export type Variant = Immutable<z.infer<typeof variantSchema>>
/** See {@link judgeMemberSchema}. */
export type JudgeMember = Immutable<z.infer<typeof judgeMemberSchema>>
/** See {@link sampleSizeSchema}. */
export type SampleSizePlan = Immutable<z.infer<typeof sampleSizeSchema>>
/** See {@link executorCommandSchema}. */
export type ExecutorCommand = Immutable<z.infer<typeof executorCommandSchema>>
