// The record of one vote. Unknown stays null.
import type { AgentUsage } from '../../contracts/agent.js'
import type { JudgeAttempt, JudgeCall, JudgeVote } from '../../contracts/judging.js'
import { type AttemptEnd, UNKNOWN_USAGE } from './attempt.js'
import { passesEffort, passesModel } from './command-line.js'

/** A vote that nobody was asked for. */
export function refusedVote(call: JudgeCall, code: string, detail: string): JudgeVote {
  return {
    ...identify(call, null),
    status: 'error',
    score: 0,
    reason: null,
    error_code: code,
    error_detail: detail,
    isolation: null,
    attempts: [],
    usage: UNKNOWN_USAGE,
    cost_usd: null,
    session_id: null,
    replayed_from: null,
    exit_code: null,
    stdout: '',
    stderr: '',
  }
}

/** What {@link makeVote} needs. */
export interface EndedCall {
  readonly last: AttemptEnd
  readonly attempts: readonly JudgeAttempt[]
  readonly version: string | null
  /** Of all attempts. */
  readonly usage: AgentUsage
  readonly costUsd: number | null
}

/** The vote of a call that was made. */
export function makeVote(call: JudgeCall, { last, attempts, version, usage, costUsd }: EndedCall): JudgeVote {
  const { verdict, trouble } = last
  return {
    ...identify(call, version),
    ...(last.model === null ? {} : { model: last.model }),
    status: verdict === null ? 'error' : verdict.score === 1 ? 'passed' : 'failed',
    score: verdict?.score ?? 0,
    reason: verdict?.reason ?? null,
    error_code: trouble?.code ?? null,
    error_detail: trouble?.message ?? null,
    isolation: last.isolation,
    attempts,
    usage,
    cost_usd: costUsd,
    session_id: last.sessionId,
    replayed_from: null,
    exit_code: last.exitCode,
    stdout: last.stdout,
    stderr: last.stderr,
  }
}

/** Model and effort that were not passed on did not hold: they are null. */
function identify({ judge, replicate, promptSha256 }: JudgeCall, version: string | null) {
  const { agent, reasoningEffort, template } = judge
  const model = template && passesModel(template) ? judge.model : null
  return {
    agent_type: agent,
    agent_version: version,
    model,
    requested_model: model,
    reasoning_effort: template && passesEffort(template) ? reasoningEffort : null,
    replicate,
    prompt_sha256: promptSha256,
  }
}
