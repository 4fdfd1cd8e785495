// Verdicts from a stored run instead of live calls: only where everything that was asked is the same.
import type { CheckResult } from '../../contracts/check-result.js'
import type { JudgeCall, JudgeVote } from '../../contracts/judging.js'
import { type VoteRecord, votesOf } from '../../contracts/vote-record.js'
import { refusedVote } from './votes.js'

/** A stored run that votes are taken from. */
export interface StoredRun {
  readonly runId: string
  readonly results: readonly CheckResult[]
}

/** Finds the stored vote for a call. A call that has none is an error: nobody is asked in its place. */
export function openReplay({ runId, results }: StoredRun): (call: JudgeCall) => JudgeVote {
  const votes = new Map<string, { readonly vote: VoteRecord; readonly result: CheckResult }>()
  for (const result of results) {
    for (const vote of votesOf(result)) {
      if (vote.status !== 'error') votes.set(keyOf(identifyVote(result, vote)), { vote, result })
    }
  }
  return (call) => {
    const found = votes.get(keyOf(identifyCall(call)))
    if (!found) return refusedVote(call, 'replay-missing', describeMissing(runId, call))
    return replayVote(call, found.vote, found.result, runId)
  }
}

type Identity = readonly [
  definition: string,
  prompt: string,
  agent: string,
  model: string | null,
  effort: string | null,
  replicate: number,
]

function keyOf(identity: Identity): string {
  return JSON.stringify(identity)
}

function identifyVote({ check_definition_sha256 }: CheckResult, vote: VoteRecord): Identity {
  const { prompt_sha256, agent_type, requested_model, reasoning_effort, replicate } = vote
  return [check_definition_sha256, prompt_sha256, agent_type, requested_model, reasoning_effort, replicate]
}

function identifyCall({ definitionSha256, promptSha256, judge, replicate }: JudgeCall): Identity {
  return [definitionSha256, promptSha256, judge.agent, judge.model, judge.reasoningEffort, replicate]
}

function describeMissing(runId: string, { judge, replicate }: JudgeCall): string {
  const which = replicate === 1 ? '' : ` number ${replicate}`
  return `the run ${runId} holds no verdict${which} of ${judge.agent} for this definition, prompt, model and effort: run without --replay to ask for one`
}

/** Nothing was started and nothing was spent now. */
function replayVote(
  call: JudgeCall,
  { status, reason, model, agent_version, session_id }: VoteRecord,
  { stdout, stderr, exit_code }: CheckResult,
  runId: string,
): JudgeVote {
  return {
    ...refusedVote(call, '', ''),
    agent_version,
    model,
    status,
    score: status === 'passed' ? 1 : 0,
    reason,
    error_code: null,
    error_detail: null,
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    cost_usd: 0,
    session_id,
    replayed_from: runId,
    exit_code,
    stdout,
    stderr,
  }
}
