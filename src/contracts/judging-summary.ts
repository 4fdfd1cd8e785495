// What judges were asked in a run and what it has cost: `judging` in `report.json`, there only when somebody was to be asked.
import { z } from 'zod'

const total = z.number().int().nonnegative()
const known = total.nullable()

const totals = {
  /** Judges that were asked, each counted once whatever its attempts; replayed votes are none. */
  calls: total,
  /** Starts of agents. */
  attempts: total,
  /** Votes that could not be cast. */
  errors: total,
  /** Null as soon as one call does not say. */
  input_tokens: known,
  cached_input_tokens: known,
  output_tokens: known,
  /** US dollars by the agents' own account; null as soon as one call does not say. */
  cost_usd: z.number().nonnegative().nullable(),
  /** US dollars of the calls that do say. */
  known_cost_usd: z.number().nonnegative(),
}

/** The totals of one agent. */
export const agentTotalsSchema = z.strictObject({ agent: z.string(), ...totals })

/** Agreement of the votes of checks that had at least two. */
export const judgeAgreementSchema = z.strictObject({
  /** Checks with at least two votes that were cast. */
  checks: total,
  /** Of these, the ones whose votes are all the same. */
  unanimous: total,
  /** Gwet's AC1 over these checks; null where it is not defined, with the reason. */
  gwet_ac1: z.number().nullable(),
  undefined_because: z.string().nullable(),
})

/** See the file's head. */
export const judgingSummarySchema = z.strictObject({
  ...totals,
  /** Votes taken from a stored run. */
  replayed: total,
  /** In alphabetical order. */
  agents: z.array(agentTotalsSchema),
  /** Null when no check had two votes. */
  agreement: judgeAgreementSchema.nullable(),
})

/** See {@link agentTotalsSchema}. */
export type AgentTotals = z.infer<typeof agentTotalsSchema>
/** See {@link judgeAgreementSchema}. */
export type JudgeAgreement = z.infer<typeof judgeAgreementSchema>
/** See {@link judgingSummarySchema}. */
export type JudgingSummary = z.infer<typeof judgingSummarySchema>
