// Votes for tests: `1` passes, `0` fails, `x` could not be cast.
import type { JudgeVote } from '../../../../src/contracts/judging.js'

/** One vote for each letter. */
export function makeVotes(letters: string, changes: Partial<JudgeVote> = {}): JudgeVote[] {
  return [...letters].map((letter, index) => ({
    agent_type: 'fake',
    agent_version: null,
    model: null,
    requested_model: null,
    reasoning_effort: null,
    replicate: index + 1,
    prompt_sha256: `sha256:${'0'.repeat(64)}`,
    status: letter === '1' ? 'passed' : letter === '0' ? 'failed' : 'error',
    score: letter === '1' ? 1 : 0,
    reason: letter === 'x' ? null : `reason ${index + 1}`,
    error_code: letter === 'x' ? 'timed-out' : null,
    error_detail: letter === 'x' ? 'no answer' : null,
    isolation: { level: 'full', remains: [] },
    attempts: [],
    usage: { inputTokens: null, cachedInputTokens: null, outputTokens: null },
    cost_usd: null,
    session_id: null,
    replayed_from: null,
    exit_code: 0,
    stdout: `out ${index + 1}`,
    stderr: '',
    ...changes,
  }))
}
