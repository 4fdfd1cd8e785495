// A command of the user's own: its command line, and what its output says.
import { describe, expect, test } from 'vitest'
import { commandAgent } from '../../../plugins/agents/command/index.js'
import { outputOf, startOf } from './support.js'

const mine = commandAgent('mine')

test('gets the prompt as its last argument, and nothing but the flags of the user', () => {
  const template = { ...mine.template, sharedFlags: ['--quiet'] }
  expect(mine.template).toMatchObject({ promptInput: 'argument', promptPosition: 'tail', promptFlag: null })
  expect(mine.prepare(startOf(mine, { template }))).toMatchObject({
    flags: ['--quiet'],
    isolation: { level: 'partial' },
  })
})

describe('the answer', () => {
  test('is everything that was printed, of which the last verdict counts', () => {
    expect(mine.read(outputOf({ stdout: 'a {"score": 1}\n' })).answer).toEqual({
      text: 'a {"score": 1}\n',
      conflict: 'last',
    })
  })

  test('is without the prompt, terminal codes and thoughts', () => {
    const prompt = 'Is it right? {"score": 0}'
    const stdout = `> ${prompt}\n<think>{"score": 0}</think>\n\u001b[32m{"score": 1}\u001b[0m`
    const text = mine.read(outputOf({ stdout, prompt })).answer?.text ?? ''
    expect(text).not.toContain('"score": 0')
    expect(text).toContain('{"score": 1}')
    expect(text).not.toContain('\u001b')
  })

  test('is none when nothing was printed, whatever stands on standard error', () => {
    expect(mine.read(outputOf({ stderr: '{"score": 1}' }))).toMatchObject({ trouble: null, answer: null })
  })
})

describe('trouble', () => {
  test.each([
    ['Error: 429 Too Many Requests, retry-after: 3', { code: 'rate-limited', retryAfterSeconds: 3 }],
    ['model is overloaded', { code: 'overloaded' }],
    ['read ECONNRESET', { code: 'connection-lost' }],
    ['HTTP 401', { code: 'not-logged-in' }],
    ['boom', { code: 'exit-nonzero', message: 'exit code 2: boom' }],
    ['', { code: 'exit-nonzero', message: 'exit code 2' }],
  ])('of exit code 2 is told by standard error: %j', (stderr, trouble) => {
    expect(mine.read(outputOf({ stdout: '{"score": 1}', stderr, exitCode: 2 }))).toMatchObject({
      trouble,
      answer: null,
    })
  })

  test('is not looked for in what was printed, nor when it exited with 0', () => {
    const stdout = 'status 429, rate limit {"score": 1}'
    expect(mine.read(outputOf({ stdout, exitCode: 2 })).trouble?.code).toBe('exit-nonzero')
    expect(mine.read(outputOf({ stdout, stderr: 'rate limit' })).trouble).toBeNull()
  })

  test('of a signal is named', () => {
    expect(mine.read(outputOf({ exitCode: null })).trouble?.message).toBe('ended by a signal')
  })
})
