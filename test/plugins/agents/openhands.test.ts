// OpenHands: its command line, and what its output says. The outputs are written after its documentation.
import { describe, expect, test } from 'vitest'
import { openhands } from '../../../plugins/agents/openhands/index.js'
import { outputOf, startOf } from './support.js'

describe('the command line', () => {
  test.each([
    ['nothing is asked for', {}, '--headless --json'],
    ['there is a key', { environment: { LLM_API_KEY: 'x' } }, '--headless --json --override-with-envs'],
    ['a model is asked for', { model: 'a/b' }, '--headless --json --override-with-envs'],
  ])('when %s', (_, changes, expected) => {
    expect(openhands.prepare(startOf(openhands, changes)).flags.join(' ')).toBe(expected)
  })

  test('takes the prompt as an argument, and isolation is not claimed', () => {
    expect(openhands.template).toMatchObject({ promptFlag: '-t', promptInput: 'argument' })
    expect(openhands.prepare(startOf(openhands)).isolation).toMatchObject({
      level: 'partial',
      remains: { length: 3 },
    })
  })
})

const said = (text: string, source = 'agent') => ({
  kind: 'MessageEvent',
  source,
  llm_message: { role: source === 'agent' ? 'assistant' : 'user', content: [{ type: 'text', text }] },
})
const acted = (tool: string, action: object) => ({
  kind: 'ActionEvent',
  source: 'agent',
  tool_name: tool,
  action,
})
const observed = (text: string) => ({
  kind: 'ObservationEvent',
  source: 'environment',
  observation: { text },
})

function print(...events: readonly object[]): string {
  const parts = events.map((event) => `--JSON Event--\n${JSON.stringify(event, null, 2)}\nAgent is working\n`)
  return `Initializing agent...\n${parts.join('')}Agent finished\nSummary: {"score": 0}\n`
}

describe('the answer', () => {
  test('is what the agent said last', () => {
    const stdout = print(
      said('{"score": 0}', 'user'),
      acted('terminal', {}),
      observed('{"score": 0}'),
      said('final'),
    )
    expect(openhands.read(outputOf({ stdout })).answer).toEqual({ text: 'final', conflict: 'refuse' })
  })

  test('is what it handed in when it finished', () => {
    const stdout = print(said('draft'), acted('finish', { message: 'final' }), observed('{"score": 0}'))
    expect(openhands.read(outputOf({ stdout })).answer?.text).toBe('final')
  })

  test('never is what was said before it went on to act', () => {
    const stdout = print(said('{"score": 1}'), acted('terminal', { message: '{"score": 1}' }), observed('x'))
    expect(openhands.read(outputOf({ stdout }))).toMatchObject({ trouble: null, answer: null })
  })

  test('never is what anybody else said after it', () => {
    const stdout = print(said('final'), said('{"score": 0}', 'user'), observed('{"score": 0}'))
    expect(openhands.read(outputOf({ stdout })).answer?.text).toBe('final')
  })

  test('is read past events that are broken', () => {
    const stdout = `--JSON Event--\n{ "kind":\n${print(said('final'))}--JSON Event--\n{"kind": "Message`
    expect(openhands.read(outputOf({ stdout })).answer?.text).toBe('final')
  })
})

describe('trouble', () => {
  test('is an error of the conversation', () => {
    const error = {
      kind: 'ConversationErrorEvent',
      code: 'LLMRateLimitError',
      detail: 'RateLimitError: slow down',
    }
    expect(openhands.read(outputOf({ stdout: print(said('x'), error) })).trouble).toEqual({
      code: 'rate-limited',
      message: 'RateLimitError: slow down',
    })
  })

  test('is an output without events, since other output is no final answer', () => {
    expect(openhands.read(outputOf({ stdout: '{"score": 1}' }))).toMatchObject({
      trouble: { code: 'agent-failed' },
      answer: null,
    })
  })
})
