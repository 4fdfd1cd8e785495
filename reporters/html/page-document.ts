// The document inside `report.html`: everything that the page shows, as JSON. The page computes nothing but what is filtered,
// sorted and drawn. All texts come from outside and are plain text; long ones are cut with an ellipsis.
import { z } from 'zod'
import { checkStatusSchema } from '../../src/contracts/check-result.js'
import { passRateSchema, rateIntervalSchema, runStatusSchema } from '../../src/contracts/eval-report.js'

const count = z.number().int().nonnegative()
const milliseconds = count
/** US dollars; null is unknown, never 0. */
const dollars = z.number().nonnegative().nullable()

/** Something to do, best first. */
export const pageStepSchema = z.strictObject({
  text: z.string(),
  /** To be copied into a shell. */
  command: z.string().nullable(),
})

/** Lines of a file around a place. */
export const pageFrameSchema = z.strictObject({
  /** Relative to the project, with slashes. */
  file: z.string(),
  /** Counts from 1; the line that is meant. */
  line: count,
  /** Number of the first of `lines`. */
  first: count,
  lines: z.array(z.string()),
})

/** One vote of a judge. */
export const pageVoteSchema = z.strictObject({
  agent: z.string(),
  model: z.string().nullable(),
  status: checkStatusSchema,
  reason: z.string().nullable(),
  cost_usd: dollars,
  replayed: z.boolean(),
})

/** A file or folder in the run folder; `href` is relative to the page and safe to follow. */
export const pageLinkSchema = z.strictObject({ label: z.string(), href: z.string() })

/** One check with its result. */
export const pageCheckSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  description: z.string(),
  /** Relative to the project, with slashes. */
  file: z.string(),
  tags: z.array(z.string()),
  status: checkStatusSchema,
  started_at: z.string(),
  duration_ms: milliseconds,
  /** Why it ended as it did, in words; null for a passed check without a reason. */
  reason: z.string().nullable(),
  error_code: z.string().nullable(),
  exit_code: z.number().int().nullable(),
  /** Ends of the streams. */
  stderr: z.string(),
  stdout: z.string(),
  /** What the judge was asked. */
  prompt: z.string().nullable(),
  /** Who judged, in words, and every vote. */
  judge: z.string().nullable(),
  votes: z.array(pageVoteSchema),
  /** Whether an agent was to be asked; only then `cost_usd` means anything. */
  judged: z.boolean(),
  cost_usd: dollars,
  evidence: z.array(pageLinkSchema),
  frame: pageFrameSchema.nullable(),
  /** Runs this check alone; null when its id cannot be typed. */
  rerun: z.string().nullable(),
  /** One letter for each run of `history` but the last: `p`, `f`, `e`, or `-` for no result. */
  past: z.string(),
  change: z.enum(['newly-failing', 'newly-passing']).nullable(),
  /** The check itself changed along with its verdict. */
  definition_changed: z.boolean().nullable(),
  flaky: z.boolean(),
})

/** A run in the output folder; the last is the run of this page. */
export const pageRunSchema = z.strictObject({
  run_id: z.string(),
  started_at: z.string(),
  duration_ms: milliseconds,
  total: count,
  passed: count,
  failed: count,
  errored: count,
  run_passed: z.boolean().nullable(),
  interval: rateIntervalSchema,
  judged: z.boolean(),
  cost_usd: dollars,
  /** Its report; null for the run of this page and where there is none. */
  href: z.string().nullable(),
})

/** See the file's head. */
export const pageDocumentSchema = z.strictObject({
  page_version: z.literal(1),
  run: z.strictObject({
    run_id: z.string(),
    project: z.string(),
    started_at: z.string(),
    completed_at: z.string(),
    duration_ms: milliseconds,
    status: runStatusSchema,
    decision: z.enum(['passed', 'not-passed', 'undecided']),
    sentence: z.string(),
    threshold: z.number(),
    plan_sha256: z.string(),
    shard: z.string().nullable(),
    watch: z.boolean(),
  }),
  steps: z.array(pageStepSchema),
  totals: z.strictObject({
    total: count,
    passed: count,
    failed: count,
    errored: count,
    not_run: count,
    skipped: count,
    load_errors: count,
  }),
  pass_rate: passRateSchema,
  /** The same in words, with what it leaves out. */
  pass_rate_words: z.string(),
  /** What judges were asked and what it cost, in words; empty when nobody was asked. */
  judging_words: z.array(z.string()),
  /** In plan order. */
  checks: z.array(pageCheckSchema),
  load_errors: z.array(
    z.strictObject({ place: z.string(), field: z.string(), message: z.string(), code: z.string() }),
  ),
  not_run: z.array(z.string()),
  skipped: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
  /** Oldest first. */
  history: z.array(pageRunSchema),
  /** Checks whose long texts were left out because the page would be too large. */
  left_out: count,
})

/** See {@link pageStepSchema}. */
export type PageStep = z.infer<typeof pageStepSchema>
/** See {@link pageFrameSchema}. */
export type PageFrame = z.infer<typeof pageFrameSchema>
/** See {@link pageVoteSchema}. */
export type PageVote = z.infer<typeof pageVoteSchema>
/** See {@link pageLinkSchema}. */
export type PageLink = z.infer<typeof pageLinkSchema>
/** See {@link pageCheckSchema}. */
export type PageCheck = z.infer<typeof pageCheckSchema>
/** See {@link pageRunSchema}. */
export type PageRun = z.infer<typeof pageRunSchema>
/** See {@link pageDocumentSchema}. */
export type PageDocument = z.infer<typeof pageDocumentSchema>
