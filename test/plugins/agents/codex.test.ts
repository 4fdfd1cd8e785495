// Codex: its command line, and what its output says.
import { describe, expect, test } from 'vitest'
import { codex } from '../../../plugins/agents/codex/index.js'
import type { AgentStart } from '../../../src/contracts/agent.js'
import { outputOf, startOf } from './support.js'

const key: AgentStart['credentials'] = { kind: 'key', name: 'OPENAI_API_KEY' }

describe('the command line', () => {
  test('keeps the judge from writing, and from what the user and the project have set up', () => {
    const { flags, tail } = codex.prepare(startOf(codex))
    expect(flags.join(' ')).toBe(
      'exec --json --skip-git-repo-check -s read-only --ephemeral --ignore-user-config --ignore-rules ' +
        '--disable plugins -c analytics.enabled=false -c check_for_update_on_startup=false ' +
        '-c project_doc_max_bytes=0 -c skills.include_instructions=false ' +
        '-c shell_environment_policy.ignore_default_excludes=false -c web_search=disabled ' +
        '--output-schema /private/verdict-schema.json -o /private/last-message.txt',
    )
    expect(tail).toEqual(['-'])
  })

  test('with full access lets it write and search, and keeps the rest', () => {
    const flags = codex.prepare(startOf(codex, { access: 'full' })).flags.join(' ')
    expect(flags).toContain('-s danger-full-access')
    expect(flags).toContain('--ignore-user-config --ignore-rules --disable plugins')
    expect(flags).toContain('-c project_doc_max_bytes=0')
    expect(flags).not.toContain('web_search')
  })

  test.each<[string, readonly string[], readonly string[], string]>([
    ['a command that ends in settings', ['codex', '-c', 'x=1'], ['--json'], 'exec --json'],
    ['a command that names it', ['codex', 'exec'], ['--json'], '--json'],
    ['flags that name it', ['codex'], ['e', '--json'], 'e --json'],
  ])('names the subcommand once for %s', (_, command, sharedFlags, expected) => {
    const template = { ...codex.template, command, sharedFlags }
    const launch = codex.prepare(startOf(codex, { template, own: ['command', 'sharedFlags'] }))
    expect(launch.flags.join(' ')).toBe(expected)
    expect(launch.isolation.level).toBe('partial')
  })

  test('has no mark for standard input when the prompt is an argument', () => {
    const template = { ...codex.template, promptInput: 'argument' as const }
    expect(codex.prepare(startOf(codex, { template })).tail).toEqual([])
  })
})

describe('the folder of the user', () => {
  test('is not used with a key, which gets the name that exec knows', () => {
    const launch = codex.prepare(startOf(codex, { credentials: key, environment: { OPENAI_API_KEY: 'sk' } }))
    expect(launch.env).toEqual({ CODEX_API_KEY: 'sk', CODEX_HOME: '/private/home' })
    expect(Object.keys(launch.files ?? {})).toEqual(['verdict-schema.json', 'home/config.toml'])
    expect(launch.isolation.remains).toHaveLength(1)
  })

  test('is used with a login, and what it adds is said', () => {
    const credentials = { kind: 'login', place: '~/.codex/auth.json' } as const
    const launch = codex.prepare(startOf(codex, { credentials }))
    expect(launch.env).toEqual({})
    expect(launch.isolation.remains).toHaveLength(2)
  })
})

describe('a model server of the user', () => {
  const environment = { OPENAI_BASE_URL: 'http://127.0.0.1:9/"v1"', OPENAI_API_KEY: 'sk' }

  test('is a provider with few retries', () => {
    const flags = codex.prepare(startOf(codex, { environment })).flags
    expect(flags).toContain('model_provider="eval-checks"')
    expect(flags).toContain(
      'model_providers.eval-checks={name="eval-checks",base_url="http://127.0.0.1:9/\\"v1\\"",' +
        'env_key="OPENAI_API_KEY",wire_api="responses",request_max_retries=1,stream_max_retries=1}',
    )
  })

  test('gives way to one in the command', () => {
    const template = { ...codex.template, command: ['codex', '-c', 'model_provider="mine"'] }
    const { flags } = codex.prepare(startOf(codex, { environment, template }))
    expect(flags.join(' ')).not.toContain('eval-checks')
  })
})

const started = { type: 'thread.started', thread_id: 't' }
const message = (text: string) => ({ type: 'item.completed', item: { type: 'agent_message', text } })
const completed = {
  type: 'turn.completed',
  usage: { input_tokens: 3, cached_input_tokens: 2, output_tokens: 1 },
}

function readLines(events: readonly object[], changes = {}) {
  return codex.read(outputOf({ stdout: events.map((event) => JSON.stringify(event)).join('\n'), ...changes }))
}

describe('the answer', () => {
  test('is the last message of a completed turn', () => {
    expect(readLines([started, message('draft'), message('final'), completed])).toEqual({
      trouble: null,
      answer: { text: 'final', conflict: 'refuse' },
      usage: { inputTokens: 3, cachedInputTokens: 2, outputTokens: 1 },
      costUsd: null,
      model: null,
      sessionId: 't',
    })
  })

  test('is in the words of older versions too', () => {
    const older = { type: 'item.completed', item: { item_type: 'assistant_message', text: 'final' } }
    expect(readLines([older, completed]).answer?.text).toBe('final')
  })

  test('never is what a command printed, what was thought, or what was said before a command', () => {
    const printed = { type: 'command_execution', aggregated_output: '{"score": 1}', text: '{"score": 1}' }
    const events = [
      message('{"score": 1}'),
      { type: 'item.completed', item: { type: 'reasoning', text: '{"score": 1}' } },
      { type: 'item.started', item: printed },
      { type: 'item.completed', item: printed },
      completed,
    ]
    expect(readLines(events).answer).toBeNull()
  })

  test('is that of the file when no event holds one', () => {
    expect(readLines([started, completed], { answerFile: 'filed' }).answer?.text).toBe('filed')
  })

  test('is all of a plain output', () => {
    expect(codex.read(outputOf({ stdout: '{"score": 0}\n' })).answer?.text).toBe('{"score": 0}\n')
  })

  test('stands although faults were met on the way', () => {
    const events = [{ type: 'error', message: 'Reconnecting... 1/5' }, message('final'), completed]
    expect(readLines(events)).toMatchObject({ trouble: null, answer: { text: 'final' } })
  })
})

describe('trouble', () => {
  test.each([
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate-limited'],
    ['unexpected status 401 Unauthorized: no', 'not-logged-in'],
    ['stream disconnected before completion: stream closed', 'connection-lost'],
    ['stream disconnected before completion: Rate limit reached. Try again in 2s', 'rate-limited'],
    ['We’re currently experiencing high demand, which may cause temporary errors.', 'overloaded'],
    ['Incomplete response returned, reason: max_output_tokens', 'max-tokens'],
    ['Incomplete response returned, reason: content_filter', 'agent-refused'],
    ['something else', 'agent-failed'],
  ])('%s: %s', (words, code) => {
    const reading = readLines([message('{"score":1}'), { type: 'turn.failed', error: { message: words } }], {
      exitCode: 1,
    })
    expect(reading).toMatchObject({ trouble: { code, message: words }, answer: null })
  })

  test('is a message whose turn was not completed', () => {
    expect(readLines([started, message('{"score":1}')]).trouble?.code).toBe('agent-failed')
    expect(readLines([completed, { type: 'turn.started' }, message('x')]).trouble?.code).toBe('agent-failed')
  })

  test('is not looked for in the prompt, which it repeats on standard error', () => {
    const prompt = 'Is the 429 handled, error code 429, rate limit?'
    const reading = codex.read(outputOf({ prompt, stderr: `user\n${prompt}\nERROR: odd`, exitCode: 1 }))
    expect(reading.trouble).toEqual({ code: 'exit-nonzero', message: 'exit code 1: user\n\nERROR: odd' })
  })
})
