// From votes to the outcome of a check. Pure.
import type { CheckOutcome, CheckResult } from '../../../src/contracts/check-result.js'
import type { JudgeVote } from '../../../src/contracts/judging.js'
import { sumKnown } from '../../../src/contracts/sum-known.js'
import { type Agreement, agree } from './agreement.js'
import type { JudgeConfig } from './config.js'

/** The outcome of a check from its votes, at least one. */
export function outcomeOfVotes(
  votes: readonly [JudgeVote, ...JudgeVote[]],
  config: JudgeConfig,
): CheckOutcome {
  const [first] = votes
  const agreement = agree(votes, config.agreement)
  const speaker = votes.length === 1 ? first : (findSpeaker(votes, agreement) ?? first)
  const observed = {
    exitCode: speaker.exit_code,
    stdout: speaker.stdout,
    stderr: speaker.stderr,
    details: detailsOf(votes, config, speaker),
  }
  if (votes.length === 1 && first.status === 'error') {
    return {
      status: 'error',
      errorCode: first.error_code ?? 'agent-failed',
      errorDetail: first.error_detail ?? '',
      ...observed,
    }
  }
  switch (agreement.kind) {
    case 'verdict':
      return {
        status: agreement.score === 1 ? 'passed' : 'failed',
        reason: votes.length === 1 ? first.reason : sayVotes(votes, speaker, agreement.score),
        ...observed,
      }
    case 'tie':
      return {
        status: 'error',
        errorCode: 'tie',
        errorDetail: `the judges do not agree: ${agreement.passed} passed, ${agreement.failed} failed: ask an odd number of times, or make the instructions clearer`,
        ...observed,
      }
    case 'undecided': {
      const { agent_type: agent, error_code: code, error_detail: detail } = agreement.missing
      return {
        status: 'error',
        errorCode: code ?? 'agent-failed',
        errorDetail: `the votes that were cast do not decide, and ${countErrors(votes)} of ${votes.length} could not be: ${agent}: ${detail}`,
        ...observed,
      }
    }
  }
}

/** The first vote on the winning side, or the first that is missing: its words stand for all. */
function findSpeaker(votes: readonly JudgeVote[], agreement: Agreement): JudgeVote | undefined {
  if (agreement.kind === 'undecided') return agreement.missing
  if (agreement.kind === 'tie') return undefined
  return votes.find(({ status }) => status === (agreement.score === 1 ? 'passed' : 'failed'))
}

function sayVotes(votes: readonly JudgeVote[], speaker: JudgeVote, score: 0 | 1): string {
  const side = votes.filter(({ status }) => status === (score === 1 ? 'passed' : 'failed')).length
  const broken = countErrors(votes)
  const without = broken === 0 ? '' : `, ${broken} could not be asked`
  const counted = `${side} of ${votes.length} votes ${score === 1 ? 'pass' : 'fail'}${without}`
  return speaker.reason === null ? counted : `${counted}: ${speaker.reason}`
}

function countErrors(votes: readonly JudgeVote[]): number {
  return votes.filter(({ status }) => status === 'error').length
}

/** What only this check type knows: the words of the speaker, the sums of all, and every single vote. */
function detailsOf(
  votes: readonly JudgeVote[],
  config: JudgeConfig,
  speaker: JudgeVote,
): CheckResult['details'] {
  const { isolation } = speaker
  const agents = new Set(votes.map(({ agent_type }) => agent_type))
  const asked = votes.filter(({ attempts, replayed_from }) => attempts.length > 0 || replayed_from !== null)
  const sum = (read: (vote: JudgeVote) => number | null) =>
    asked.length === 0 ? null : sumKnown(asked.map(read))
  return {
    agent_type: agents.size === 1 ? speaker.agent_type : [...agents].join(', '),
    agent_version: speaker.agent_version,
    model: speaker.model,
    reasoning_effort: speaker.reasoning_effort,
    timeout_seconds: config.timeoutSeconds,
    isolation: isolation && showIsolation(isolation),
    attempts: votes.flatMap(({ attempts }) => attempts.map((attempt) => ({ ...attempt }))),
    usage: {
      input_tokens: sum(({ usage }) => usage.inputTokens),
      cached_input_tokens: sum(({ usage }) => usage.cachedInputTokens),
      output_tokens: sum(({ usage }) => usage.outputTokens),
    },
    cost_usd: sum(({ cost_usd }) => cost_usd),
    raw_response: speaker.stdout,
    ...(config.evidence.length === 0 ? {} : { evidence: config.evidence.map((part) => ({ ...part })) }),
    ...(speaker.replayed_from === null ? {} : { replayed_from: speaker.replayed_from }),
    ...(votes.length === 1 ? {} : { agreement: config.agreement }),
    votes: votes.map(showVote),
  }
}

function showIsolation({ level, remains }: { level: string; remains: readonly string[] }): string {
  return remains.length === 0 ? level : `${level} (${remains.join('; ')})`
}

function showVote(vote: JudgeVote): CheckResult['details'] {
  const { stdout: _stdout, stderr: _stderr, attempts, usage, isolation, ...rest } = vote
  return {
    ...rest,
    isolation: isolation && showIsolation(isolation),
    attempts: attempts.map((attempt) => ({ ...attempt })),
    usage: {
      input_tokens: usage.inputTokens,
      cached_input_tokens: usage.cachedInputTokens,
      output_tokens: usage.outputTokens,
    },
  }
}
