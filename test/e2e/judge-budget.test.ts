// What judges cost: the limits that a run keeps, and what its report adds up.
import { expect, test } from 'vitest'
import { type FakeClaudeOptions, makeClaudeProject } from './fake-claude.js'
import { startVitest } from './host.js'
import { judgeThat, logFile, makeJudgeProject, readAgentLog } from './judge-project.js'
import { readLatestRun } from './run-folders.js'

async function runClaude(checks: Readonly<Record<string, string>>, options: FakeClaudeOptions) {
  const project = makeClaudeProject(checks, options)
  const ended = await startVitest(project, ['run'], {
    env: { AGENT_LOG: logFile(project), ANTHROPIC_API_KEY: 'key-of-nobody' },
  })
  const { report } = readLatestRun(project)
  const outcomes = report.checks.map(({ error_code, status }) => error_code ?? status).sort()
  return { ...ended, report, outcomes, starts: readAgentLog(project) }
}

function checksThat(behaviour: string, count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, behaviour]))
}

test('nobody is asked any more once a budget in dollars is used up', async () => {
  const { exitCode, report, outcomes, starts } = await runClaude(checksThat('pass 0.4', 5), {
    harness: 'budgetUsd: 1, maxParallel: 1',
  })
  expect(exitCode).toBe(1)
  expect(outcomes).toEqual(['budget', 'budget', 'passed', 'passed', 'passed'])
  expect(starts).toHaveLength(3)
  const refused = report.checks.find(({ error_code }) => error_code === 'budget')
  expect(refused?.error_detail).toContain('$1.2000 were spent')
  expect(refused?.details).toMatchObject({ cost_usd: null, attempts: [] })
  expect(report.judging).toMatchObject({ calls: 3, attempts: 3, errors: 2, cost_usd: expect.closeTo(1.2) })
})

test('nobody is asked any more once a call has cost nobody knows what', async () => {
  const { report, outcomes, starts } = await runClaude(checksThat('pass unknown', 3), {
    harness: 'budgetUsd: 100, maxParallel: 1',
  })
  expect(outcomes).toEqual(['budget', 'budget', 'passed'])
  expect(starts).toHaveLength(1)
  const refused = report.checks.find(({ error_code }) => error_code === 'budget')
  expect(refused?.error_detail).toContain('nobody knows what')
  expect(report.judging).toMatchObject({ calls: 1, cost_usd: null, known_cost_usd: 0 })
})

test('calls at work when the budget runs out go on to their end', async () => {
  const { outcomes, starts } = await runClaude(checksThat('pass 0.4', 6), {
    harness: 'budgetUsd: 0.1, maxParallel: 3',
  })
  expect(outcomes).toEqual(['budget', 'budget', 'budget', 'passed', 'passed', 'passed'])
  expect(starts).toHaveLength(3)
})

test('a report adds up what is known, and says where the sum is not', async () => {
  const { report } = await runClaude(
    { cheap: 'pass 0.25', dear: 'fail 0.5', secret: 'pass unknown' },
    { harness: 'maxParallel: 2' },
  )
  const sums = {
    calls: 3,
    attempts: 3,
    errors: 0,
    input_tokens: 180,
    cached_input_tokens: 60,
    output_tokens: 15,
    cost_usd: null,
    known_cost_usd: 0.75,
  }
  expect(report.judging).toEqual({
    ...sums,
    replayed: 0,
    agents: [{ agent: 'claude', ...sums }],
    agreement: null,
  })
  const { details } = report.checks.find(({ check_id }) => check_id === 'cheap') ?? {}
  expect(details).toMatchObject({
    agent_type: 'claude',
    agent_version: '9.8.7',
    cost_usd: 0.25,
    usage: { input_tokens: 60, cached_input_tokens: 20, output_tokens: 5 },
    isolation: 'full',
    votes: [{ session_id: '00000000-0000-4000-8000-000000000000' }],
  })
})

test('the agreement of replicates is measured over the checks that have several votes', async () => {
  const project = makeJudgeProject(
    { sure: 'pass', no: 'fail', broken: 'exit 3' },
    { harness: 'replicates: 2, maxParallel: 1' },
  )
  const turns = judgeThat('torn', `turns ${project}/turns`)
  const { writeFileSync } = await import('node:fs')
  writeFileSync(`${project}/eval_checks/torn.yaml`, turns)
  await startVitest(project, ['run'])
  const { report } = readLatestRun(project)
  expect(report.judging).toMatchObject({
    calls: 8,
    attempts: 8,
    errors: 2,
    input_tokens: null,
    cost_usd: null,
  })
  // Three checks have two votes each: 1 1, 0 0, 0 1. Half of all votes pass: chance agrees in a half, and 2 of 3 agree.
  expect(report.judging?.agreement).toEqual({
    checks: 3,
    unanimous: 2,
    gwet_ac1: expect.closeTo((2 / 3 - 1 / 2) / (1 - 1 / 2)),
    undefined_because: null,
  })
})
