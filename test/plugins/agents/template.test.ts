// The agent to copy does what its comments say.
import { expect, test } from 'vitest'
import { example } from '../../../plugins/agents/_template/index.js'
import { outputOf, startOf } from './support.js'

test('reads its answer and its trouble', () => {
  const answered = '{"type":"answer","text":"final","tokens":3,"model":"m"}'
  expect(example.read(outputOf({ stdout: `noise\n${answered}\n` }))).toMatchObject({
    trouble: null,
    answer: { text: 'final' },
    usage: { outputTokens: 3 },
  })
  const failed = '{"type":"failed","message":"status 429, retry-after: 2"}'
  expect(example.read(outputOf({ stdout: `${answered}\n${failed}` }))).toMatchObject({
    trouble: { code: 'rate-limited', retryAfterSeconds: 2 },
    answer: null,
  })
})

test('keeps the project from steering it also with full access', () => {
  expect(example.prepare(startOf(example)).flags).toContain('--tools')
  expect(example.prepare(startOf(example, { access: 'full' })).flags).not.toContain('--tools')
  expect(example.prepare(startOf(example, { access: 'full' })).flags).toContain('--no-hooks')
})
