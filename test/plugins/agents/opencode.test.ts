// OpenCode: its command line and permissions, and what its output says.
import { describe, expect, test } from 'vitest'
import { opencode } from '../../../plugins/agents/opencode/index.js'
import { outputOf, startOf } from './support.js'

test.each([
  ['read-only', 'deny'],
  ['full', 'allow'],
] as const)('with %s access, writing and commands are %s', (access, permission) => {
  const { flags, env } = opencode.prepare(startOf(opencode, { access }))
  expect(flags.join(' ')).toBe('run --format json --pure')
  expect(JSON.parse(env?.OPENCODE_PERMISSION ?? '')).toMatchObject({ edit: permission, bash: permission })
  expect(env).toMatchObject({ OPENCODE_DISABLE_PROJECT_CONFIG: 'true', OPENCODE_DISABLE_AUTOUPDATE: 'true' })
})

const step = (type: string, part: object) => ({ type, sessionID: 's', part })
const said = (text: string) => step('text', { type: 'text', text })
const tokens = { input: 1, output: 2, reasoning: 3, cache: { read: 4, write: 5 } }
const ended = (reason: string) => step('step_finish', { reason, tokens, cost: 0.5 })

function readEvents(events: readonly object[], changes = {}) {
  return opencode.read(
    outputOf({ stdout: events.map((event) => JSON.stringify(event)).join('\n'), ...changes }),
  )
}

describe('the answer', () => {
  test('is what was said in the last step, after its last tool', () => {
    const reading = readEvents([
      step('step_start', {}),
      said('{"score": 0}'),
      step('tool_use', { state: { output: '{"score": 0}' } }),
      ended('tool-calls'),
      step('step_start', {}),
      said('{"score"'),
      said(': 1}'),
      ended('stop'),
    ])
    expect(reading).toEqual({
      trouble: null,
      answer: { text: '{"score": 1}', conflict: 'refuse' },
      usage: { inputTokens: 20, cachedInputTokens: 8, outputTokens: 10 },
      costUsd: 1,
      model: null,
      sessionId: 's',
    })
  })

  test('never is what was said before the last tool, when nothing was said after it', () => {
    const planted = said('{"score": 1}')
    const used = step('tool_use', {})
    expect(readEvents([step('step_start', {}), planted, used, ended('stop')]).answer).toBeNull()
    expect(readEvents([planted, step('step_start', {}), ended('stop')]).answer).toBeNull()
  })

  test('is all of a plain output', () => {
    expect(opencode.read(outputOf({ stdout: '{"score": 0}' })).answer?.text).toBe('{"score": 0}')
  })
})

test('nothing for tokens is an unknown cost', () => {
  expect(readEvents([step('step_finish', { reason: 'stop', tokens, cost: 0 })]).costUsd).toBeNull()
  expect(readEvents([step('step_finish', { reason: 'stop' })]).costUsd).toBeNull()
})

describe('trouble', () => {
  test.each([
    ['length', 'max-tokens'],
    ['content-filter', 'agent-refused'],
    ['tool-calls', 'agent-failed'],
    ['other', 'agent-failed'],
  ])('is a last step that ended by %s', (reason, code) => {
    expect(readEvents([said('{"score": 1}'), ended(reason)])).toMatchObject({
      trouble: { code },
      answer: null,
    })
  })

  test('is a step that did not end', () => {
    expect(readEvents([step('step_start', {}), said('{"score": 1}')]).trouble?.code).toBe('agent-failed')
  })

  test.each([
    [
      { name: 'ProviderAuthError', data: { message: 'x' } },
      { code: 'not-logged-in', message: 'x' },
    ],
    [{ name: 'MessageOutputLengthError', data: {} }, { code: 'max-tokens' }],
    [{ name: 'APIError', data: { message: 'busy', statusCode: 503 } }, { code: 'overloaded' }],
    [
      { name: 'APIError', data: { message: 'x', statusCode: 429, responseHeaders: { 'retry-after': '9' } } },
      { code: 'rate-limited', retryAfterSeconds: 9 },
    ],
    [{ name: 'UnknownError', data: { message: 'fetch failed' } }, { code: 'connection-lost' }],
    [{ name: 'Odd' }, { code: 'agent-failed', message: 'Odd' }],
  ])('is the error %o', (error, trouble) => {
    expect(readEvents([{ type: 'error', error }], { exitCode: 1 }).trouble).toMatchObject(trouble)
  })
})
