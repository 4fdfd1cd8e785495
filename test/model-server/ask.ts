// A small client per wire protocol, written from the protocols and not from the server.
import { field, list, text } from '../../fixtures/model-server/json.js'
import type { Protocol } from '../../fixtures/model-server/protocol.js'

/** What an answer came to. */
export interface Answer {
  readonly status: number
  readonly text: string
  /** Names of the tools that it calls, with the arguments as JSON or plain text. */
  readonly calls: readonly { readonly tool: string; readonly arguments: string }[]
  /** Why it ended, in the protocol's own word; null when the stream ended without it. */
  readonly stop: string | null
}

/** A tool of the request, in the protocol's own shape. */
export type Tool = { readonly name: string; readonly parameters: object }

interface Client {
  readonly path: (stream: boolean) => string
  readonly body: (prompt: string, tools: readonly Tool[]) => object
  readonly readDocument: (document: unknown) => Omit<Answer, 'status'>
  readonly readEvents: (events: readonly unknown[]) => Omit<Answer, 'status'>
}

const orNull = (word: string) => (word === '' ? null : word)

const clients: Readonly<Record<Protocol['name'], Client>> = {
  'anthropic-messages': {
    path: () => '/v1/messages',
    body: (prompt, tools) => ({
      messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
      tools: tools.map(({ name, parameters }) => ({ name, input_schema: parameters })),
    }),
    readDocument: (document) => ({
      text: list(document, 'content')
        .map((block) => text(block, 'text'))
        .join(''),
      calls: list(document, 'content')
        .filter((block) => text(block, 'type') === 'tool_use')
        .map((block) => ({ tool: text(block, 'name'), arguments: JSON.stringify(field(block, 'input')) })),
      stop: orNull(text(document, 'stop_reason')),
    }),
    readEvents: (events) => {
      const deltas = events.map((event) => field(event, 'delta'))
      const started = events.map((event) => field(event, 'content_block'))
      return {
        text: deltas.map((delta) => text(delta, 'text')).join(''),
        calls: started
          .filter((block) => text(block, 'type') === 'tool_use')
          .map((block) => ({
            tool: text(block, 'name'),
            arguments: deltas.map((delta) => text(delta, 'partial_json')).join(''),
          })),
        stop: orNull(deltas.map((delta) => text(delta, 'stop_reason')).join('')),
      }
    },
  },
  'openai-responses': {
    path: () => '/v1/responses',
    body: (prompt, tools) => ({
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] }],
      tools: tools.map((tool) => ({ type: 'function', ...tool })),
    }),
    readDocument: (document) => readItems(list(document, 'output'), text(document, 'status')),
    readEvents: (events) =>
      readItems(
        events
          .filter((event) => text(event, 'type') === 'response.output_item.done')
          .map((e) => field(e, 'item')),
        text(
          field(
            events.find((event) => /^response\.(completed|incomplete)$/.test(text(event, 'type'))),
            'response',
          ),
          'status',
        ),
      ),
  },
  'openai-chat': {
    path: () => '/v1/chat/completions',
    body: (prompt, tools) => ({
      messages: [{ role: 'user', content: prompt }],
      tools: tools.map((tool) => ({ type: 'function', function: tool })),
    }),
    readDocument: (document) => readChoices([list(document, 'choices')[0]], 'message'),
    readEvents: (events) =>
      readChoices(
        events.flatMap((event) => list(event, 'choices')),
        'delta',
      ),
  },
  gemini: {
    path: (stream) =>
      `/v1beta/models/a-model:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (prompt, tools) => ({
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      tools: [{ functionDeclarations: tools }],
    }),
    readDocument: (document) => readCandidates([document]),
    readEvents: readCandidates,
  },
}

/** Every protocol that the server speaks. */
export const protocolNames = ['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini'] as const

/** Asks the model at a base URL. */
export async function ask(
  base: string,
  protocol: Protocol['name'],
  stream: boolean,
  { prompt = 'Is it good?', tools = [] as readonly Tool[], signal = AbortSignal.timeout(30_000) } = {},
): Promise<Answer> {
  const client = clients[protocol]
  const response = await fetch(`${base}${client.path(stream)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'a-key' },
    body: JSON.stringify({ model: 'a-model', stream, ...client.body(prompt, tools) }),
    signal,
  })
  const whole = await response.text()
  if (!response.ok || !stream) return { status: response.status, ...client.readDocument(JSON.parse(whole)) }
  const events = whole
    .split(/\r?\n\r?\n/)
    .map((event) => /^data: (.*)$/m.exec(event)?.[1])
    .filter((data) => data !== undefined && data !== '[DONE]')
    .map((data): unknown => JSON.parse(data ?? ''))
  return { status: response.status, ...client.readEvents(events) }
}

function readItems(items: readonly unknown[], stop: string): Omit<Answer, 'status'> {
  return {
    text: items.flatMap((item) => list(item, 'content').map((part) => text(part, 'text'))).join(''),
    calls: items
      .filter((item) => text(item, 'type').endsWith('_call'))
      .map((item) => ({
        tool: text(item, 'name'),
        arguments: text(item, 'arguments') || text(item, 'input'),
      })),
    stop: orNull(stop),
  }
}

function readChoices(choices: readonly unknown[], holder: string): Omit<Answer, 'status'> {
  const said = choices.map((choice) => field(choice, holder))
  return {
    text: said.map((message) => text(message, 'content')).join(''),
    calls: said
      .flatMap((message) => list(message, 'tool_calls'))
      .map((call) => field(call, 'function'))
      .map((call) => ({ tool: text(call, 'name'), arguments: text(call, 'arguments') })),
    stop: orNull(choices.map((choice) => text(choice, 'finish_reason')).join('')),
  }
}

function readCandidates(chunks: readonly unknown[]): Omit<Answer, 'status'> {
  const candidates = chunks.flatMap((chunk) => list(chunk, 'candidates'))
  const parts = candidates.flatMap((candidate) => list(field(candidate, 'content'), 'parts'))
  return {
    text: parts.map((part) => text(part, 'text')).join(''),
    calls: parts
      .map((part) => field(part, 'functionCall'))
      .filter((call) => call !== undefined)
      .map((call) => ({ tool: text(call, 'name'), arguments: JSON.stringify(field(call, 'args')) })),
    stop: orNull(candidates.map((candidate) => text(candidate, 'finishReason')).join('')),
  }
}
