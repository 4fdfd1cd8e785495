// What a judge's sealed configuration says about who is asked, and what asking one of them comes to.
import type { AgentTemplate, AgentUsage, Isolation } from './agent.js'
import type { AgentSettings, HarnessConfiguration } from './configuration.js'
import type { Digest } from './digest.js'
import type { EvalChecksError } from './errors.js'

/** One who may be asked, as sealed. Plain JSON (a type, because an interface is none). */
export type Judge = {
  readonly agent: string
  /** Effective for one check; in {@link JudgingSettings} only what is set for this judge alone. */
  readonly model: string | null
  readonly reasoningEffort: string | null
  /** Null when no agent has this name. Values of `providerEnv` are not sealed. */
  readonly template: SealedTemplate | null
  /** The fields of `[agents.NAME]` that the user set. */
  readonly own: readonly (keyof AgentSettings)[]
  /** Names of the variables that the agent gets from `provider_env` and `[harness.env]`. */
  readonly environmentNames: readonly string[]
  /** Null when no agent has this name. */
  readonly plugin: { readonly version: string; readonly fingerprint: Digest } | null
}

/** A template without the values of environment variables. */
export type SealedTemplate = Omit<AgentTemplate, 'providerEnv'>

/** The settings that judges are compiled with. Plain JSON. */
export type JudgingSettings = Pick<
  HarnessConfiguration,
  'model' | 'reasoningEffort' | 'timeoutSeconds' | 'access' | 'replicates' | 'agreement'
> & {
  /** Who is asked: the `judges`, or the one agent; empty when none is configured. */
  readonly judges: readonly Judge[]
  /** Characters of each evidence file; 0 means all. */
  readonly llmMaxInputChars: number
}

/** One call: one judge is asked once. */
export interface JudgeCall {
  readonly judge: Judge
  readonly access: 'read-only' | 'full'
  readonly prompt: string
  /** Digest of the prompt. */
  readonly promptSha256: Digest
  readonly checkId: string
  /** See `checkDefinitionSha256`. */
  readonly definitionSha256: string
  /** Counts from 1 among the calls of one judge for one check. */
  readonly replicate: number
  /** Over all attempts. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Absolute path of a stream's file for this call; a repeated attempt moves the earlier one aside. */
  readonly outputFile: (stream: 'stdout' | 'stderr', attempt: number | null) => string
  /** Makes a new private folder. */
  readonly makePrivateFolder: () => Promise<string>
}

/** One start of an agent. Times ISO 8601 in UTC, durations milliseconds, money US dollars; null where unknown. */
export type JudgeAttempt = {
  readonly started_at: string
  readonly duration_ms: number
  readonly exit_code: number | null
  readonly error_code: string | null
  readonly error_detail: string | null
}

/** What asking came to. */
export interface JudgeVote {
  readonly agent_type: string
  readonly agent_version: string | null
  readonly model: string | null
  readonly requested_model: string | null
  readonly reasoning_effort: string | null
  readonly replicate: number
  readonly prompt_sha256: string
  readonly status: 'passed' | 'failed' | 'error'
  readonly score: 0 | 1
  readonly reason: string | null
  readonly error_code: string | null
  readonly error_detail: string | null
  readonly isolation: Isolation | null
  readonly attempts: readonly JudgeAttempt[]
  readonly usage: AgentUsage
  readonly cost_usd: number | null
  readonly session_id: string | null
  /** The run whose stored vote this is; null for a live one. */
  readonly replayed_from: string | null
  readonly exit_code: number | null
  /** Tails of the last attempt's streams. */
  readonly stdout: string
  readonly stderr: string
}

/** Asks agents on behalf of checks: one per run, with one limit on calls, one budget and one circuit breaker. */
export interface Judging {
  /** Examines everybody who may be asked, before the first call; what stands in the way, or null. */
  readonly examine: (judges: readonly Judge[]) => Promise<EvalChecksError | null>
  /** Asks. Null when the run was cancelled. Never rejects for anything that an agent did. */
  readonly ask: (call: JudgeCall) => Promise<JudgeVote | null>
}
