// pi: its command line, and what its output says.
import { describe, expect, test } from 'vitest'
import { pi } from '../../../plugins/agents/pi/index.js'
import { outputOf, startOf } from './support.js'

test.each([
  ['read-only', 'read,grep,find,ls'],
  ['full', 'read,grep,find,ls,edit,write,bash'],
] as const)('with %s access it has %s, and nothing of the project', (access, tools) => {
  const { flags, env, isolation } = pi.prepare(startOf(pi, { access }))
  expect(flags.join(' ')).toBe(`-p --mode json --no-session -t ${tools} -na -nc -ns -ne -np --no-mcp`)
  expect(env).toMatchObject({ PI_OFFLINE: '1', PI_TELEMETRY: '0' })
  expect(isolation.level).toBe('partial')
})

const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, cost: { total: 0.25 } }
const ended = (role: string, text: string, changes = {}) => ({
  type: 'message_end',
  message: { role, content: [{ type: 'text', text }], model: 'm', usage, stopReason: 'stop', ...changes },
})

function readEvents(events: readonly object[], changes = {}) {
  return pi.read(outputOf({ stdout: events.map((event) => JSON.stringify(event)).join('\n'), ...changes }))
}

describe('the answer', () => {
  test('is the last message of the assistant, without its thoughts', () => {
    const thoughts = {
      content: [
        { type: 'thinking', thinking: '{"score": 0}' },
        { type: 'text', text: 'final' },
      ],
    }
    const reading = readEvents([
      { type: 'session', id: 's' },
      ended('user', '{"score": 0}'),
      ended('assistant', '{"score": 0}', { stopReason: 'toolUse' }),
      ended('toolResult', '{"score": 0}'),
      ended('assistant', '', thoughts),
      { type: 'agent_end', messages: [{ role: 'user', content: [{ type: 'text', text: '{"score": 0}' }] }] },
    ])
    expect(reading).toEqual({
      trouble: null,
      answer: { text: 'final', conflict: 'refuse' },
      usage: { inputTokens: 16, cachedInputTokens: 6, outputTokens: 4 },
      costUsd: 0.5,
      model: 'm',
      sessionId: 's',
    })
  })

  test('is all of a plain output', () => {
    expect(pi.read(outputOf({ stdout: '{"score": 0}' })).answer?.text).toBe('{"score": 0}')
  })
})

describe('trouble, though it exits with 0,', () => {
  test.each([
    [{ stopReason: 'length' }, 'max-tokens'],
    [{ stopReason: 'toolUse' }, 'agent-failed'],
    [{ stopReason: 'aborted' }, 'agent-failed'],
    [{ stopReason: 'error', errorMessage: '429: {"message":"x"}' }, 'rate-limited'],
    [{ stopReason: 'error', errorMessage: 'terminated: other side closed' }, 'connection-lost'],
    [{ stopReason: 'error', errorMessage: 'stopped by a content filter' }, 'agent-refused'],
    [{ stopReason: 'error' }, 'agent-failed'],
    [{ stopReason: null }, 'agent-failed'],
  ])('is a last message with %o', (changes, code) => {
    expect(readEvents([ended('assistant', '{"score": 1}', changes)])).toMatchObject({
      trouble: { code },
      answer: null,
    })
  })

  test('is an end without a message', () => {
    expect(readEvents([{ type: 'session', id: 's' }, { type: 'agent_settled' }]).trouble?.code).toBe(
      'agent-failed',
    )
  })

  test('is over when a later message succeeded', () => {
    const failed = ended('assistant', '', { stopReason: 'error', errorMessage: '429: x' })
    expect(readEvents([failed, ended('assistant', 'final')])).toMatchObject({
      trouble: null,
      answer: { text: 'final' },
    })
  })
})
