// The executors that ask a service, by the real SDKs: what is sent, and what an answer comes to.
import { describe, expect, test, vi } from 'vitest'
import { digestKey } from '../../../fixtures/model-server/record.js'
import { verdicts } from '../../../fixtures/model-server/scenarios.js'
import type { Json } from '../../../src/contracts/json.js'
import { type Api, apis, ask, KEY, PROMPT, startModels } from './api-calls.js'

const conversation: Json = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather in Oslo and Rome?' },
    {
      role: 'assistant',
      content: 'I look.',
      toolCalls: [
        { toolCallId: 'one', tool: 'weather', input: { city: 'Oslo' } },
        { toolCallId: 'two', tool: 'weather', input: 'Rome' },
      ],
    },
    { role: 'tool', toolCallId: 'one', content: 'rain' },
    { role: 'tool', toolCallId: 'two', content: 'sun' },
    { role: 'assistant', content: 'Rain and sun.' },
    { role: 'user', content: 'And Bonn?' },
  ],
}

/** The body that the model server was sent. */
async function sent(api: Api, call: Parameters<typeof ask>[2]): Promise<unknown> {
  const server = await startModels()
  expect(await ask(api, server.url('pass'), call)).toMatchObject({ status: 'completed' })
  return server.asked()[0]?.body
}

describe.for(apis)('$name', (api) => {
  test('a text is answered: output, tokens with the cached ones told apart, and no cost', async () => {
    const server = await startModels()
    const outcome = await ask(api, server.url('pass'))
    expect(outcome).toMatchObject({
      status: 'completed',
      output: { value: JSON.stringify(verdicts.pass), classification: 'sensitive', mediaType: 'text/plain' },
      usage: { inputTokens: 1234, outputTokens: 56, totalTokens: 1290, details: { cachedInputTokens: 1000 } },
    })
    expect(outcome.usage).not.toHaveProperty('providerCost')
    expect(outcome).not.toHaveProperty('trace')
    expect(server.asked()).toHaveLength(1)
    expect(server.asked()[0]).toMatchObject({
      question: { model: 'a-model', prompt: PROMPT, tools: [], schema: null },
    })
  })

  test('an answer without text is completed and has no output', async () => {
    const server = await startModels()
    const outcome = await ask(api, server.url('empty'))
    expect(outcome).toMatchObject({ status: 'completed', usage: { outputTokens: 56 } })
    expect(outcome).not.toHaveProperty('output')
  })

  test.for([
    ['refusal', 'agent-refused'],
    ['maxtokens', 'max-tokens'],
  ] as const)('%s fails with the code %s and keeps what was used', async ([scenario, code]) => {
    const server = await startModels()
    expect(await ask(api, server.url(scenario))).toMatchObject({
      status: 'failed',
      error: { code, stage: 'execution' },
      usage: { inputTokens: 1234 },
    })
  })

  test('a judge has instructions of its own and a prompt', async () => {
    const body = await sent(api, { instructions: 'You are a strict reviewer.' })
    expect(body).toMatchObject(
      api.name === 'anthropic-api'
        ? {
            system: [{ type: 'text', text: 'You are a strict reviewer.' }],
            messages: [{ role: 'user', content: PROMPT }],
          }
        : { instructions: 'You are a strict reviewer.', input: PROMPT, store: false },
    )
    expect(body).not.toHaveProperty('tools')
    expect(body).not.toHaveProperty(api.name === 'anthropic-api' ? 'output_config' : 'reasoning')
  })

  test('every effort that is declared reaches the model', async () => {
    const efforts = api.executor.capabilities.protocols[0]?.features.efforts ?? []
    expect(efforts).toContain('xhigh')
    for (const effort of efforts) {
      expect(await sent(api, { effort })).toMatchObject(
        api.name === 'anthropic-api' ? { output_config: { effort } } : { reasoning: { effort } },
      )
    }
  })

  test('JSON is asked as the text that it was rendered to, even when it looks like a conversation', async () => {
    for (const input of [{ a: [1, null] }, { messages: 'none' }, { messages: [{ role: 'critic' }] }]) {
      const prompt = JSON.stringify(input, null, 2)
      const server = await startModels()
      await ask(api, server.url('pass'), { input, prompt })
      expect(server.asked()[0]?.question?.prompt).toBe(prompt)
    }
  })

  test('a conversation keeps its roles, its order, its calls and their results', async () => {
    const body = await sent(api, { input: conversation, instructions: 'Know the weather.' })
    expect(body).toMatchObject(
      api.name === 'anthropic-api'
        ? {
            system: [
              { type: 'text', text: 'Know the weather.' },
              { type: 'text', text: 'Be brief.' },
            ],
            messages: [
              { role: 'user', content: 'Weather in Oslo and Rome?' },
              {
                role: 'assistant',
                content: [
                  { type: 'text', text: 'I look.' },
                  { type: 'tool_use', id: 'one', name: 'weather', input: { city: 'Oslo' } },
                  { type: 'tool_use', id: 'two', name: 'weather', input: { input: 'Rome' } },
                ],
              },
              {
                role: 'user',
                content: [
                  { type: 'tool_result', tool_use_id: 'one', content: 'rain' },
                  { type: 'tool_result', tool_use_id: 'two', content: 'sun' },
                ],
              },
              { role: 'assistant', content: 'Rain and sun.' },
              { role: 'user', content: 'And Bonn?' },
            ],
            tools: [{ name: 'weather', input_schema: { type: 'object' } }],
            tool_choice: { type: 'none' },
          }
        : {
            instructions: 'Know the weather.',
            input: [
              { role: 'system', content: 'Be brief.' },
              { role: 'user', content: 'Weather in Oslo and Rome?' },
              { role: 'assistant', content: 'I look.' },
              { type: 'function_call', call_id: 'one', name: 'weather', arguments: '{"city":"Oslo"}' },
              { type: 'function_call', call_id: 'two', name: 'weather', arguments: '"Rome"' },
              { type: 'function_call_output', call_id: 'one', output: 'rain' },
              { type: 'function_call_output', call_id: 'two', output: 'sun' },
              { role: 'assistant', content: 'Rain and sun.' },
              { role: 'user', content: 'And Bonn?' },
            ],
          },
    )
  })

  test('ids and names that no service takes are replaced, and still belong together', async () => {
    const body = await sent(api, {
      input: {
        messages: [
          { role: 'user', content: 'Fetch it.' },
          { role: 'assistant', toolCalls: [{ toolCallId: 'a/1', tool: 'mcp:fetch', input: {} }] },
          { role: 'tool', toolCallId: 'a/1', content: '' },
        ],
      },
    })
    const text = JSON.stringify(body)
    expect(text).not.toContain('a/1')
    expect(text.match(/"call_1"/g)).toHaveLength(2)
    expect(text).toContain('"mcp_fetch"')
  })

  test('key, address and headers come from the call alone, whatever the process has', async () => {
    const server = await startModels()
    vi.stubEnv(api.keyName, 'sk-of-the-process')
    vi.stubEnv(api.urlName, 'http://127.0.0.1:9')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'token-of-the-process')
    vi.stubEnv('OPENAI_ORG_ID', 'organization-of-the-process')
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-of-the-process')
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'x-custom: of-the-process\nx-api-key: of-the-process')
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-custom: of-the-process\nauthorization: Bearer of-the-process')
    try {
      expect(await ask(api, server.url('pass'))).toMatchObject({ status: 'completed' })
    } finally {
      vi.unstubAllEnvs()
    }
    const [request] = server.asked()
    expect(request?.key).toBe(digestKey(api.name === 'anthropic-api' ? KEY : `Bearer ${KEY}`))
    expect(JSON.stringify(request)).not.toContain('of-the-process')
    expect(request?.headers).not.toHaveProperty(api.name === 'anthropic-api' ? 'authorization' : 'x-api-key')
  })

  test('without a key nothing is asked', async () => {
    const server = await startModels()
    for (const key of ['', ' ', 'two\nlines']) {
      const outcome = await ask(api, server.url('pass'), { environment: { [api.keyName]: key } })
      expect(outcome).toMatchObject({ status: 'failed', error: { code: 'not-logged-in' } })
      expect(JSON.stringify(outcome)).not.toContain('lines')
    }
    expect(server.requests).toHaveLength(0)
  })

  test('an address that is none, or holds a password, is refused without being shown', async () => {
    for (const base of [
      'no address',
      'file:///etc',
      'http://canary@127.0.0.1:9',
      'http://:canary@127.0.0.1:9',
    ]) {
      const outcome = await ask(api, base)
      expect(outcome).toMatchObject({ status: 'failed', error: { code: 'request-refused' } })
      expect(JSON.stringify(outcome)).not.toContain('canary')
    }
  })

  test('two calls at the same time get each its own answer', async () => {
    const server = await startModels()
    const outcomes = await Promise.all([ask(api, server.url('pass')), ask(api, server.url('fail'))])
    expect(
      outcomes.map((outcome) => (outcome.status === 'completed' ? outcome.output?.value : null)),
    ).toEqual([JSON.stringify(verdicts.pass), JSON.stringify(verdicts.fail)])
  })
})
