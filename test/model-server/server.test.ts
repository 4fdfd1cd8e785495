// The loopback model server: the same scenario in every protocol, streamed or not.
import { describe, expect, onTestFinished, test } from 'vitest'
import { digestKey } from '../../fixtures/model-server/record.js'
import { verdicts } from '../../fixtures/model-server/scenarios.js'
import { type ModelServer, startModelServer } from '../../fixtures/model-server/server.js'
import { ask, protocolNames } from './ask.js'

async function start(): Promise<ModelServer> {
  const server = await startModelServer()
  onTestFinished(() => server.close())
  return server
}

const kinds = protocolNames.flatMap((protocol) => [true, false].map((stream) => ({ protocol, stream })))
const reader = {
  name: 'read_file',
  parameters: {
    type: 'object',
    properties: { absolute_path: { type: 'string' }, limit: { type: 'integer' }, why: { type: 'string' } },
    required: ['absolute_path', 'why'],
  },
}

describe.for(kinds)('$protocol, stream: $stream', ({ protocol, stream }) => {
  test('a verdict arrives whole, and the answer is ended properly', async () => {
    const server = await start()
    const passed = await ask(server.url('pass'), protocol, stream)
    const failed = await ask(server.url('fail'), protocol, stream)
    expect(JSON.parse(passed.text)).toEqual(verdicts.pass)
    expect(JSON.parse(failed.text)).toEqual(verdicts.fail)
    expect(passed.stop).toMatch(/^(end_turn|completed|stop|STOP)$/)
  })

  test('a refusal and an answer cut by the limit are marked as such', async () => {
    const server = await start()
    const refused = await ask(server.url('refusal'), protocol, stream)
    const limited = await ask(server.url('maxtokens'), protocol, stream)
    expect(refused.stop).toMatch(/^(refusal|incomplete|content_filter|SAFETY)$/)
    expect(limited.stop).toMatch(/^(max_tokens|incomplete|length|MAX_TOKENS)$/)
    expect(() => JSON.parse(limited.text)).toThrow()
  })

  test('a file is read with the tool that the request offers, by its own parameters', async () => {
    const server = await start()
    const { calls } = await ask(server.url('tool', '/project/a file.txt'), protocol, stream, {
      tools: [reader],
    })
    expect(calls.map((call) => [call.tool, JSON.parse(call.arguments)])).toEqual([
      ['read_file', { absolute_path: '/project/a file.txt', why: 'reading a file' }],
    ])
  })

  test('what reached the model is recorded, without the key', async () => {
    const server = await start()
    await ask(server.url('pass'), protocol, stream, { prompt: 'Is grass green?', tools: [reader] })
    const [request] = server.asked()
    expect(request).toMatchObject({ scenario: 'pass', protocol, key: digestKey('a-key') })
    expect(request?.question).toMatchObject({ model: 'a-model', stream, prompt: 'Is grass green?' })
    expect(request?.question?.tools.map(({ name }) => name)).toEqual(['read_file'])
    expect(JSON.stringify(server.requests)).not.toContain('a-key')
  })

  test('an error status comes with every request, or with the first alone', async () => {
    const server = await start()
    const statusOf = async (scenario: '401' | '500' | '429once') =>
      (await ask(server.url(scenario), protocol, stream)).status
    expect([await statusOf('500'), await statusOf('500'), await statusOf('401')]).toEqual([500, 500, 401])
    expect([await statusOf('429once'), await statusOf('429once')]).toEqual([429, 200])
  })

  test('half an answer ends in a broken connection, or as if it were whole', async () => {
    const server = await start()
    await expect(ask(server.url('cut'), protocol, stream)).rejects.toThrow('terminated')
    const half = ask(server.url('truncclean'), protocol, stream)
    if (stream) expect(await half).toMatchObject({ status: 200, stop: null })
    else await expect(half).rejects.toThrow(SyntaxError)
  })

  test('closing the server ends a request that hangs', async () => {
    const server = await start()
    const waiting = ask(server.url('hang'), protocol, stream)
    waiting.catch(() => {})
    await server.firstAsked
    await server.close()
    await expect(waiting).rejects.toThrow('fetch failed')
  })
})

test('a model without a tool for files answers without one', async () => {
  const server = await start()
  const { calls, text } = await ask(server.url('tool', '/project/a.txt'), 'openai-chat', false)
  expect({ calls, verdict: JSON.parse(text).score }).toEqual({ calls: [], verdict: 1 })
})

test('a command is quoted for a shell, and for JavaScript that runs one', async () => {
  const server = await start()
  const shell = { name: 'shell', parameters: { type: 'object', properties: { command: { type: 'array' } } } }
  const url = server.url('tool', "/it's here")
  const byShell = await ask(url, 'openai-chat', false, { tools: [shell] })
  const byScript = await ask(url, 'openai-responses', false, { tools: [{ name: 'exec', parameters: {} }] })
  expect(byShell.calls).toEqual([
    { tool: 'shell', arguments: JSON.stringify({ command: ['cat', "/it's here"] }) },
  ])
  expect(byScript.calls[0]?.arguments).toBe(
    `text(await tools.exec_command({ cmd: ${JSON.stringify(`cat '/it'\\''s here'`)} }))`,
  )
})

test('a tool for the verdict is used when there is one', async () => {
  const server = await start()
  const tools = [{ name: 'StructuredOutput', parameters: {} }]
  const { calls, text } = await ask(server.url('fail'), 'anthropic-messages', true, { tools })
  expect({ calls, text }).toEqual({
    calls: [{ tool: 'StructuredOutput', arguments: JSON.stringify(verdicts.fail) }],
    text: '',
  })
})

test('an unknown scenario and an unknown path are not found, and recorded', async () => {
  const server = await start()
  const base = `http://127.0.0.1:${server.port}`
  const statuses = await Promise.all(
    ['/s/nonsense/v1/messages', '/v1/messages', '/s/pass/v1/files'].map(
      async (path) => (await fetch(`${base}${path}`, { method: 'POST', body: '{}' })).status,
    ),
  )
  expect(statuses).toEqual([404, 404, 404])
  expect(server.requests).toHaveLength(3)
})

test('a key in the query and a bearer token are kept as the same digest', async () => {
  const server = await start()
  const url = `${server.url('pass')}/v1beta/models`
  await fetch(`${url}?key=a-key`)
  await fetch(url, { headers: { authorization: 'Bearer a-key' } })
  expect(server.requests.map(({ key }) => key)).toEqual([digestKey('a-key'), digestKey('a-key')])
  expect(JSON.stringify(server.requests)).not.toContain('a-key')
})
