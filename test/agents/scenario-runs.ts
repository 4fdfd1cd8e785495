// What a whole run makes of every scenario of the model server; each agent has its own expectations.
import { expect, test } from 'vitest'
import { digestKey } from '../../fixtures/model-server/record.js'
import type { ScenarioName } from '../../fixtures/model-server/scenarios.js'
import { agents } from '../../scripts/agents.mjs'
import { spawnVitest } from '../e2e/host.js'
import { readLatestRun } from '../e2e/run-folders.js'
import { KEY } from './invocations.js'
import type { AgentName } from './judge.js'
import { expectNothingLeft, makePlace, startRun } from './whole-run.js'

/** How a scenario ends. */
export interface ExpectedEnd {
  /** Status, or the code of an error. */
  readonly end: string
  /** Error codes of our attempts, null for the one that gave a verdict. */
  readonly attempts: readonly (string | null)[]
  /** Requests that reached the model, the agent's own retries included. */
  readonly requests: number
  readonly reason?: unknown
}

/** What an agent says about each of its calls. */
export interface ExpectedDetails {
  readonly usage: unknown
  readonly cost: unknown
  readonly model: string
  readonly isolation: unknown
}

/** Runs the product once with a scenario; returns what it left. */
async function runScenario(agent: AgentName, scenario: ScenarioName, options = {}) {
  const place = await makePlace(agent, scenario, options)
  const ended = await startRun(place, spawnVitest)
  await expectNothingLeft(place)
  const { report } = readLatestRun(place.project)
  const [result] = report.checks
  return { ...place, ended, report, result: result ?? expect.fail(`${ended.stdout}${ended.stderr}`) }
}

/** Declares the tests of one agent. */
export function testScenarios(
  agent: AgentName,
  details: ExpectedDetails,
  expected: Readonly<Partial<Record<ScenarioName, ExpectedEnd>>>,
): void {
  test.for(Object.entries(expected) as [ScenarioName, ExpectedEnd][])(
    '%s ends as it should',
    async ([scenario, { end, attempts, requests, reason }]) => {
      const { result, server } = await runScenario(agent, scenario)
      const seen = result.details.attempts as { error_code: string | null }[]
      expect({
        end: result.error_code ?? result.status,
        attempts: seen.map(({ error_code }) => error_code),
        requests: server.asked().length,
        reason: result.reason,
      }).toEqual({ end, attempts, requests, reason: reason ?? null })
      expect(server.requests.filter(({ scenario: asked }) => asked === null).map(({ path }) => path)).toEqual(
        [],
      )
    },
  )

  test('the record of a call says what the agent says', async () => {
    const { result, report, server } = await runScenario(agent, 'pass')
    const { usage, cost, model, isolation } = details
    expect(result).toMatchObject({ status: 'passed', score: 1, exit_code: 0, error_code: null })
    expect(result.details).toMatchObject({
      agent_type: agent,
      agent_version: agents[agent].version,
      model,
      isolation,
      usage,
      cost_usd: cost,
      attempts: [{ exit_code: 0, error_code: null }],
      votes: [{ requested_model: `${agent}-test`, session_id: expect.stringMatching(/\w{8}-/) }],
    })
    expect(report.judging).toMatchObject({ calls: 1, attempts: 1, errors: 0, cost_usd: cost })
    expect(server.asked().map(({ key }) => key)).toEqual([digestKey(KEY)])
  })

  test('a call that hangs is ended in time, and nothing is left', async () => {
    const { result, server } = await runScenario(agent, 'hang', { harness: 'timeoutSeconds: 20' })
    expect(result).toMatchObject({ status: 'error', score: 0, error_code: 'timed-out', exit_code: null })
    expect(result.details.attempts).toHaveLength(1)
    expect(server.asked().length).toBeGreaterThan(0)
  })

  test('instructions of 300 KB reach the model whole', async () => {
    const instructions = `Is note.txt friendly? ${'0123456789abcdef'.repeat(19_200)}`
    const { result, server } = await runScenario(agent, 'pass', { instructions })
    expect(result).toMatchObject({ status: 'passed' })
    expect(server.asked()[0]?.question?.prompt).toContain(instructions)
  })
}
