// What a user may say to the GitHub reporter.
import { z } from 'zod'

/** Options of the reporter. */
export const githubOptionsSchema = z.strictObject({
  /** Annotate files. `auto`, the default: unless a reporter of Vitest does it already. */
  annotations: z.exactOptional(z.union([z.boolean(), z.literal('auto')])),
  /** Add to the summary of the job. Default true. */
  summary: z.exactOptional(z.boolean()),
})
/** See {@link githubOptionsSchema}. */
export type GithubOptions = z.infer<typeof githubOptionsSchema>
