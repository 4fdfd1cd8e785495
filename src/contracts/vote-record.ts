// A vote as it stands in `details.votes` of a result: what a summary counts and what a replay takes over.
import { z } from 'zod'
import type { CheckResult } from './check-result.js'

const count = z.number().int().nonnegative().nullable()

/** See the file's head. Money in US dollars; null is unknown. */
export const voteRecordSchema = z.looseObject({
  agent_type: z.string(),
  agent_version: z.string().nullable(),
  /** The model that answered, where the agent says; otherwise the one that was asked for. */
  model: z.string().nullable(),
  /** The model that was asked for; null: the agent's own choice. */
  requested_model: z.string().nullable(),
  reasoning_effort: z.string().nullable(),
  /** Counts from 1 among the votes of one judge. */
  replicate: z.number().int().positive(),
  prompt_sha256: z.string(),
  status: z.enum(['passed', 'failed', 'error']),
  reason: z.string().nullable(),
  session_id: z.string().nullable(),
  isolation: z.string().nullable(),
  /** One for each start of the agent; none when it was not started. */
  attempts: z.array(z.looseObject({})),
  usage: z.object({ input_tokens: count, cached_input_tokens: count, output_tokens: count }),
  cost_usd: z.number().nonnegative().nullable(),
  /** Id of the run that the vote was taken from; null for a live one. */
  replayed_from: z.string().nullable(),
})

/** See {@link voteRecordSchema}. */
export type VoteRecord = z.infer<typeof voteRecordSchema>

/** The votes of a result; none where its check type asks nobody. */
export function votesOf({ details }: CheckResult): readonly VoteRecord[] {
  const read = z.array(voteRecordSchema).safeParse(details.votes)
  return read.success ? read.data : []
}
