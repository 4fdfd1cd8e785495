// What was decided about a release, for which reasons and by which figures; or why nothing is decided.
import { z } from 'zod'
import { countSchema, digestSchema, identifierSchema } from '../identifiers.js'
import type { Immutable } from '../immutable.js'
import { intervalSchema } from './interval-tables.js'
import { indexSchema, recordErrorSchema, recordRuntimeSchema } from './record-parts.js'

/** Version of {@link decisionRecordSchema}; any other is refused. */
export const DECISION_RECORD_VERSION = 'eval-checks.decision-record/v1'

/** From the worst to the best; `SOLO` is said of a run that compares nothing. */
export const verdictSchema = z.enum(['REGRESSION', 'CAUTIOUS', 'UNDERPOWERED', 'NOISE', 'PROGRESS', 'SOLO'])

/** Reasons of a verdict. */
export const verdictReasonSchema = z.enum([
  'comparison-interval-overlaps-zero',
  'comparison-sample-size-below-minimum',
  'comparison-sample-size-sufficient',
  'comparison-significant-regression',
  'treatment-layer-gate-failed',
  'comparison-effect-practically-trivial',
  'judge-ensemble-dissent',
  'judge-uncertainty-unmeasured',
  'holdout-generalization-gap',
  'holdout-gap-unmeasured',
  'release-gates-passed',
  'treatment-recovers-broken-control',
  'solo-layer-gate-passed',
  'solo-layer-gate-failed',
])

/** Reasons for which nothing is decided. */
export const undecidedReasonSchema = z.enum([
  'decision-cancelled',
  'release-evidence-incomplete',
  'release-binding-mismatch',
  'release-lineage-mismatch',
  'release-correction-policy-missing',
  'release-comparison-family-unavailable',
  'release-comparison-interval-unavailable',
  'release-composite-unavailable',
  'instrument-control-unavailable',
  'instrument-control-failed',
  'series-coverage-incomplete',
  'series-member-not-comparable',
])

const interval = intervalSchema.extend({ significant: z.boolean() })

/** What was found of one treatment. Scores are on the scale from 1 to 5. */
export const decidedComparisonSchema = z.strictObject({
  comparisonId: identifierSchema,
  controlTargetId: identifierSchema,
  treatmentTargetId: identifierSchema,
  verdict: verdictSchema.exclude(['SOLO']),
  reasonCodes: z.array(verdictReasonSchema).min(1),
  /** Complete pairs, and how many the plan asks for. */
  comparableUnits: countSchema,
  minimumComparisonUnits: countSchema,
  interval,
  /** Of the differences; null for a single pair. */
  standardDeviation: z.number().min(0).nullable(),
  /** How many more pairs would show a difference of that size; null where no spread was seen. */
  furtherUnits: z.strictObject({ difference: z.number().positive(), units: indexSchema }).nullable(),
  controlScore: z.number().nullable(),
  treatmentScore: z.number().nullable(),
})

/** A comparison with a known answer. */
export const instrumentControlSchema = z.strictObject({
  comparisonId: identifierSchema,
  expectation: z.enum(['must-win', 'must-tie']),
  outcome: z.enum(['as-expected', 'unexpected', 'unavailable']),
  interval: interval.nullable(),
})

const decision = {
  schemaVersion: z.literal(DECISION_RECORD_VERSION),
  decisionPolicyId: identifierSchema,
  implementation: recordRuntimeSchema,
  /** Of a series: the digest of its analysis. */
  analysisBundleDigest: digestSchema,
  decisionPlanDigest: digestSchema,
  policyDigest: digestSchema,
  analysisResultIds: z.array(identifierSchema),
  decidedAt: z.iso.datetime(),
  instrumentControls: z.array(instrumentControlSchema),
  /** Covers this record but itself. */
  decisionDigest: digestSchema,
}

/** The worst of all comparisons is the verdict; with the same verdict, the first by its id. */
export const decisionRecordSchema = z.discriminatedUnion('decisionStatus', [
  z.strictObject({
    decisionStatus: z.literal('decided'),
    ...decision,
    verdict: verdictSchema,
    /** Those of the comparison that decides. */
    reasonCodes: z.array(verdictReasonSchema).min(1),
    /** Absent when nothing is compared. */
    decidingComparisonId: identifierSchema.optional(),
    /** In the order of the plan. */
    comparisons: z.array(decidedComparisonSchema),
  }),
  z.strictObject({
    decisionStatus: z.literal('not-decided'),
    ...decision,
    reasonCodes: z.array(undecidedReasonSchema).min(1),
  }),
  z.strictObject({ decisionStatus: z.literal('failed'), ...decision, error: recordErrorSchema }),
])

/** Whether a run may pass, by its exit code. */
export const gateSchema = z.strictObject({
  gateStatus: z.enum(['passed', 'blocked', 'skipped']),
  exitCode: z.union([z.literal(0), z.literal(1)]),
  reasonCodes: z.array(identifierSchema).min(1),
})

/** The three axes of a run's status. */
export const runStatusSchema = z.strictObject({
  runStatus: z.enum(['completed', 'cancelled', 'budget-exhausted', 'failed']),
  evidenceStatus: z.enum(['complete', 'partial', 'unresolvable']),
  conclusionStatus: z.enum(['conclusive', 'inconclusive', 'not-evaluated']),
})

/** See {@link verdictSchema}. */
export type Verdict = z.infer<typeof verdictSchema>
/** See {@link verdictReasonSchema}. */
export type VerdictReason = z.infer<typeof verdictReasonSchema>
/** See {@link undecidedReasonSchema}. */
export type UndecidedReason = z.infer<typeof undecidedReasonSchema>
/** See {@link decidedComparisonSchema}. */
export type DecidedComparison = Immutable<z.infer<typeof decidedComparisonSchema>>
/** See {@link instrumentControlSchema}. */
export type InstrumentControl = Immutable<z.infer<typeof instrumentControlSchema>>
/** See {@link decisionRecordSchema}. */
export type DecisionRecord = Immutable<z.infer<typeof decisionRecordSchema>>
/** See {@link gateSchema}. */
export type Gate = Immutable<z.infer<typeof gateSchema>>
/** See {@link runStatusSchema}. */
export type ExperimentStatus = Immutable<z.infer<typeof runStatusSchema>>
