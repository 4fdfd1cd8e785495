// `report.json`: everything about one run of checks, recomputable from its parts.
import { z } from 'zod'
import { checkResultSchema } from './check-result.js'
import { DIGEST_PATTERN } from './digest.js'
import { judgingSummarySchema } from './judging-summary.js'

/** How a run ended. Only a `complete` run can be passed. */
export const runStatusSchema = z.enum(['complete', 'interrupted', 'bailed'])
/** See {@link runStatusSchema}. */
export type RunStatus = z.infer<typeof runStatusSchema>

/** A load fault as it stands in a report. */
export const reportedFaultSchema = z.strictObject({
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  code: z.string(),
  field: z.string(),
  message: z.string(),
})
/** See {@link reportedFaultSchema}. */
export type ReportedFault = z.infer<typeof reportedFaultSchema>

/** A check that was left out on purpose. */
export const skippedCheckSchema = z.strictObject({ id: z.string(), reason: z.string() })
/** See {@link skippedCheckSchema}. */
export type SkippedCheck = z.infer<typeof skippedCheckSchema>

/** A Wilson score interval, or that there is none because no check was decided. */
export const rateIntervalSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('interval'),
    method: z.literal('wilson'),
    level: z.number(),
    /** Checks that the interval rests on. */
    n: z.number().int(),
    estimate: z.number(),
    lower: z.number(),
    upper: z.number(),
  }),
  z.strictObject({
    kind: z.literal('undefined'),
    method: z.literal('wilson'),
    n: z.literal(0),
    reason: z.literal('no-observations'),
  }),
])

/** How many of the checks that were judged passed. What errored or did not run says nothing about the rate. */
export const passRateSchema = z.strictObject({
  passed: z.number().int(),
  /** Passed and failed checks. */
  decided: z.number().int(),
  interval: rateIntervalSchema,
})
/** See {@link passRateSchema}. */
export type PassRate = z.infer<typeof passRateSchema>

/** What is known when a run starts: kept in `selection.json` so that a killed run's report can be rebuilt. */
export const runHeaderSchema = z.strictObject({
  schema_version: z.literal(1),
  run_id: z.string(),
  project_root: z.string(),
  output_dir: z.string(),
  started_at: z.string(),
  pass_threshold: z.number().min(0).max(1),
  plan_sha256: z.string().regex(DIGEST_PATTERN),
  /** Present in watch mode: the folder is rewritten as results change. */
  watch: z.literal(true).optional(),
  /** Ids of the checks that this run executes, in plan order. */
  selected: z.array(z.string()),
  skipped: z.array(skippedCheckSchema),
  /** Faults of the selected files. */
  load_errors: z.array(reportedFaultSchema),
  /** `i/n` when this run is one shard of a larger run. */
  shard: z.string().optional(),
})
/** See {@link runHeaderSchema}. */
export type RunHeader = z.infer<typeof runHeaderSchema>

/** See the file's head. `percentage` has one decimal; `not_run` counts in `total_points`. */
export const evalReportSchema = z.strictObject({
  schema_version: z.literal(1),
  run_id: z.string(),
  project_root: z.string(),
  output_dir: z.string(),
  started_at: z.string(),
  completed_at: z.string(),
  duration_ms: z.number().int().nonnegative(),
  total_checks: z.number().int(),
  passed_checks: z.number().int(),
  failed_checks: z.number().int(),
  errored_checks: z.number().int(),
  points_earned: z.number().int(),
  total_points: z.number().int(),
  percentage: z.number(),
  pass_threshold: z.number(),
  meets_threshold: z.boolean(),
  /** null for a shard: only the merge of all shards can decide. */
  run_passed: z.boolean().nullable(),
  run_status: runStatusSchema,
  not_run: z.array(z.string()),
  skipped: z.array(skippedCheckSchema),
  load_errors: z.array(reportedFaultSchema),
  plan_sha256: z.string().regex(DIGEST_PATTERN),
  /** Ours, beside the documented fields. */
  pass_rate: passRateSchema,
  /** There only when judges were to be asked. */
  judging: judgingSummarySchema.optional(),
  shard: z.string().optional(),
  watch: z.literal(true).optional(),
  checks: z.array(checkResultSchema),
})
/** See {@link evalReportSchema}. */
export type EvalReport = z.infer<typeof evalReportSchema>
