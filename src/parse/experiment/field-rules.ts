// What the value of a field has to be, whoever sets it: one rule for flag, option and key of a file.
import { z } from 'zod'
import { effortSchema, requestValuesSchema } from '../../contracts/experiment/request.js'
import { identifierSchema } from '../../contracts/identifiers.js'

/** What a field holds. */
export interface FieldRule<T = unknown> {
  readonly schema: z.ZodType<T>
  /** In words, for people. */
  readonly expected: string
}

const { measurement, orchestration, presentation, judges } = requestValuesSchema.shape
const { budget, decision, bootstrap } = measurement.shape
const limits = budget.unwrap().shape
const [minimumCount, power] = decision.shape.sampleSize.options

const locator = { schema: z.string().min(1), expected: 'a path' }
const toggle = { schema: z.boolean(), expected: 'true or false' }
const count = (schema: z.ZodType<number>) => ({ schema, expected: 'a whole number of at least 1' })
const amount = <S extends z.ZodType>(schema: S) => ({ schema, expected: 'a number greater than 0' })
const words = <S extends z.ZodEnum>(schema: S) => ({
  schema,
  expected: `one of ${schema.options.join(', ')}`,
})
const difference = (schema: z.ZodType<number>) => ({
  schema,
  expected: 'a number greater than 0 and at most 4',
})
const names = {
  schema: z.array(identifierSchema).min(1),
  expected: 'a list of names of treatments',
}

const rules = {
  'definition.analysisGraph.bootstrap': toggle,
  'definition.analysisGraph.bootstrap.resamples': {
    schema: bootstrap.shape.resamples,
    expected: 'a whole number of at least 100',
  },
  'definition.baselineIsolation': toggle,
  'definition.dataset.analysisCohorts': {
    schema: measurement.shape.holdoutRatio.unwrap(),
    expected: 'a number between 0 and 1, neither of them',
  },
  'definition.decisionPolicy.sampleSize.assumptionSource': {
    schema: power.shape.assumptionSource,
    expected: 'a text that says where the assumptions come from',
  },
  'definition.decisionPolicy.sampleSize.expectedDifferenceStandardDeviation': difference(
    power.shape.expectedDifferenceStandardDeviation,
  ),
  'definition.decisionPolicy.sampleSize.minimumComparisonUnits': count(
    minimumCount.shape.minimumComparisonUnits,
  ),
  'definition.decisionPolicy.sampleSize.minimumDetectableDifference': difference(
    power.shape.minimumDetectableDifference,
  ),
  'definition.decisionPolicy.sampleSize.targetPower': {
    schema: power.shape.targetPower,
    expected: 'a number between 0.5 and 1, neither of them',
  },
  'definition.decisionPolicy.threshold': {
    schema: decision.shape.threshold.unwrap(),
    expected: 'a number from 1 to 5',
  },
  'definition.decisionPolicy.trivialDifference': {
    schema: decision.shape.trivialDifference.unwrap(),
    expected: 'a number from 0 to 4',
  },
  'definition.instrumentControls.mustTie': names,
  'definition.instrumentControls.mustWin': names,
  'definition.judges.enabled': toggle,
  'definition.judges.lengthDebias': toggle,
  'definition.judges.replicateCount': count(judges.shape.replicateCount),
  'definition.targetRuntime.effort': words(effortSchema),
  'definition.targetRuntime.model': { schema: identifierSchema, expected: 'the name of a model' },
  'orchestration.batch': toggle,
  'orchestration.configLocator': locator,
  'orchestration.diagnostic': words(orchestration.shape.diagnostic),
  'orchestration.dryRun': toggle,
  'orchestration.gold.resourceLocator': locator,
  'orchestration.independentSeries.repeatCount': count(orchestration.shape.repeatCount),
  'orchestration.managedEvidence': words(orchestration.shape.managedEvidence),
  'orchestration.preflight.connectivity': words(orchestration.shape.preflight.shape.connectivity),
  'orchestration.preflight.doctor': words(orchestration.shape.preflight.shape.doctor),
  'orchestration.resumeSourceLocator': { schema: z.string().min(1), expected: 'the id or folder of a run' },
  'orchestration.samplesLocator': locator,
  'orchestration.skillDirectoryLocator': locator,
  'policy.budget.perCoordinateActiveDurationMs': {
    schema: limits.perCoordinateActiveDurationMs.unwrap(),
    expected: 'a whole number of milliseconds, at least 1',
  },
  'policy.budget.perCoordinateProviderCostUSD': amount(limits.perCoordinateProviderCostUSD.unwrap()),
  'policy.budget.totalProviderCostUSD': amount(limits.totalProviderCostUSD.unwrap()),
  'policy.executionConcurrency': count(measurement.shape.executionConcurrency),
  'policy.executionTimeoutMs': {
    schema: measurement.shape.timeoutMs,
    expected:
      'a time of at least a millisecond, in whole ones; in seconds as a flag, in milliseconds in a file',
  },
  'policy.retryCount': {
    schema: measurement.shape.retryCount,
    expected: 'a whole number of at least 0',
  },
  'presentation.exitMode': words(presentation.shape.exitMode),
  'presentation.includeContent': toggle,
  'presentation.indexScope': words(presentation.shape.indexScope),
  'presentation.json': toggle,
  'presentation.keepWorkspaces': toggle,
  'presentation.language': words(presentation.shape.language),
  'presentation.layeredView': toggle,
  'presentation.outputDirectoryLocator': locator,
  'presentation.serve': toggle,
  'presentation.verbose': toggle,
  'resources.mcpConfigLocator': locator,
} as const satisfies Readonly<Record<string, FieldRule>>

/** A field with a rule. Fields that are read in a way of their own have none. */
export type RuledField = keyof typeof rules
/** What the field holds. */
export type FieldValue<Field extends RuledField> = z.infer<(typeof rules)[Field]['schema']>

/** The rules by normalised field. */
export const fieldRules: { readonly [Field in RuledField]: FieldRule<FieldValue<Field>> } = rules
