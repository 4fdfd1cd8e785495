import { describe, expect, test } from 'vitest'
import { describeCost, describeJudge, describeJudging } from '../../../reporters/shared/judging.js'
import { summarizeJudging } from '../../../src/analyze/checks/judging-summary.js'
import type { CheckResult } from '../../../src/contracts/check-result.js'
import { makeJudged, makeVoteRecord } from '../../support/judged.js'
import { makeResult } from '../../support/results.js'

function summarize(...results: CheckResult[]): string[] {
  const judging = summarizeJudging(results)
  if (judging === null) throw new Error('nobody was asked')
  return describeJudging(judging)
}

describe('the judges of a run', () => {
  test('are counted with their tokens and their cost', () => {
    expect(summarize(makeJudged('a', 'passed', [makeVoteRecord({ attempts: [{}, {}] })]))).toEqual([
      '1 call in 2 attempts, 1000 tokens in (200 cached), 30 out, cost 0.0123 USD',
    ])
  })

  test('that do not say what they cost make the sum unknown, never smaller', () => {
    const silent = makeVoteRecord({
      agent_type: 'codex',
      cost_usd: null,
      usage: { input_tokens: null, cached_input_tokens: null, output_tokens: null },
    })
    expect(
      summarize(makeJudged('a', 'passed', [makeVoteRecord()]), makeJudged('b', 'passed', [silent])),
    ).toEqual([
      '2 calls, tokens unknown, cost unknown (0.0123 USD are known)',
      'claude: 1 call, 1000 tokens in (200 cached), 30 out, cost 0.0123 USD',
      'codex: 1 call, tokens unknown, cost unknown',
    ])
  })

  test('that were replayed are told as such and cost nothing', () => {
    const stored = makeVoteRecord({ attempts: [], replayed_from: '20260101_000000_00000000' })
    expect(summarize(makeJudged('a', 'passed', [stored]))).toEqual([
      '0 calls, 1 verdict replayed from a stored run',
    ])
  })

  test('agree or not, which is told beside a coefficient', () => {
    const both = [makeVoteRecord(), makeVoteRecord({ replicate: 2 })]
    const split = [makeVoteRecord(), makeVoteRecord({ replicate: 2, status: 'failed' })]
    expect(summarize(makeJudged('a', 'passed', both), makeJudged('b', 'error', split)).at(-1)).toBe(
      "agreement: 1 of 2 checks with several votes unanimous, Gwet's AC1 0.20",
    )
  })
})

describe('the judge of a check', () => {
  test('is told with its model, how far it was kept apart and its cost', () => {
    const isolation = 'partial (GEMINI.md\nof the project)'
    expect(describeJudge(makeJudged('a', 'failed', [makeVoteRecord()], { isolation }))).toEqual([
      'judge claude (m-1)',
      'isolation partial (GEMINI.md of the project)',
      'cost 0.0123 USD',
    ])
  })

  test('of a kind that names no model and no cost is told as unknown', () => {
    const vote = makeVoteRecord({ model: null, cost_usd: null })
    expect(describeJudge(makeJudged('a', 'failed', [vote]))).toEqual([
      'judge claude (model unknown)',
      'isolation full',
      'cost unknown',
    ])
  })

  test('that was not asked has no cost', () => {
    const vote = makeVoteRecord({ status: 'error', attempts: [], cost_usd: null })
    expect(describeJudge(makeJudged('a', 'error', [vote], { isolation: null }))).toEqual([
      'judge claude (m-1)',
      'not asked',
    ])
  })

  test('is no more than one line long, whatever an agent calls its model', () => {
    const vote = makeVoteRecord({ model: 'm\n'.repeat(500) })
    const [judge = ''] = describeJudge(makeJudged('a', 'failed', [vote]))
    expect(judge.length).toBeLessThan(120)
    expect(judge).not.toContain('\n')
  })

  test('does not exist for a script', () => {
    expect(describeJudge(makeResult('a', 'failed'))).toEqual([])
  })
})

test.each([
  [0, 'cost 0.0000 USD'],
  [1.5, 'cost 1.5000 USD'],
  [0.000_034, 'cost 0.000034 USD'],
  [1e-12, 'cost under 0.00000001 USD'],
])('a cost of %d is never rounded to nothing', (usd, words) => {
  expect(describeCost(usd)).toBe(words)
})
