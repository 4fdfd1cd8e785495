// The real codex against the model server: what it asks, and how its output and exit status tell what happened.
import { expect, test } from 'vitest'
import { text } from '../../fixtures/model-server/json.js'
import { digestKey } from '../../fixtures/model-server/record.js'
import type { ScenarioName } from '../../fixtures/model-server/scenarios.js'
import { KEY } from './invocations.js'
import { judge, PLANTED, record, startJudge } from './judge.js'

const met = { score: 1, reason: 'model server: every criterion is met' }
const notMet = { score: 0, reason: 'model server: a criterion is not met' }

interface Event {
  readonly type: string
  readonly item?: { readonly type: string; readonly text?: string; readonly aggregated_output?: string }
  readonly error?: { readonly message: string }
}

function readEvents(stdout: string): readonly Event[] {
  return stdout
    .trim()
    .split('\n')
    .map((line): Event => JSON.parse(line))
}

function messagesOf(events: readonly Event[]): readonly (string | undefined)[] {
  return events.flatMap(({ type, item }) =>
    type === 'item.completed' && item?.type === 'agent_message' ? [item.text] : [],
  )
}

test.for([
  ['pass', met, 1],
  ['fail', notMet, 1],
  ['tool', { score: 1, reason: expect.stringMatching(/^model server: read \d+ characters$/) }, 2],
  ['planted', notMet, 2],
  ['429once', met, 2],
] as const satisfies readonly [ScenarioName, object, number][])(
  '%s is a verdict in the last message of a completed turn',
  async ([scenario, verdict, requests]) => {
    const { exitCode, stdout, answerFile, server } = await judge('codex', scenario)
    const events = readEvents(stdout)
    expect(exitCode).toBe(0)
    expect(JSON.parse(messagesOf(events).at(-1) ?? '')).toEqual(verdict)
    expect(JSON.parse(answerFile ?? '')).toEqual(verdict)
    expect(events.at(-1)).toMatchObject({
      type: 'turn.completed',
      usage: { input_tokens: expect.any(Number) },
    })
    expect(server.asked()).toHaveLength(requests)
  },
)

test('what it read is in its output, beside what it said', async () => {
  const { stdout } = await judge('codex', 'planted')
  const events = readEvents(stdout)
  expect(events.some(({ item }) => item?.aggregated_output?.includes(PLANTED))).toBe(true)
  expect(messagesOf(events).some((message) => message?.includes(PLANTED))).toBe(true)
})

test.for([
  ['prose', expect.stringContaining(JSON.stringify(met))],
  ['fenced', expect.stringContaining('```json')],
  ['twice', expect.stringContaining('On reflection')],
  ['empty', ''],
] as const satisfies readonly [ScenarioName, unknown][])(
  '%s is a success: a schema is passed on, and not enforced',
  async ([scenario, message]) => {
    const { exitCode, stdout, answerFile, server } = await judge('codex', scenario)
    expect({ exitCode, answerFile, messages: messagesOf(readEvents(stdout)) }).toEqual({
      exitCode: 0,
      answerFile: message,
      messages: [message],
    })
    expect(server.asked()).toHaveLength(1)
  },
)

test.for([
  ['401', /^unexpected status 401 Unauthorized/, 2],
  ['429', /last status: 429/, 2],
  ['500', /high demand/, 4],
  ['cut', /error decoding response body/, 2],
  ['truncclean', /stream closed before response.completed/, 2],
  ['refusal', /reason: content_filter/, 2],
  ['maxtokens', /max_output_tokens/, 1],
] as const satisfies readonly [ScenarioName, RegExp, number][])(
  '%s is a failed turn and exit status 1',
  async ([scenario, message, requests]) => {
    const { exitCode, stdout, answerFile, server } = await judge('codex', scenario)
    expect({ exitCode, answerFile }).toEqual({ exitCode: 1, answerFile: '' })
    expect(readEvents(stdout).at(-1)).toEqual({
      type: 'turn.failed',
      error: { message: expect.stringMatching(message) },
    })
    expect(server.asked()).toHaveLength(requests)
  },
)

test('a hanging call ends by SIGTERM to its group', async () => {
  const call = await startJudge('codex', 'hang')
  await call.server.firstAsked
  call.signal('SIGTERM')
  const ended = await call.ended
  record('codex', 'hang', call, ended)
  expect(ended).toMatchObject({ exitCode: null, signal: 'SIGTERM' })
})

test('a prompt of 300 KB reaches the model whole, with the schema', async () => {
  const prompt = `Is this good? ${'0123456789abcdef'.repeat(19_200)}`
  const call = await startJudge('codex', 'pass', { prompt })
  expect(await call.ended).toMatchObject({ exitCode: 0 })
  const [request] = call.server.asked()
  expect(request?.question?.prompt).toContain(prompt)
  expect(text(request?.question?.schema, 'type')).toBe('json_schema')
  expect(request).toMatchObject({ key: digestKey(KEY), protocol: 'openai-responses' })
  expect(call.server.requests.filter(({ scenario }) => scenario === null)).toEqual([])
})
