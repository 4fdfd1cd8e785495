// The stamped result document: what one call of the command line came to, also when nothing could be run.
import { z } from 'zod'
import { checkStatusSchema } from './check-result.js'
import { DIGEST_PATTERN } from './digest.js'

/** Info string of the fenced block that holds the document in Markdown. */
export const RESULT_FENCE = 'eval-banana-result v1'

/** Name of the way in which the digest of a tree is made. */
export const DIRTY_TREE_ALGORITHM = 'eb-git-status-v2-sha256'

/**
 * `completed`: checks were run and there is a report, whatever it says. `no_checks`: none was chosen. `config_error`:
 * an option, the configuration, a check file, a plugin or the Vitest config keeps the run from starting.
 * `harness_error`: the harness of the judges does.
 */
export const resultStatusSchema = z.enum(['completed', 'no_checks', 'config_error', 'harness_error'])
/** See {@link resultStatusSchema}. */
export type ResultStatus = z.infer<typeof resultStatusSchema>

const commit = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
  .nullable()

/** What git said when we asked it: the digest at the start of the run. Outside a working tree all four are null. */
export const observedGitSchema = z
  .strictObject({
    commit_before: commit,
    commit_after: commit,
    dirty_tree_digest: z.string().regex(DIGEST_PATTERN).nullable(),
    dirty_tree_algorithm: z.literal(DIRTY_TREE_ALGORITHM).nullable(),
  })
  .refine((observed) => (observed.dirty_tree_digest === null) === (observed.dirty_tree_algorithm === null), {
    error: 'a digest and its algorithm stand together or not at all',
  })
/** See {@link observedGitSchema}. */
export type ObservedGit = z.infer<typeof observedGitSchema>

/** One check in short. `reason` of an errored check is its cause; `model` is the judge's, null for scripts. */
export const checkSummarySchema = z.strictObject({
  id: z.string(),
  status: checkStatusSchema,
  reason: z.string().nullable(),
  model: z.string().nullable(),
})

/** See the file's head. Unknown values are null. */
export const resultDocumentSchema = z
  .strictObject({
    schema_version: z.literal(1),
    tool_version: z.string(),
    status: resultStatusSchema,
    run_passed: z.boolean(),
    /** Null when the configuration could not be read. */
    pass_threshold: z.number().min(0).max(1).nullable(),
    /** The configured judge and the reasoning effort in effect. */
    harness: z.strictObject({ family: z.string().nullable(), effort: z.string().nullable() }),
    observed: observedGitSchema,
    /** ISO 8601 in UTC: when the document was made. */
    produced_at: z.iso.datetime(),
    /** `attempt` and whatever else the caller wants to read again; we do not interpret it. */
    provenance: z.record(z.string(), z.string().nullable()),
    checks: z.array(checkSummarySchema),
    /** What kept the run from starting or from completing. */
    error: z.string().nullable(),
  })
  .refine(({ run_passed, status, error }) => !run_passed || (status === 'completed' && error === null), {
    error: 'only a completed run without an error is passed',
  })
  .refine(({ status, error }) => status === 'completed' || error !== null, {
    error: 'a run that was not completed has an error',
  })
  .refine(({ status, checks }) => status === 'completed' || checks.length === 0, {
    error: 'only a completed run has checks',
  })
/** See {@link resultDocumentSchema}. */
export type ResultDocument = z.infer<typeof resultDocumentSchema>

/** How a document is written. */
export type ResultFormat = 'md' | 'json'
