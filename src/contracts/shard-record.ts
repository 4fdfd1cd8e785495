// What a shard tells the merge of all shards. It travels through files that somebody may have changed: both shapes are
// validated when they are read back.
import { z } from 'zod'
import { checkResultSchema } from './check-result.js'
import { DIGEST_PATTERN } from './digest.js'
import { runHeaderSchema } from './eval-report.js'

/** One per shard, with one of its check files. */
export const shardRecordSchema = z.strictObject({
  schema_version: z.literal(1),
  /** Header of the shard's run, but with what was chosen before the files were divided among shards. */
  run: runHeaderSchema,
  /** Every check of the sealed plan, in plan order. */
  definitions: z.array(z.strictObject({ id: z.string(), sha256: z.string().regex(DIGEST_PATTERN) })),
})
/** See {@link shardRecordSchema}. */
export type ShardRecord = z.infer<typeof shardRecordSchema>

/** The result of a check without its streams, and the digest of the plan it was part of. */
export const shardResultSchema = z.strictObject({
  ...checkResultSchema.omit({ stdout: true, stderr: true }).shape,
  plan_sha256: z.string().regex(DIGEST_PATTERN),
})
/** See {@link shardResultSchema}. */
export type ShardResult = z.infer<typeof shardResultSchema>
