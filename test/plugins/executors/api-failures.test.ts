// The executors that ask a service, by the real SDKs, when the service fails: each failure has its code, ends in bounded time,
// and tells neither key nor prompt nor what the server said.
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { lendFetch } from '../../../plugins/executors/shared/lent-fetch.js'
import { checkSdk, loadSdk } from '../../../plugins/executors/shared/load-sdk.js'
import { EvalChecksError } from '../../../src/contracts/errors.js'
import type { ExecutorOutcome } from '../../../src/contracts/experiment/executor-call.js'
import { recordErrorSchema } from '../../../src/contracts/experiment/record-parts.js'
import { apis, ask, KEY, PROMPT, sayEvents, sayStatus, serve, startModels } from './api-calls.js'

/** The error of an outcome; it is one of a record, and says nothing that it may not. */
function errorOf(outcome: ExecutorOutcome) {
  if (outcome.status !== 'failed') throw new Error(`not failed: ${JSON.stringify(outcome)}`)
  const text = JSON.stringify(outcome)
  for (const secret of [KEY, PROMPT, 'canary', '127.0.0.1']) expect(text).not.toContain(secret)
  expect(recordErrorSchema.safeParse(outcome.error).error).toBeUndefined()
  return outcome.error
}

describe.for(apis)('$name', (api) => {
  const anthropic = api.name === 'anthropic-api'

  test.for([
    [429, 'rate_limit_error', 'transport-error'],
    [429, 'insufficient_quota', 'quota-exceeded'],
    [529, 'overloaded_error', 'transport-error'],
    [500, 'server_error', 'transport-error'],
    [503, 'what?', 'transport-error'],
    [408, 'what?', 'transport-error'],
    [401, 'authentication_error', 'not-logged-in'],
    [403, 'permission_error', 'not-logged-in'],
    [402, 'billing_error', 'quota-exceeded'],
    [404, 'not_found_error', 'model-unknown'],
    [400, 'invalid_request_error', 'request-refused'],
    [413, 'request_too_large', 'request-refused'],
    [422, 'constructor', 'request-refused'],
  ] as const)('status %s with the word %s is %s, asked once', async ([status, type, code]) => {
    const { base, asked } = await serve(sayStatus(api, status, type))
    const error = errorOf(await ask(api, base))
    expect(error).toMatchObject({ code, stage: 'infrastructure', details: { status } })
    expect(error.details).not.toHaveProperty('retryAfterSeconds')
    expect(asked).toHaveLength(1)
  })

  test.for([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '7', 'retry-after-ms': '1500' }, 1.5],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
    [{ 'retry-after': `canary ${KEY}` }, undefined],
  ] as const)(
    'what the server asks for before the next request is passed on: %j',
    async ([headers, seconds]) => {
      const { base } = await serve(sayStatus(api, 429, 'rate_limit_error', headers))
      expect(errorOf(await ask(api, base)).details?.retryAfterSeconds).toBe(seconds)
    },
  )

  test('an error without a document is known by its status', async () => {
    for (const text of ['', `<h1>${PROMPT}</h1>`, `"${KEY}"`, '[1]']) {
      const { base } = await serve((response) => response.writeHead(502).end(text))
      expect(errorOf(await ask(api, base)).code).toBe('transport-error')
    }
  })

  test('a redirect is not followed, so that the key goes nowhere else', async () => {
    const elsewhere = await serve((response) => response.end())
    const { base } = await serve((response) => response.writeHead(307, { location: elsewhere.base }).end())
    expect(errorOf(await ask(api, base))).toMatchObject({ code: 'request-refused', details: { status: 307 } })
    expect(elsewhere.asked).toHaveLength(0)
  })

  test('a server that is not there is worth another try', async () => {
    expect(errorOf(await ask(api, 'http://127.0.0.1:9')).code).toBe('transport-error')
  })

  test.for(['cut', 'truncclean'] as const)('half an answer (%s) is worth another try', async (scenario) => {
    const server = await startModels()
    expect(errorOf(await ask(api, server.url(scenario))).code).toBe('transport-error')
  })

  test('a connection that breaks before the answer is worth another try', async () => {
    const { base } = await serve((response) => response.destroy())
    expect(errorOf(await ask(api, base)).code).toBe('transport-error')
  })

  test.for([
    ['nothing', ''],
    ['a page', `<html>${PROMPT}</html>`],
    ['a document in place of a stream', '{"content":[{"type":"text","text":"canary"}]}'],
    ['an event that is no JSON', `event: message_start\ndata: {"canary ${KEY}\n\n`],
    ['an event that is null', 'event: message_start\ndata: null\n\n'],
    ['an event without a type', 'event: message_start\ndata: {"canary":1}\n\n'],
    ['bytes that are no text', '\u0000\u0001\ufffd\n\n'],
  ] as const)('%s is no answer', async ([, text]) => {
    const print = vi.spyOn(console, 'error')
    const { base } = await serve((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text),
    )
    expect(errorOf(await ask(api, base)).code).toBe('answer-unreadable')
    expect(print).not.toHaveBeenCalled()
  })

  const shapes: readonly (readonly object[])[] = anthropic
    ? [
        [{ type: 'message_stop' }],
        [{ type: 'message_start', message: {} }],
        [
          { type: 'content_block_delta', delta: { type: 'text_delta', text: 'lost' } },
          { type: 'message_start', message: { usage: {} } },
          { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
          { type: 'message_stop' },
        ],
        [{ type: 'message_start', message: { usage: { input_tokens: -1 } } }],
        [
          { type: 'message_start', message: { usage: {} } },
          { type: 'content_block_delta', delta: { type: 'text_delta', text: 7 } },
        ],
        [
          { type: 'message_start', message: { usage: {} } },
          { type: 'message_delta', delta: { stop_reason: 'canary' } },
          { type: 'message_stop' },
        ],
        [{ type: 'message_start', message: { usage: {} } }, { type: 'message_stop' }],
      ]
    : [
        [{ type: 'response.completed' }],
        [{ type: 'response.completed', response: { status: 'completed' } }],
        [{ type: 'response.completed', response: { status: 'canary', output: [] } }],
        [
          {
            type: 'response.completed',
            response: {
              status: 'completed',
              output: [{ type: 'message', content: [{ type: 'output_text', text: 7 }] }],
            },
          },
        ],
        [
          {
            type: 'response.incomplete',
            response: { status: 'incomplete', output: [], incomplete_details: { reason: 'canary' } },
          },
        ],
        [{ type: 'error', code: 'canary', message: KEY }],
      ]
  test.for(shapes)('events of another shape are no answer: %j', async (events) => {
    const { base } = await serve(sayEvents(events))
    expect(errorOf(await ask(api, base)).code).toBe('answer-unreadable')
  })

  test.for([
    [anthropic ? 'overloaded_error' : 'server_error', 'transport-error'],
    [anthropic ? 'rate_limit_error' : 'rate_limit_exceeded', 'transport-error'],
    [anthropic ? 'invalid_request_error' : 'invalid_prompt', 'request-refused'],
    ['canary', 'answer-unreadable'],
    ['constructor', 'answer-unreadable'],
  ] as const)('an error within the stream is known by its word: %s', async ([type, code]) => {
    const events: readonly object[][] = anthropic
      ? [[{ ...Object(api.writeError(type)) }]]
      : [
          [{ type: 'response.created', ...Object(api.writeError(type)) }],
          [{ type: 'error', code: type, message: KEY }],
          [
            {
              type: 'response.failed',
              response: { status: 'failed', output: [], error: { code: type, message: KEY } },
            },
          ],
        ]
    for (const each of events) {
      const { base } = await serve(sayEvents(each))
      expect(errorOf(await ask(api, base)).code).toBe(code)
    }
  })

  test.for([
    ['one line', (): string => 'x'.repeat(65_536)],
    ['comments', (): string => ': canary\n'.repeat(8_192)],
    ['events', (): string => `event: ping\ndata: {"type":"ping","x":"${'x'.repeat(1_000)}"}\n\n`.repeat(60)],
  ] as const)('an answer that never ends (%s) is cut at its bound', async ([, piece]) => {
    const { base, closed } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const pour = () => {
        while (!response.destroyed && response.write(piece()));
      }
      response.on('drain', pour)
      pour()
    })
    expect(errorOf(await ask(api, base)).code).toBe('answer-too-large')
    await closed
  })

  test('an error that never ends is cut at its bound', async () => {
    const { base, closed } = await serve((response) => {
      response.writeHead(500)
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', pour)
      pour()
    })
    expect(errorOf(await ask(api, base)).code).toBe('answer-too-large')
    await closed
  })

  test('an answer that is complete is not waited for any longer', async () => {
    const end = anthropic
      ? [
          { type: 'message_start', message: { usage: {} } },
          { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
          { type: 'message_stop' },
        ]
      : [{ type: 'response.completed', response: { status: 'completed', output: [] } }]
    const { base, closed } = await serve(sayEvents(end, false))
    expect(await ask(api, base)).toEqual({ status: 'completed' })
    await closed
  })

  test('a call that is ended before, while or after the server begins to answer is over when it settles', async () => {
    const before = new AbortController()
    before.abort()
    const idle = await startModels()
    expect(errorOf(await ask(api, idle.url('pass'), {}, { signal: before.signal })).code).toBe('cancelled')
    expect(idle.requests).toHaveLength(0)

    for (const begins of [false, true]) {
      const during = new AbortController()
      const { base, closed } = await serve((response) => {
        if (!begins) return during.abort()
        const type = anthropic ? 'message_start' : 'response.created'
        sayEvents([{ type, message: { usage: {} } }], false)(response)
      })
      // The first piece is given some turns to be read.
      const endsAfterFirstPiece: typeof fetch = async (input, init) => {
        const response = await fetch(input, init)
        const ending = new TransformStream<Uint8Array, Uint8Array>({
          transform(piece, controller) {
            controller.enqueue(piece)
            setImmediate(() => during.abort())
          },
        })
        return new Response(response.body?.pipeThrough(ending), response)
      }
      const lent = { signal: during.signal, fetch: endsAfterFirstPiece }
      expect(errorOf(await ask(api, base, {}, lent)).code).toBe('cancelled')
      await closed
    }
  })

  test('one call that is ended does not end another', async () => {
    const server = await startModels()
    const one = new AbortController()
    const hanging = ask(api, server.url('hang'), {}, { signal: one.signal })
    await server.firstAsked
    const other = await ask(api, server.url('pass'))
    one.abort()
    expect(other.status).toBe('completed')
    expect(errorOf(await hanging).code).toBe('cancelled')
  })
})

describe('a fetch that was lent', () => {
  test('is over when it was ended: also a body that nobody reads', async () => {
    const { base, closed } = await serve((response) => {
      response.writeHead(200).write('canary')
    })
    const lent = lendFetch(fetch, {}, new AbortController().signal)
    await lent.fetch(base)
    await lent.end()
    await closed
  })

  test('is waited for when it is slow to give up', async () => {
    let gaveUp = false
    const stubborn: typeof fetch = async () => {
      for (let turns = 0; turns < 10; turns++) await turn()
      gaveUp = true
      throw new Error('given up')
    }
    const lent = lendFetch(stubborn, {}, new AbortController().signal)
    lent.fetch('http://127.0.0.1:9').catch(() => {})
    await lent.end()
    expect(gaveUp).toBe(true)
  })
})

describe('an SDK', () => {
  const surroundings = { environment: {}, workingFolder: '/', signal: new AbortController().signal }
  const broken = (code: string, message: string) => ({
    packageName: 'openai',
    install: 'npm install openai',
    load: () => Promise.reject(Object.assign(new Error(message), { code })),
  })

  test('that is missing says how to install it, to who asks and to preflight', async () => {
    const sdk = broken('ERR_MODULE_NOT_FOUND', "Cannot find package 'openai' imported from /x")
    const error = await checkSdk(sdk, surroundings)
    expect(error).toMatchObject({ code: 'not-installed', fix: `install it: ${sdk.install}` })
    await expect(loadSdk(sdk)).rejects.toThrow(EvalChecksError)
  })

  test('that is there and lacks a part is another fault', async () => {
    const sdk = broken(
      'ERR_MODULE_NOT_FOUND',
      "Cannot find package 'its-part' imported from /x/openai/index.mjs",
    )
    expect(await checkSdk(sdk, surroundings)).toMatchObject({ code: 'sdk-broken' })
  })
})
