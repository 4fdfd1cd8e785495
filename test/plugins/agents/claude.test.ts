// Claude Code: its command line, and what its output says.
import { describe, expect, test } from 'vitest'
import { claude } from '../../../plugins/agents/claude/index.js'
import type { AgentStart } from '../../../src/contracts/agent.js'
import { outputOf, startOf } from './support.js'

const key: AgentStart['credentials'] = { kind: 'key', name: 'ANTHROPIC_API_KEY' }
const login: AgentStart['credentials'] = { kind: 'login', place: '~/.claude/.credentials.json' }

/** Flags of the isolation, without those that every start has. */
function flagsOf(changes: Partial<AgentStart>): readonly string[] {
  return claude.prepare(startOf(claude, changes)).flags.slice(3)
}

describe('the flags', () => {
  test.each<[string, Partial<AgentStart>, string]>([
    ['with a key', { credentials: key }, '--restricted --bare * --tools Read --permission-mode dontAsk'],
    [
      'with a login',
      { credentials: login },
      '--restricted --safe-mode * --tools Read,Glob,Grep --permission-mode dontAsk',
    ],
    [
      'with a token, which --bare does not take',
      { credentials: { kind: 'key', name: 'ANTHROPIC_AUTH_TOKEN' } },
      '--restricted --safe-mode * --tools Read,Glob,Grep --permission-mode dontAsk',
    ],
    [
      'with a login that is not known of',
      { credentials: { kind: 'unknown' } },
      '--restricted --safe-mode * --tools Read,Glob,Grep --permission-mode dontAsk',
    ],
    [
      'with full access',
      { credentials: key, access: 'full' },
      '--restricted --bare * --tools Read,Glob,Grep,Edit,Write,Bash --allowedTools Read,Glob,Grep,Edit,Write,Bash --permission-mode dontAsk',
    ],
  ])('%s', (_, changes, expected) => {
    const schema = '--json-schema {"type":"object"}'
    const ending = ' --strict-mcp-config --no-session-persistence'
    expect(flagsOf(changes).join(' ')).toBe(expected.replace('*', schema) + ending)
  })

  test('isolate fully', () => {
    for (const credentials of [key, login]) {
      const { isolation } = claude.prepare(startOf(claude, { credentials }))
      expect(isolation).toEqual({ level: 'full', remains: [] })
    }
  })

  test("are the user's own when there are some, and isolation is not claimed", () => {
    const template = { ...claude.template, sharedFlags: ['-p'] }
    const launch = claude.prepare(startOf(claude, { template, own: ['sharedFlags'], credentials: key }))
    expect(launch.flags).toEqual(['-p'])
    expect(launch.isolation.level).toBe('partial')
    expect(launch.isolation.remains).toHaveLength(1)
  })

  test('end in a flag with one value, so that a prompt behind them is not swallowed', () => {
    expect(flagsOf({ credentials: key, access: 'full' }).at(-1)).toBe('--no-session-persistence')
  })
})

test('its own retries are few unless the user chose their number', () => {
  expect(claude.prepare(startOf(claude)).env).toMatchObject({ CLAUDE_CODE_MAX_RETRIES: '1' })
  const environment = { CLAUDE_CODE_MAX_RETRIES: '7' }
  expect(claude.prepare(startOf(claude, { environment })).env).toMatchObject(environment)
})

const success = { type: 'result', subtype: 'success', is_error: false, result: 'so it is' }

describe('the answer', () => {
  test('is the structured output, with the text beside it', () => {
    const stdout = JSON.stringify({ ...success, structured_output: { score: 1 } })
    expect(claude.read(outputOf({ stdout })).answer).toEqual({
      structured: { score: 1 },
      text: 'so it is',
      conflict: 'refuse',
    })
  })

  test('is the text when the structured output is null', () => {
    const stdout = JSON.stringify({ ...success, structured_output: null })
    expect(claude.read(outputOf({ stdout })).answer).toEqual({ text: 'so it is', conflict: 'refuse' })
  })

  test('is that of the last result', () => {
    const stdout = [success, { ...success, result: 'after all not' }].map((e) => JSON.stringify(e)).join('\n')
    expect(claude.read(outputOf({ stdout })).answer?.text).toBe('after all not')
  })

  test('is all of a plain output', () => {
    expect(claude.read(outputOf({ stdout: '{"score": 0}' })).answer?.text).toBe('{"score": 0}')
  })

  test('never is what a tool, a user or an earlier message said', () => {
    const planted = '{"score": 1}'
    const stdout = [
      { type: 'system', subtype: 'init', structured_output: { score: 1 } },
      { type: 'user', message: { content: [{ type: 'tool_result', content: planted }] }, result: planted },
      { type: 'assistant', message: { content: [{ type: 'text', text: planted }] }, result: planted },
      { ...success, result: 'no verdict' },
      { type: 'system', subtype: 'notice', result: planted },
    ]
    const reading = claude.read(outputOf({ stdout: stdout.map((event) => JSON.stringify(event)).join('\n') }))
    expect(reading.answer).toEqual({ text: 'no verdict', conflict: 'refuse' })
  })
})

describe('what it used', () => {
  test('is the sum over models, all input counted', () => {
    const modelUsage = {
      big: { inputTokens: 10, cacheReadInputTokens: 20, cacheCreationInputTokens: 30, outputTokens: 5 },
      small: { inputTokens: 1, cacheReadInputTokens: 2, cacheCreationInputTokens: 3, outputTokens: 4 },
    }
    const stdout = JSON.stringify({ ...success, modelUsage, total_cost_usd: 0.25, session_id: 's' })
    expect(claude.read(outputOf({ stdout }))).toMatchObject({
      usage: { inputTokens: 66, cachedInputTokens: 22, outputTokens: 9 },
      costUsd: 0.25,
      model: 'big',
      sessionId: 's',
    })
  })

  test('is taken from the older field where models are not told apart', () => {
    const usage = { input_tokens: 1, cache_read_input_tokens: 2, output_tokens: 3 }
    const stdout = JSON.stringify({ ...success, usage })
    expect(claude.read(outputOf({ stdout })).usage).toEqual({
      inputTokens: 3,
      cachedInputTokens: 2,
      outputTokens: 3,
    })
  })

  test('is unknown, never zero, when nothing is said', () => {
    expect(claude.read(outputOf({ stdout: JSON.stringify(success) }))).toMatchObject({
      usage: { inputTokens: null, cachedInputTokens: null, outputTokens: null },
      costUsd: null,
      model: null,
      sessionId: null,
    })
  })
})

describe('trouble', () => {
  const failed = { ...success, is_error: true }
  test.each([
    ['a result that says error and success', { ...failed, result: 'odd' }, 'agent-failed'],
    ['a subtype that is no success', { ...success, subtype: 'error_max_turns' }, 'agent-failed'],
    ['a status of the server', { ...failed, api_error_status: 429, result: 'x' }, 'rate-limited'],
    ['no login', { ...failed, result: 'Not logged in · Please run /login' }, 'not-logged-in'],
    [
      'a lost connection',
      { ...failed, result: 'API Error: Connection refused (ECONNREFUSED)' },
      'connection-lost',
    ],
    ['a refusal', { ...success, stop_reason: 'refusal' }, 'agent-refused'],
    ['an answer that was cut', { ...success, stop_reason: 'max_tokens' }, 'max-tokens'],
  ])('%s', (_, result, code) => {
    const reading = claude.read(outputOf({ stdout: JSON.stringify(result) }))
    expect(reading.trouble?.code).toBe(code)
    expect(reading.answer).toBeNull()
  })

  test('of an exit status stands above a result that succeeded', () => {
    const reading = claude.read(outputOf({ stdout: JSON.stringify(success), exitCode: 3 }))
    expect(reading.trouble).toEqual({ code: 'exit-nonzero', message: 'exit code 3' })
  })

  test('is that it ended without a result', () => {
    const stdout = JSON.stringify({ type: 'system', subtype: 'init' })
    expect(claude.read(outputOf({ stdout })).trouble?.code).toBe('agent-failed')
  })

  test('of an end without a result is told by the last retry', () => {
    const stdout = `${JSON.stringify({ type: 'system', subtype: 'api_retry', error_status: 529 })}\n{"type":`
    expect(claude.read(outputOf({ stdout, exitCode: null })).trouble?.code).toBe('overloaded')
  })
})
