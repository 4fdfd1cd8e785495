// What holds for every agent: its shape, and that no output makes it throw.
import { describe, expect, test } from 'vitest'
import { commandAgent } from '../../../plugins/agents/command/index.js'
import { builtInAgentNames, builtInAgents, findAgent } from '../../../src/builtins.js'
import type { Agent } from '../../../src/contracts/agent.js'
import { outputOf, startOf } from './support.js'

const agents: readonly (readonly [string, Agent])[] = [
  ...(await builtInAgents()),
  ['mine', commandAgent('mine')],
]

describe('an agent is found', () => {
  test('by its name when it is built in, whatever is set of it', async () => {
    for (const name of builtInAgentNames()) {
      expect((await findAgent(name, { [name]: { command: ['x'] } }))?.name).toBe(name)
    }
    expect(builtInAgentNames()).toEqual(['claude', 'codex', 'gemini', 'opencode', 'openhands', 'pi'])
  })

  test('by its command when it is not', async () => {
    expect((await findAgent('mine', { mine: { command: ['x'] } }))?.name).toBe('mine')
    expect(await findAgent('mine', { mine: { sharedFlags: [] } })).toBeNull()
    expect(await findAgent('mine', {})).toBeNull()
    expect(await findAgent('constructor', {})).toBeNull()
  })
})

describe.each(agents)('%s', (name, agent) => {
  test('has a name, a command and a way to be installed', () => {
    expect(agent.name).toBe(name)
    expect(agent.template.command).toEqual([name])
    expect(agent.probe.installFix).toMatch(/^[A-Z].+/)
    expect(agent.probe.loginFix).toMatch(/^[A-Z].+/)
    expect(agent.moduleUrl).toMatch(/^file:.+\/plugins\/agents\/[a-z]+\/index\.[jt]s$/)
  })

  test("leaves the user's flags alone and then claims no full isolation", () => {
    const template = { ...agent.template, command: ['x', 'exec'], sharedFlags: ['--mine', 'y'] }
    const { flags, isolation } = agent.prepare(startOf(agent, { template, own: ['sharedFlags', 'command'] }))
    expect(flags).toEqual(['--mine', 'y'])
    expect(isolation.level).toBe('partial')
  })

  test('says what remains when isolation is partial, and nothing when it is full', () => {
    for (const access of ['read-only', 'full'] as const) {
      for (const credentials of [
        { kind: 'none' },
        { kind: 'unknown' },
        { kind: 'login', place: 'x' },
      ] as const) {
        const { isolation } = agent.prepare(startOf(agent, { access, credentials }))
        expect(isolation.remains.length > 0).toBe(isolation.level === 'partial')
      }
    }
  })

  test('writes its files below the private folder', () => {
    const { files = {}, answerFile = 'x' } = agent.prepare(startOf(agent))
    for (const file of [...Object.keys(files), answerFile])
      expect(file).toMatch(/^[a-z][\w.-]*(?:\/[.\w-]+)*$/)
  })

  test('finds trouble in an end by a status or a signal, whatever was printed', () => {
    for (const exitCode of [1, 2, 126, 127, 255, null]) {
      const reading = agent.read(outputOf({ stdout: '{"score": 1}', exitCode }))
      expect(reading.trouble).not.toBeNull()
      expect(reading.answer).toBeNull()
    }
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\r\n\t'],
    ['null', 'null'],
    ['a number', '12'],
    ['a list of everything', '[null, 1, "x", [], {}, {"type": null}, {"type": "result"}]'],
    ['prototype keys', '{"type":"result","__proto__":{"is_error":true},"constructor":{"prototype":{"x":1}}}'],
    [
      'prototype models',
      '{"type":"result","subtype":"success","modelUsage":{"__proto__":{"outputTokens":1}}}',
    ],
    ['unknown events', '{"type":"toString"}\n{"type":"__proto__"}\n{"type":"x","message":{"role":1}}\n'],
    [
      'wrong types',
      '{"type":"result","result":{},"usage":[],"modelUsage":3,"total_cost_usd":"1","session_id":7}',
    ],
    ['broken lines', '{"type":"result"\n{"type":\n}{\n{"type":"item.completed","item":null}'],
    ['broken text', '{"type":"result","subtype":"success","result":"\\ud800 \ud800"}'],
    ['a replaced byte', '\ufffd{"type":"error","message":"\ufffd"}'],
    ['deep nesting', `{"type":"result","structured_output":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['numbers that are none', '{"type":"result","total_cost_usd":1e999,"usage":{"input_tokens":-1}}'],
    ['marks without events', '--JSON Event--\n--JSON Event--\n{\n--JSON Event--\n}{\n}'],
  ])('does not throw for %s', (_, stdout) => {
    const reading = agent.read(outputOf({ stdout, stderr: stdout }))
    const texts = [reading.answer?.text, reading.trouble?.message, reading.sessionId, reading.model]
    for (const text of texts) if (text && name !== 'mine') expect(text.isWellFormed()).toBe(true)
    for (const amount of [reading.costUsd, ...Object.values(reading.usage)]) {
      expect(amount === null || (Number.isFinite(amount) && amount >= 0)).toBe(true)
    }
    expect(Object.prototype).not.toHaveProperty('is_error')
  })

  test('reads lines of 50 MB', () => {
    const long = 'x'.repeat(50_000_000)
    const stdout = `${JSON.stringify({ type: 'user', content: long })}\n{"type":"result","result":"${long}`
    expect(() => agent.read(outputOf({ stdout }))).not.toThrow()
  })
})
