// What is read back from the report of an earlier run to set a new one beside it.
import { z } from 'zod'
import { checkStatusSchema } from './check-result.js'
import { runStatusSchema } from './eval-report.js'

const count = z.number().int().nonnegative()

/** The part of an earlier result that a comparison needs; more may stand there. */
export const pastResultSchema = z.object({
  check_id: z.string(),
  check_definition_sha256: z.string(),
  status: checkStatusSchema,
})

/** The part of an earlier `report.json` that a comparison needs; more may stand there. */
export const pastRunSchema = z.object({
  schema_version: z.literal(1),
  run_id: z.string(),
  started_at: z.iso.datetime(),
  /** Milliseconds. */
  duration_ms: count,
  total_checks: count,
  passed_checks: count,
  failed_checks: count,
  errored_checks: count,
  run_passed: z.boolean().nullable(),
  run_status: runStatusSchema,
  shard: z.string().optional(),
  /** US dollars; null is unknown. */
  judging: z.object({ cost_usd: z.number().nonnegative().nullable() }).optional(),
  checks: z.array(pastResultSchema),
})

/** See {@link pastResultSchema}. */
export type PastResult = z.infer<typeof pastResultSchema>
/** See {@link pastRunSchema}. */
export type PastRun = z.infer<typeof pastRunSchema>
