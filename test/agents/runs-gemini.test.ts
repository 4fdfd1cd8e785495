// Whole runs with the real gemini: what each way in which a model can behave comes to.
import { expect } from 'vitest'
import { testScenarios } from './scenario-runs.js'

const met = 'model server: every criterion is met'
const notMet = 'model server: a criterion is not met'
const overloaded = ['overloaded', 'overloaded', 'overloaded']
const lost = ['connection-lost', 'connection-lost', 'connection-lost']
const limited = ['rate-limited', 'rate-limited', 'rate-limited']

testScenarios(
  'gemini',
  {
    usage: { input_tokens: 1234, cached_input_tokens: 1000, output_tokens: 63 },
    cost: null,
    model: 'gemini-test',
    isolation: expect.stringMatching(/^partial/),
  },
  {
    pass: { end: 'passed', attempts: [null], requests: 1, reason: met },
    fail: { end: 'failed', attempts: [null], requests: 1, reason: notMet },
    prose: { end: 'passed', attempts: [null], requests: 1, reason: met },
    fenced: { end: 'passed', attempts: [null], requests: 1, reason: met },
    tool: {
      end: 'passed',
      attempts: [null],
      requests: 2,
      reason: expect.stringMatching(/read \d+ characters/),
    },
    // What the model repeats of the file stands in the message with its verdict.
    planted: { end: 'answered-twice', attempts: ['answered-twice'], requests: 2 },
    twice: { end: 'answered-twice', attempts: ['answered-twice'], requests: 1 },
    empty: { end: 'agent-failed', attempts: ['agent-failed'], requests: 2 },
    '429once': { end: 'passed', attempts: [null], requests: 2, reason: met },
    '429': { end: 'rate-limited', attempts: limited, requests: 6 },
    '500': { end: 'overloaded', attempts: overloaded, requests: 6 },
    '401': { end: 'not-logged-in', attempts: ['not-logged-in'], requests: 1 },
    cut: { end: 'connection-lost', attempts: lost, requests: 3 },
    truncclean: { end: 'connection-lost', attempts: lost, requests: 6 },
    // Gemini CLI tells of neither: the words are all there is.
    refusal: { end: 'no-verdict', attempts: ['no-verdict'], requests: 1 },
    maxtokens: { end: 'broken-verdict', attempts: ['broken-verdict'], requests: 1 },
  },
)
