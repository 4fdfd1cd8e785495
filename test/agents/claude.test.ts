// The real claude against the model server: what it asks, and how its output and exit status tell what happened.
import { expect, test } from 'vitest'
import { digestKey } from '../../fixtures/model-server/record.js'
import type { ScenarioName } from '../../fixtures/model-server/scenarios.js'
import { KEY } from './invocations.js'
import { judge, record, startJudge } from './judge.js'

const met = { score: 1, reason: 'model server: every criterion is met' }
const notMet = { score: 0, reason: 'model server: a criterion is not met' }

test.for([
  ['pass', met, 1],
  ['fail', notMet, 1],
  ['tool', { score: 1, reason: expect.stringMatching(/^model server: read \d+ characters$/) }, 2],
  ['planted', notMet, 2],
  ['429once', met, 2],
] as const satisfies readonly [ScenarioName, object, number][])(
  '%s is a structured verdict',
  async ([scenario, verdict, requests]) => {
    const { exitCode, stdout, server } = await judge('claude', scenario)
    expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({
      exitCode: 0,
      is_error: false,
      structured_output: verdict,
      session_id: expect.any(String),
      total_cost_usd: expect.any(Number),
      modelUsage: { 'claude-test': expect.any(Object) },
    })
    expect(server.asked()).toHaveLength(requests)
  },
)

test.for([
  ['prose', expect.stringContaining(JSON.stringify(met)), 2],
  ['fenced', expect.stringContaining('```json'), 2],
  ['twice', expect.stringContaining('On reflection'), 2],
  ['empty', '', 3],
] as const satisfies readonly [ScenarioName, unknown, number][])(
  '%s is asked for the verdict once more, and then a success without one',
  async ([scenario, result, requests]) => {
    const { exitCode, stdout, server } = await judge('claude', scenario)
    const output = JSON.parse(stdout)
    expect({ exitCode, ...output }).toMatchObject({ exitCode: 0, is_error: false, result })
    expect(output).not.toHaveProperty('structured_output')
    expect(server.asked()).toHaveLength(requests)
  },
)

test.for([
  ['401', 401, /^Failed to authenticate/, 3],
  ['429', 429, /429/, 3],
  ['500', 500, /^API Error: 500/, 3],
  ['cut', null, /ECONNRESET/, 4],
  ['truncclean', null, /stream_truncated/, 3],
  ['refusal', null, /safeguards flagged/, 2],
  ['maxtokens', null, /output token maximum/, 4],
] as const satisfies readonly [ScenarioName, unknown, RegExp, number][])(
  '%s is an error by its own account, under the subtype success',
  async ([scenario, status, result, requests]) => {
    const { exitCode, stdout, server } = await judge('claude', scenario)
    expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({
      exitCode: 1,
      is_error: true,
      subtype: 'success',
      api_error_status: status,
      result: expect.stringMatching(result),
    })
    expect(server.asked()).toHaveLength(requests)
  },
)

test('a hanging call ends by SIGTERM to its group, without output', async () => {
  const call = await startJudge('claude', 'hang')
  await call.server.firstAsked
  call.signal('SIGTERM')
  const ended = await call.ended
  record('claude', 'hang', call, ended)
  expect(ended).toMatchObject({ exitCode: 143, signal: null, stdout: '' })
})

test('a prompt of 300 KB reaches the model whole, with one tool to read and one for the verdict', async () => {
  const prompt = `Is this good? ${'0123456789abcdef'.repeat(19_200)}`
  const call = await startJudge('claude', 'pass', { prompt })
  expect(await call.ended).toMatchObject({ exitCode: 0 })
  const [request] = call.server.asked()
  expect(request?.question?.prompt).toContain(prompt)
  expect(request?.question?.tools.map(({ name }) => name).sort()).toEqual(['Read', 'StructuredOutput'])
  expect(request).toMatchObject({ key: digestKey(KEY), protocol: 'anthropic-messages' })
  expect(call.server.requests.filter(({ scenario }) => scenario === null)).toEqual([])
})
