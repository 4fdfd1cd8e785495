// The real gemini against the model server: what it asks, and how its output and exit status tell what happened.
import { expect, test } from 'vitest'
import { digestKey } from '../../fixtures/model-server/record.js'
import type { ScenarioName } from '../../fixtures/model-server/scenarios.js'
import { KEY } from './invocations.js'
import { judge, PLANTED, record, startJudge } from './judge.js'

const met = JSON.stringify({ score: 1, reason: 'model server: every criterion is met' })
const notMet = JSON.stringify({ score: 0, reason: 'model server: a criterion is not met' })

test.for([
  ['pass', met, 1],
  ['fail', notMet, 1],
  ['prose', expect.stringContaining(met), 1],
  ['fenced', expect.stringContaining('```json'), 1],
  ['twice', expect.stringContaining('On reflection'), 1],
  ['tool', expect.stringMatching(/^\{"score":1,"reason":"model server: read \d+ characters"\}$/), 2],
  ['planted', expect.stringMatching(/planted in the file.*a criterion is not met/s), 2],
  ['429once', met, 2],
] as const satisfies readonly [ScenarioName, unknown, number][])(
  '%s is a response without an error',
  async ([scenario, response, requests]) => {
    const { exitCode, stdout, server } = await judge('gemini', scenario)
    const output = JSON.parse(stdout)
    expect({ exitCode, ...output }).toMatchObject({
      exitCode: 0,
      response,
      session_id: expect.any(String),
      stats: { models: { 'gemini-test': { tokens: { prompt: expect.any(Number) } } } },
    })
    expect(output).not.toHaveProperty('error')
    expect(server.asked()).toHaveLength(requests)
  },
)

test('what the model repeats of a file is in the response', async () => {
  const { stdout } = await judge('gemini', 'planted')
  expect(JSON.parse(stdout).response).toContain(PLANTED)
})

test.for([
  ['refusal', 'I cannot help with that.'],
  ['maxtokens', met.slice(0, 24)],
] as const satisfies readonly [ScenarioName, string][])(
  '%s cannot be told from a good answer',
  async ([scenario, response]) => {
    const { exitCode, stdout } = await judge('gemini', scenario)
    const output = JSON.parse(stdout)
    expect({ exitCode, response: output.response }).toEqual({ exitCode: 0, response })
    expect(output).not.toHaveProperty('error')
  },
)

test.for([
  ['empty', /empty response/],
  ['truncclean', /without a finish reason/],
] as const satisfies readonly [ScenarioName, RegExp][])(
  '%s has an error under exit status 0',
  async ([scenario, message]) => {
    const { exitCode, stdout, server } = await judge('gemini', scenario)
    expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({
      exitCode: 0,
      error: { type: 'INVALID_STREAM', message: expect.stringMatching(message) },
    })
    expect(server.asked()).toHaveLength(2)
  },
)

test.for([
  ['401', 145, 401, 1],
  ['429', 173, 429, 2],
  ['500', 244, 500, 2],
  ['cut', 1, 1, 1],
] as const satisfies readonly [ScenarioName, number, number, number][])(
  '%s prints nothing, and an error at the end of standard error',
  async ([scenario, exitCode, code, requests]) => {
    const ended = await judge('gemini', scenario)
    expect(ended).toMatchObject({ exitCode, stdout: '' })
    const error = ended.stderr.slice(ended.stderr.lastIndexOf('\n{\n'))
    expect(JSON.parse(error)).toMatchObject({ error: { code } })
    expect(ended.server.asked()).toHaveLength(requests)
  },
)

test('a hanging call ends by SIGTERM to its group with exit status 0 and without output', async () => {
  const call = await startJudge('gemini', 'hang')
  await call.server.firstAsked
  call.signal('SIGTERM')
  const ended = await call.ended
  record('gemini', 'hang', call, ended)
  expect(ended).toMatchObject({ exitCode: 0, signal: null, stdout: '' })
})

test('a prompt of 300 KB reaches the model whole, with tools that only read', async () => {
  const prompt = `Is this good? ${'0123456789abcdef'.repeat(19_200)}`
  const call = await startJudge('gemini', 'pass', { prompt })
  expect(await call.ended).toMatchObject({ exitCode: 0 })
  const [request] = call.server.asked()
  expect(request?.question?.prompt).toContain(prompt)
  expect(request?.question?.tools.map(({ name }) => name).sort()).toEqual([
    'glob',
    'grep_search',
    'list_directory',
    'read_file',
  ])
  expect(request).toMatchObject({ key: digestKey(KEY), protocol: 'gemini' })
  expect(call.server.requests.filter(({ scenario }) => scenario === null)).toEqual([])
})
