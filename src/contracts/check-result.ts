// The outcome of one check, as it stands in `results.jsonl`, `checks/<stem>.json` and `report.json`.
import { z } from 'zod'
import { DIGEST_PATTERN } from './digest.js'

const json = z.json()

/** `passed` and `failed` judge the project; `error` says that we could not judge. */
export const checkStatusSchema = z.enum(['passed', 'failed', 'error'])

/** One check's result. Times are ISO 8601 in UTC, durations milliseconds. Unknown values are null, never 0. */
export const checkResultSchema = z.strictObject({
  check_id: z.string(),
  check_type: z.string(),
  check_definition_sha256: z.string().regex(DIGEST_PATTERN),
  description: z.string(),
  /** Absolute path of the YAML file. */
  source_path: z.string(),
  tags: z.array(z.string()),
  status: checkStatusSchema,
  /** 1 for passed, 0 for failed and for error; an error's 0 is never averaged. */
  score: z.union([z.literal(0), z.literal(1)]),
  started_at: z.string(),
  completed_at: z.string(),
  duration_ms: z.number().int().nonnegative(),
  /** Why it passed or failed; null on `error` (the cause is in `error_code` and `error_detail`). */
  reason: z.string().nullable(),
  error_detail: z.string().nullable(),
  error_code: z.string().nullable(),
  /** The last 16 KiB of each stream, read as UTF-8 with replacement. */
  stdout: z.string(),
  stderr: z.string(),
  exit_code: z.number().int().nullable(),
  /** What only this check type knows. */
  details: z.record(z.string(), json),
})

/** See {@link checkResultSchema}. */
export type CheckResult = z.infer<typeof checkResultSchema>
/** See {@link checkStatusSchema}. */
export type CheckStatus = z.infer<typeof checkStatusSchema>

/** What a check type hands back from `run`: the verdict or the error, before it is stamped with times and identity. */
export type CheckOutcome = VerdictOutcome | ErrorOutcome | CancelledOutcome

interface Observed {
  readonly exitCode: number | null
  /** Tail of each stream. */
  readonly stdout: string
  readonly stderr: string
  readonly details: CheckResult['details']
}

/** The check came to a verdict. */
export interface VerdictOutcome extends Observed {
  readonly status: 'passed' | 'failed'
  readonly reason: string | null
}

/** The check could not be judged. */
export interface ErrorOutcome extends Observed {
  readonly status: 'error'
  readonly errorCode: string
  /** One sentence, with what to do. */
  readonly errorDetail: string
}

/** We ended the check ourselves; it has no result. */
export interface CancelledOutcome {
  readonly status: 'cancelled'
}
