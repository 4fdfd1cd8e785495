// Gemini CLI: its command line, its private home, and what its output says.
import { describe, expect, test } from 'vitest'
import { gemini } from '../../../plugins/agents/gemini/index.js'
import type { AgentStart } from '../../../src/contracts/agent.js'
import { outputOf, startOf } from './support.js'

const key: AgentStart['credentials'] = { kind: 'key', name: 'GEMINI_API_KEY' }
const login: AgentStart['credentials'] = { kind: 'login', place: '~/.gemini/oauth_creds.json' }
const guards = '--output-format json --skip-trust -e none --allowed-mcp-server-names __none__'

describe('the command line', () => {
  test.each<[AgentStart['access'], AgentStart['credentials'], string]>([
    ['read-only', key, 'default'],
    ['read-only', login, 'default'],
    ['full', key, 'yolo'],
    ['full', login, 'yolo'],
  ])('with %s access and %o', (access, credentials, mode) => {
    const { flags } = gemini.prepare(startOf(gemini, { access, credentials }))
    expect(flags.join(' ')).toBe(`${guards} --approval-mode ${mode}`)
  })

  test("is the user's own when there is one", () => {
    const template = { ...gemini.template, sharedFlags: ['--output-format', 'text'] }
    const launch = gemini.prepare(startOf(gemini, { template, own: ['sharedFlags'], credentials: key }))
    expect(launch.flags).toEqual(['--output-format', 'text'])
    expect(launch.isolation.remains).toHaveLength(1)
  })

  test('passes no effort on', () => {
    expect(gemini.template.reasoningEffortFlag).toEqual([])
  })
})

describe('the home', () => {
  function settingsOf(changes: Partial<AgentStart>) {
    const text = gemini.prepare(startOf(gemini, changes)).files?.['home/.gemini/settings.json']
    return JSON.parse(text ?? 'null')
  }

  test('is a private one with a key, where nothing of the project is switched on', () => {
    const launch = gemini.prepare(startOf(gemini, { credentials: key }))
    expect(launch.env).toMatchObject({ GEMINI_CLI_HOME: '/private/home' })
    expect(launch.isolation).toMatchObject({ level: 'partial', remains: { length: 1 } })
    expect(settingsOf({ credentials: key })).toMatchObject({
      security: { auth: { selectedType: 'gemini-api-key' } },
      advanced: { ignoreLocalEnv: true },
      hooksConfig: { enabled: false },
      skills: { enabled: false },
      mcp: { allowed: ['__none__'] },
      tools: { core: ['read_file', 'glob', 'grep_search', 'list_directory'] },
    })
  })

  test('with full access has all tools', () => {
    expect(settingsOf({ credentials: key, access: 'full' })).not.toHaveProperty('tools')
    expect(settingsOf({ credentials: key, access: 'full' })).toHaveProperty('hooksConfig.enabled', false)
  })

  test('is set up for Vertex where the user uses it', () => {
    const environment = { GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_API_KEY: 'x' }
    expect(settingsOf({ credentials: key, environment }).security.auth.selectedType).toBe('vertex-ai')
  })

  test("is the user's with a login, of which nothing is copied, and what that adds is said", () => {
    const launch = gemini.prepare(startOf(gemini, { credentials: login }))
    expect(launch.env).not.toHaveProperty('GEMINI_CLI_HOME')
    expect(launch.files).toBeUndefined()
    expect(launch.isolation.remains).toHaveLength(3)
  })
})

describe('the .env of the judged project', () => {
  test.each(['GOOGLE_GEMINI_BASE_URL', 'CODE_ASSIST_ENDPOINT'])('cannot set %s', (name) => {
    expect(gemini.prepare(startOf(gemini)).env?.[name]).toMatch(/^https:\/\/\S+\.googleapis\.com$/)
    const environment = { [name]: 'http://127.0.0.1:9' }
    expect(gemini.prepare(startOf(gemini, { environment })).env?.[name]).toBe('http://127.0.0.1:9')
  })

  test.each([
    'GEMINI_API_KEY',
    'GEMINI_MODEL',
    'GOOGLE_VERTEX_BASE_URL',
    'HTTPS_PROXY',
    'NODE_TLS_REJECT_UNAUTHORIZED',
  ])('cannot set %s, which is there though empty', (name) => {
    expect(gemini.prepare(startOf(gemini)).env?.[name]).toBe('')
    expect(gemini.prepare(startOf(gemini, { environment: { [name]: 'x' } })).env?.[name]).toBe('x')
  })

  test('cannot set the model that was asked for', () => {
    const start = startOf(gemini, { model: 'asked', environment: { GEMINI_MODEL: 'other' } })
    expect(gemini.prepare(start).env).toMatchObject({ GEMINI_MODEL: 'asked' })
  })
})

describe('a document', () => {
  const stats = {
    models: {
      router: { tokens: { prompt: 1, candidates: 90 }, roles: { utility_router: {} } },
      pro: { tokens: { prompt: 10, cached: 4, candidates: 5, thoughts: 2 }, roles: { main: {} } },
    },
  }

  test('holds the answer, and what was used by all models', () => {
    const stdout = `Loaded cached credentials.\n${JSON.stringify({ session_id: 's', response: 'final', stats }, null, 2)}\n`
    expect(gemini.read(outputOf({ stdout }))).toEqual({
      trouble: null,
      answer: { text: 'final', conflict: 'refuse' },
      usage: { inputTokens: 11, cachedInputTokens: 4, outputTokens: 97 },
      costUsd: null,
      model: 'pro',
      sessionId: 's',
    })
  })

  test('with an error is trouble whatever the exit status', () => {
    const document = {
      response: '{"score":1}',
      error: { type: 'INVALID_STREAM', message: 'Model stream ended' },
    }
    const reading = gemini.read(outputOf({ stdout: JSON.stringify(document) }))
    expect(reading).toMatchObject({ trouble: { code: 'connection-lost' }, answer: null })
  })

  test('is not what a verdict is taken for', () => {
    expect(gemini.read(outputOf({ stdout: '{"score": 1}' })).answer?.text).toBe('{"score": 1}')
  })
})

describe('a stream of events', () => {
  const said = (content: string, role = 'assistant') => ({ type: 'message', role, content, delta: true })
  const done = { type: 'result', status: 'success', stats: { input_tokens: 3, output_tokens: 2, cached: 1 } }

  function readStream(...events: object[]) {
    return gemini.read(outputOf({ stdout: events.map((event) => JSON.stringify(event)).join('\n') }))
  }

  test('ends in the answer: never the prompt, a tool result, or what was said before one', () => {
    const reading = readStream(
      { type: 'init', session_id: 's', model: 'm' },
      said('{"score": 0}', 'user'),
      said('first {"score": 0}'),
      { type: 'tool_use', tool_name: 'read_file' },
      { type: 'tool_result', output: '{"score": 0}' },
      said('{"score"'),
      said(': 1}'),
      done,
    )
    expect(reading).toEqual({
      trouble: null,
      answer: { text: '{"score": 1}', conflict: 'refuse' },
      usage: { inputTokens: 3, cachedInputTokens: 1, outputTokens: 2 },
      costUsd: null,
      model: 'm',
      sessionId: 's',
    })
  })

  test('that does not end in success is trouble', () => {
    expect(readStream({ type: 'init' }, said('x')).trouble?.code).toBe('agent-failed')
    const failed = { type: 'result', status: 'error', error: { type: 'FatalError', message: 'code: 429' } }
    expect(readStream({ type: 'init' }, said('x'), failed).trouble?.code).toBe('rate-limited')
  })

  test('may hold a fault and succeed', () => {
    const warned = { type: 'error', severity: 'warning', message: 'loop detected' }
    expect(readStream({ type: 'init' }, warned, said('x'), done).trouble).toBeNull()
  })
})

describe('an end with another status than 0', () => {
  test.each([
    [145, 'not-logged-in'],
    [147, 'not-logged-in'],
    [41, 'not-logged-in'],
    [173, 'rate-limited'],
    [244, 'overloaded'],
    [247, 'overloaded'],
    [17, 'overloaded'],
    [1, 'exit-nonzero'],
    [130, 'exit-nonzero'],
  ])('%i is %s', (exitCode, code) => {
    expect(gemini.read(outputOf({ exitCode })).trouble?.code).toBe(code)
  })

  test('is told by the document at the end of standard error', () => {
    const error = { type: 'ApiError', message: 'Please retry in 12.5s', code: 429 }
    const stderr = `Warning: x\n    at f (file:1)\n${JSON.stringify({ error }, null, 2)}\n`
    expect(gemini.read(outputOf({ exitCode: 173, stderr })).trouble).toEqual({
      code: 'rate-limited',
      message: 'Please retry in 12.5s',
      retryAfterSeconds: 12.5,
    })
  })
})
