// Results of judge checks for tests of reporters.
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { VoteRecord } from '../../src/contracts/vote-record.js'
import { makeResult } from './results.js'

/** A vote of an agent that tells everything; `changes` say what is different. */
export function makeVoteRecord(changes: Partial<VoteRecord> = {}): VoteRecord {
  return {
    agent_type: 'claude',
    agent_version: '2.1.0',
    model: 'm-1',
    requested_model: null,
    reasoning_effort: null,
    replicate: 1,
    prompt_sha256: 'sha256:00',
    status: 'passed',
    reason: 'all is there',
    session_id: null,
    isolation: 'full',
    attempts: [{}],
    usage: { input_tokens: 1000, cached_input_tokens: 200, output_tokens: 30 },
    cost_usd: 0.0123,
    replayed_from: null,
    ...changes,
  }
}

/** The result of a check with these votes. */
export function makeJudged(
  id: string,
  status: CheckResult['status'],
  votes: readonly VoteRecord[],
  details: CheckResult['details'] = {},
): CheckResult {
  const known = votes.every(({ cost_usd }) => cost_usd !== null)
  return makeResult(id, status, {
    check_type: 'harness_judge',
    details: {
      isolation: 'full',
      cost_usd: known ? votes.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0) : null,
      votes: votes.map((vote) => ({ ...vote, attempts: vote.attempts.map(() => ({})) })),
      ...details,
    },
  })
}
